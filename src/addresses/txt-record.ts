import * as z from "zod";
import { serviceUnavailable } from "../core/errors.ts";
import { DEADLINES } from "../platform/deadlines.ts";
import { fetchJson } from "../platform/fetch-json.ts";
import type { Domain } from "./domain.ts";

/** Looks up the texts of the TXT records of a name. Throws `service_unavailable` if nobody can tell. */
export type TxtResolver = (name: string) => Promise<string[]>;

/** A DNS record to be made. */
export interface TxtRecord {
  name: string;
  text: string;
}

/** The TXT record that proves the claim of a domain: only who manages the DNS of the host can make it. */
export const txtRecord = ({ host, token }: Pick<Domain, "host" | "token">): TxtRecord => ({
  name: `_shoppable-links.${host}`,
  text: `shoppable-links=${token}`,
});

/** Whether that record is there. Throws `service_unavailable`. */
export async function isProven(domain: Domain, resolve: TxtResolver): Promise<boolean> {
  const { name, text } = txtRecord(domain);
  return (await resolve(name)).includes(text);
}

const TXT = 16;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;
const answer = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).default([]),
});

/** Far more than a zone's TXT records need. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Asks a resolver over HTTPS, in the JSON that those of Cloudflare and Google speak
 * (https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/).
 */
export const txtResolver =
  (resolver: string): TxtResolver =>
  async (name) => {
    const url = new URL(resolver);
    url.searchParams.set("name", name);
    url.searchParams.set("type", "TXT");
    const request = new Request(url, { headers: { Accept: "application/dns-json" } });
    const response = await fetchJson(request, {
      limitMs: DEADLINES.dnsResolver,
      maxBytes: MAX_ANSWER_BYTES,
    });
    const { success, data } = answer.safeParse(response.ok ? response.body : undefined);
    if (!success || ![NO_ERROR, NO_SUCH_NAME].includes(data.Status))
      throw serviceUnavailable(new Error(`no answer of ${url.host}: ${response.ok ? "" : response.reason}`));
    return data.Answer.filter(({ type }) => type === TXT).map((record) => textOf(record.data));
  };

/** A text in quotes as in a zone file, where a long one is several. */
const textOf = (data: string): string => data.replaceAll('" "', "").replace(/^"|"$/g, "");
