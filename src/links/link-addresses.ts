import { addressUrl, type Origins } from "../core/origins.ts";
import type { Link } from "./link.ts";

/** A URL of a link. */
export interface LinkAddress {
  url: string;
  kind: "short_id" | "slug";
  /** Whether it is the URL that is shown and shared. */
  current: boolean;
}

/** Every URL of a link: the shown URL first, then the other slugs, newest first, then the short id. */
export function linkAddresses(
  { domain, slug, slugs = [], shortId }: Pick<Link, "domain" | "slug" | "slugs" | "shortId">,
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
    { url: addressUrl(origins, domain, shortId), kind: "short_id", current: slug === undefined },
  ];
}
