import type { Actor } from "../access/actor.ts";
import { ServiceError } from "../core/errors.ts";
import type { Origins } from "../core/origins.ts";
import { type LookStores, looksOf } from "../qr-codes/looks.ts";
import { getLink } from "./get-link.ts";
import { linkAddresses } from "./link-addresses.ts";
import type { LinkStore } from "./store.ts";

/**
 * The code of one of a link's addresses, which `name` ends, as an SVG in the saved style. It counts as the link's first code
 * where there is one; nothing is stored, as every address leads on in any case. Throws `insufficient_scope`, `project_access_denied`, and
 * `not_found` also where the link never had this address.
 */
export async function getAddressCode(
  actor: Actor,
  { linkId, name }: { linkId: string; name: string },
  { links, origins, ...looks }: { links: LinkStore; origins: Origins } & LookStores,
): Promise<string> {
  const { link, qrCode } = await getLink(actor, linkId, { links });
  const address = linkAddresses(link, origins).find(({ url }) => url.endsWith(`/${name}`));
  if (!address) throw new ServiceError("not_found", "The link has no such address.");
  const encodedUrl = qrCode ? `${address.url}?qr=${qrCode.identifier}` : address.url;
  const look = await looksOf("svg", looks)({ encodedUrl, style: qrCode?.style ?? null, project: link });
  const { draw } = await import("../qr-codes/draw.ts");
  return String(await draw(encodedUrl, "svg", look.options, look.logo));
}
