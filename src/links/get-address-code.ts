import type { Actor } from "../access/actor.ts";
import { ServiceError } from "../core/errors.ts";
import type { Origins } from "../core/origins.ts";
import { getLink } from "./get-link.ts";
import { linkAddresses } from "./link-addresses.ts";
import type { LinkStore } from "./store.ts";

/**
 * The code of one of a link's addresses, which `name` ends, as an SVG. It counts as the link's first code where there is one;
 * nothing is stored, as every address leads on in any case. Throws `insufficient_scope`, `project_access_denied`, and
 * `not_found` also where the link never had this address.
 */
export async function getAddressCode(
  actor: Actor,
  { linkId, name }: { linkId: string; name: string },
  { links, origins }: { links: LinkStore; origins: Origins },
): Promise<string> {
  const { link, qrCode } = await getLink(actor, linkId, { links });
  const address = linkAddresses(link, origins).find(({ url }) => url.endsWith(`/${name}`));
  if (!address) throw new ServiceError("not_found", "The link has no such address.");
  const { renderQrSvg } = await import("../qr-codes/svg.ts");
  return renderQrSvg(qrCode ? `${address.url}?qr=${qrCode.identifier}` : address.url);
}
