import { ServiceError } from "../../ground/core/errors.ts";
import { addressUrl, keptOf, type Origins } from "../../ground/core/origins.ts";
import type { Actor } from "../access/actor.ts";
import { type StyleStores, styleResolver } from "../qr-codes/resolve-style.ts";
import { getLink } from "./get-link.ts";
import type { Link } from "./link.ts";
import type { LinkStore } from "./link-store.ts";

export interface LinkAddress {
  url: string;
  kind: "short_id" | "slug" | "kept";
  /** Whether it is the URL that is shown and shared. */
  current: boolean;
}

/**
 * Every URL of a link: the shown URL first, then the other slugs, newest first, then its kept addresses and the short id. A link
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

/**
 * A QR code for one of a link's URLs, which ends with `name`, as an SVG in the saved style. Scans count for the link's
 * default code, if any. Nothing is stored: every URL of a link keeps redirecting. Throws `project_access_denied`, and
 * `not_found`, also if the link never had this URL.
 */
export async function getAddressCode(
  actor: Actor,
  { linkId, name }: { linkId: string; name: string },
  { links, origins, ...styleStores }: { links: LinkStore; origins: Origins } & StyleStores,
): Promise<string> {
  const { link, qrCode } = await getLink(actor, linkId, { links });
  const address = linkAddresses(link, origins).find(({ url }) => url.endsWith(`/${name}`));
  if (!address) throw new ServiceError("not_found", "The link has no such URL.");
  const encodedUrl = qrCode ? `${address.url}?qr=${qrCode.identifier}` : address.url;
  const look = await styleResolver(
    "svg",
    styleStores,
  )({ encodedUrl, style: qrCode?.style ?? null, project: link });
  const { draw } = await import("../qr-codes/draw.ts");
  return String(await draw(encodedUrl, "svg", look.options, look.logo));
}
