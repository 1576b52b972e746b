import { linkNotFound, requireProject } from "../access/permissions.ts";
import type { ApiKey } from "../access/api-key.ts";
import type { Link, QrCode } from "./link.ts";
import type { LinkStore } from "./ports.ts";

/** Throws unless the key may touch the link: 404 in another organization, 403 in a project out of reach. */
export function requireLink<T extends Link>(key: ApiKey, link: T | null | undefined): T {
  if (!link || link.organizationId !== key.organizationId) throw linkNotFound();
  requireProject(key, link.request.projectId);
  return link;
}

/** The link and its default QR code. Throws `not_found` and `project_access_denied`. */
export async function getLink(
  key: ApiKey,
  id: string,
  links: LinkStore,
): Promise<{ link: Link; qrCode: QrCode | null }> {
  const found = await links.findWithDefaultQrCode(id);
  return { link: requireLink(key, found?.link), qrCode: found?.qrCode ?? null };
}
