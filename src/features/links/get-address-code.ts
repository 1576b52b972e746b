import { ServiceError } from "../../ground/core/errors.ts";
import type { Origins } from "../../ground/core/origins.ts";
import type { Actor } from "../access/actor.ts";
import { type StyleStores, styleResolver } from "../qr-codes/resolve-style.ts";
import { getLink } from "./get-link.ts";
import { linkAddresses } from "./link-addresses.ts";
import type { LinkFinder } from "./link-finder.ts";

/**
 * A QR code for one of a link's URLs, which ends with `name`, as an SVG in the saved style. Scans count for the link's
 * default code, if any. Nothing is stored: every URL of a link keeps redirecting. Throws `project_access_denied`, and
 * `not_found`, also if the link never had this URL.
 */
export async function getAddressCode(
  actor: Actor,
  { linkId, name }: { linkId: string; name: string },
  { links, origins, ...styleStores }: { links: LinkFinder; origins: Origins } & StyleStores,
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
