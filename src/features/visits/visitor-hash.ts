import { clientNetwork } from "../../ground/platform/rate-limit.ts";
import type { VisitRecord } from "../short-links/visitor.ts";
import { entryText } from "./visitor-sketch.ts";

/** The address of a visitor and its user agent, as they came. */
export const visitorOf = (address: string, userAgent: string): string => `${address}\n${userAgent}`;

const encoder = new TextEncoder();

/**
 * What a message says of the visitors of a link on a day: their entries in the sketches of the link and of its project. These are
 * two hashes, so that nobody can see that a visitor of a link is a visitor of another. Of an IPv6 address the first 64 bits count:
 * the others change daily on phones and computers (RFC 8981), and a client usually has the whole network (RFC 6177).
 */
export async function visitorEntries(
  key: CryptoKey,
  { linkId, project }: VisitRecord["link"],
  visitors: Iterable<string>,
): Promise<string> {
  const ofProject = `${project.organizationId}\n${project.projectId}`;
  const entries = Array.from(visitors, (visitor) => {
    const end = visitor.indexOf("\n");
    const client = clientNetwork(visitor.slice(0, end)) + visitor.slice(end);
    return [entryOf(key, `${linkId}\n${client}`), entryOf(key, `${ofProject}\n${client}`)];
  });
  return (await Promise.all(entries.flat())).join("");
}

async function entryOf(key: CryptoKey, text: string): Promise<string> {
  const hash = new DataView(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
  return entryText(hash.getUint32(0) >>> 8);
}
