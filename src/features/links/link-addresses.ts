import { addressUrl, keptOf, type Origins } from "../../ground/core/origins.ts";
import type { Link } from "./link.ts";

export interface LinkAddress {
  url: string;
  kind: "short_id" | "slug" | "kept";
  /** Whether it is the URL that the API returns as the short link. */
  current: boolean;
}

/**
 * Every URL of a link: the short link first, then the other slugs, newest first, then its kept addresses and the short id. A link
 * whose domain was taken back has kept addresses only there.
 */
export function linkAddresses(
  {
    domain,
    slug,
    slugs = [],
    shortId,
    addresses,
  }: Pick<Link, "domain" | "slug" | "slugs" | "shortId" | "addresses">,
  origins: Origins,
): LinkAddress[] {
  const present = slug === undefined ? [] : [slug];
  const former = slugs.filter((each) => each !== slug).reverse();
  return [
    ...[...present, ...former].map((name) => ({
      url: addressUrl(origins, domain, name),
      kind: "slug" as const,
      current: name === slug,
    })),
    ...(domain === "" ? [] : keptOf({ addresses })).map((path) => ({
      url: addressUrl(origins, domain, path),
      kind: "kept" as const,
      current: false,
    })),
    { url: addressUrl(origins, domain, shortId), kind: "short_id", current: slug === undefined },
  ];
}
