import type { LinkNames } from "../core/origins.ts";
import { isShortId } from "./address.ts";

/**
 * What memory, KV and D1 look a link up by: its short id, which is unique on all hosts, or a slug behind its host and a
 * slash. The host is empty for the default one.
 */
export const addressKey = (host: string, name: string): string =>
  isShortId(name) ? name : `${host}/${name}`;

/** The keys of a new link: its short id, and its slug if it has one. */
export const addressesOf = ({ shortId, domain, slug }: LinkNames): string[] =>
  slug === undefined ? [shortId] : [shortId, addressKey(domain, slug)];

/** The host and the slug in a key; null for the key of a short id. */
export function slugOf(address: string): { host: string; name: string } | null {
  const slash = address.indexOf("/");
  return slash < 0 ? null : { host: address.slice(0, slash), name: address.slice(slash + 1) };
}

/** The KV key of what the redirect needs of the link at this address. */
export const redirectKey = (address: string): string =>
  address.includes("/") ? `slug:${address}` : `link:${address}`;
