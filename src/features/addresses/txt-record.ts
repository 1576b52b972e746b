import * as z from "zod";
import { serviceUnavailable } from "../../ground/core/errors.ts";
import { fetchJson } from "../../ground/platform/fetch-json.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { Domain } from "./domain-store.ts";

/** Looks up the texts of the TXT records of a name. Throws `service_unavailable` if the resolver fails. */
export type TxtResolver = (name: string) => Promise<string[]>;

/** A DNS record to be made. */
interface TxtRecord {
  name: string;
  text: string;
}

/** The TXT record that proves the claim of a domain: only somebody who manages the DNS of the host can make it. */
export const txtRecord = ({ host, token }: Pick<Domain, "host" | "token">): TxtRecord => ({
  name: `_shoppable-links.${host}`,
  text: `shoppable-links=${token}`,
});

/** Whether the record exists. */
export async function isProven(domain: Domain, resolve: TxtResolver): Promise<boolean> {
  const { name, text } = txtRecord(domain);
  return (await resolve(name)).includes(text);
}

const TXT = 16;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;
const dnsResponse = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).default([]),
});

/** Much more than a zone's TXT records need. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Queries a DNS resolver over HTTPS, in the JSON format of Cloudflare and Google
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
      limitMs: SERVICE_DEADLINES.dnsResolver,
      maxBytes: MAX_RESPONSE_BYTES,
    });
    const { success, data } = dnsResponse.safeParse(response.ok ? response.body : undefined);
    if (!success || ![NO_ERROR, NO_SUCH_NAME].includes(data.Status))
      throw serviceUnavailable(
        new Error(`no response from ${url.host}: ${response.ok ? "" : response.reason}`),
      );
    return data.Answer.filter(({ type }) => type === TXT).map((record) => textOf(record.data));
  };

/** A quoted text as in a zone file, where a long text is split into several quoted parts. */
const textOf = (data: string): string => data.replaceAll('" "', "").replace(/^"|"$/g, "");
