import type { ProjectStore } from "../../../features/access/project-store.ts";
import { brandOf, isDrawn } from "../../../features/brands/brand.ts";
import type { Link } from "../../../features/links/link.ts";
import type { ImageFormat } from "../../../features/qr-codes/image-formats.ts";
import { defaultOptions, type ImageOptions } from "../../../features/qr-codes/image-options.ts";
import { imageQuery } from "../../../features/qr-codes/image-url.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { codeStyleOf, hasRoomForLogo, withLogo } from "../../../features/qr-codes/resolve-style.ts";
import { fullStyle } from "../../../features/qr-codes/style.ts";
import { gtinOf } from "../../../ground/core/gtin.ts";
import { qrCodeId } from "../../../ground/core/ids.ts";
import type { Workspace } from "./context.ts";

/** What the URL of a code's image depends on. */
export type ShownCode = Pick<QrCode, "linkId" | "identifier" | "encodedUrl" | "style">;

/**
 * The path of a code's image. It is on this host even if short links have their own, because pages allow no other host.
 * `name` is the name of the file.
 */
export function imagePath(
  { linkId, identifier }: Pick<ShownCode, "linkId" | "identifier">,
  format: ImageFormat,
  options: ImageOptions,
  name?: string,
): string {
  const id = qrCodeId(linkId, identifier);
  const query = new URLSearchParams(imageQuery({ qrCodeId: id, format, options }));
  if (name !== undefined) query.set("name", name);
  return `/qr/${id}.${format}${query.size === 0 ? "" : `?${query}`}`;
}

/**
 * The path of the screen that prints a code. Of a link with a GTIN, the screen asks whether to print its default code or that
 * of the GTIN; this code is chosen at first.
 */
export function printPath(
  { base }: Workspace,
  { gtin }: Pick<Link, "gtin">,
  { linkId, identifier, encodedUrl, isDefault }: QrCode,
): string {
  const isAsked = gtin !== undefined && (isDefault || gtinOf(encodedUrl) === gtin);
  const code = isAsked
    ? `link=${linkId}${isDefault ? "&for=phone" : ""}`
    : `code=${qrCodeId(linkId, identifier)}`;
  return `${base}/codes/sheet?${code}`;
}

/** Returns the path of a code's image, in its saved style or in that of its project. */
export type CodeImages = (code: ShownCode, projectId: string, format: ImageFormat, name?: string) => string;

/**
 * The paths of code images of these projects. They contain the style, so that a page never shows an image from before a
 * style was saved. May throw `service_unavailable`.
 */
export async function codeImages(
  organizationId: string,
  projectIds: readonly string[],
  { projects }: { projects: ProjectStore },
): Promise<CodeImages> {
  const found = await projects.findAll(organizationId, [...new Set(projectIds)]);
  return (code, projectId, format, name) => {
    const project = found.get(projectId);
    const style = fullStyle(code.style ?? codeStyleOf(project));
    const hasLogo =
      style.logo !== "none" && isDrawn(brandOf(project)?.logo) && hasRoomForLogo(code.encodedUrl);
    return imagePath(code, format, withLogo({ ...defaultOptions(format), ...style }, hasLogo), name);
  };
}

/** The name of a code's files: that of its link, with its own name unless it is the default code. */
export const codeFileName = (
  link: { name: string },
  { name, isDefault }: Pick<QrCode, "name" | "isDefault">,
): string => (isDefault ? link.name : `${link.name}, ${name}`);
