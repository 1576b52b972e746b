import { clientNetwork } from "../../ground/platform/rate-limit.ts";
import type { VisitRecord } from "../short-links/visitor.ts";

/** The address of a visitor and its user agent, as they came. */
export const visitorOf = (address: string, userAgent: string): string => `${address}\n${userAgent}`;

/** A visitor in a message: the entry in the sketch of the link, and the one in the sketch of the project, 4 characters each. */
export const VISITOR_LENGTH = 8;
/** An entry has 24 bits, each character 6. */
const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const ENTRY_LENGTH = 4;

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
  const bits = hash.getUint32(0) >>> 8;
  let entry = "";
  for (let shift = 18; shift >= 0; shift -= 6) entry += CHARACTERS[(bits >>> shift) & 63];
  return entry;
}

/** The entries of each visitor in a message. */
export function readVisitors(text: string): { ofLink: number; ofProject: number }[] {
  const found = [];
  for (let at = 0; at + VISITOR_LENGTH <= text.length; at += VISITOR_LENGTH)
    found.push({ ofLink: entryAt(text, at), ofProject: entryAt(text, at + ENTRY_LENGTH) });
  return found;
}

function entryAt(text: string, at: number): number {
  let bits = 0;
  for (const character of text.slice(at, at + ENTRY_LENGTH))
    bits = (bits << 6) | CHARACTERS.indexOf(character);
  return bits;
}
