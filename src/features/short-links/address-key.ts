import { keptOf, type LinkNames } from "../../ground/core/origins.ts";
import { isShortId } from "../../ground/core/short-id.ts";

/**
 * The key of a link in memory, KV and D1: its short id, which is unique on all hosts, or its host, a slash and a slug. The
 * host is empty for the default host.
 */
export const addressKey = (host: string, name: string): string =>
  isShortId(name) ? name : `${host}/${name}`;

/** The keys of a new link: its short id, and its slug, GTIN and kept addresses if it has them. */
export const addressesOf = ({ shortId, domain, slug, gtin, addresses }: LinkNames): string[] => [
  shortId,
  ...[slug, gtin && `01/${gtin}`].flatMap((name) => (name ? addressKey(domain, name) : [])),
  ...keptOf({ addresses }).map((path) => `${domain}/${path}`),
];

/** The host and the slug in a key; null for the key of a short id. */
export function slugOf(address: string): { host: string; name: string } | null {
  const slash = address.indexOf("/");
  return slash < 0 ? null : { host: address.slice(0, slash), name: address.slice(slash + 1) };
}

/** The KV key of the redirect entry at this address. */
export const redirectKey = (address: string): string =>
  address.includes("/") ? `slug:${address}` : `link:${address}`;
