import { validationFailed } from "../core/errors.ts";
import { parseQrCodeId } from "../core/ids.ts";
import { md5Etag } from "../platform/etag.ts";
import { type Level, maxBytes } from "./capacities.ts";
import { contentOf, levelsFor, symbolSide } from "./encodable.ts";
import type { ImageFormat } from "./image-formats.ts";
import type { ImageOptions } from "./image-options.ts";
import type { Logo } from "./logo.ts";
import { isDrawable } from "./logo-pixels.ts";
import { MOST_SIDE_WITH_LOGO } from "./logo-place.ts";
import type { ProjectLogos } from "./project-logos.ts";
import type { QrCode } from "./qr-code.ts";
import type { QrCodeImage } from "./read-image.ts";
import type { QrCodeStore } from "./store.ts";

export interface DrawImageInput {
  qrCodeId: string;
  format: ImageFormat;
  options: ImageOptions;
  /** The logo was not asked for, but belongs to a saved style: a code that cannot have it is drawn without. */
  mayLackLogo?: boolean;
}

/** The level of a code whose middle is covered. */
const LEVEL_OF_LOGO: Level = "H";

/**
 * Draws the image of a QR code, or gives null where there is no such code. It is public, and depends only on the URL that
 * the code encodes, on the options and on the logo of the link's project where they ask for it. Throws
 * `validation_failed` for a level that cannot hold that URL, for a size that is too small for its modules and for a logo
 * that cannot be drawn, and `service_unavailable`.
 */
export async function drawImage(
  { qrCodeId, format, options: asked, mayLackLogo = false }: DrawImageInput,
  { qrCodes, projectLogos }: { qrCodes: QrCodeStore; projectLogos: ProjectLogos },
): Promise<QrCodeImage | null> {
  const parts = parseQrCodeId(qrCodeId);
  const qrCode = parts && (await qrCodes.find(parts.linkId, parts.identifier));
  if (!qrCode) return null;
  const logo = asked.logo === "none" ? null : await logoOf(qrCode, mayLackLogo, qrCodes, projectLogos);
  if (!mayLackLogo && logo === "no room") throw tooLongForLogo();
  if (!mayLackLogo && logo === "none there") throw noLogo();
  const isThere = logo !== null && typeof logo !== "string";
  const placed = isThere && !(mayLackLogo && !canHold(format, logo)) ? logo : null;
  const options: ImageOptions = placed ? { ...asked, level: LEVEL_OF_LOGO } : { ...asked, logo: "none" };
  if (symbolSide(qrCode.encodedUrl, options.level) === null) throw tooLong(qrCode.encodedUrl, options.level);
  const { draw } = await import("./draw.ts");
  const body = await draw(qrCode.encodedUrl, format, options, placed);
  return { body, etag: await md5Etag(body) };
}

const canHold = (format: ImageFormat, logo: Logo): boolean =>
  logo.kind === "shapes" || isDrawable(logo, format);

/** The logo for the middle of a code, or why there is none. */
async function logoOf(
  { linkId, encodedUrl }: QrCode,
  mayLackLogo: boolean,
  qrCodes: QrCodeStore,
  logos: ProjectLogos,
): Promise<Logo | "no room" | "none there"> {
  const side = symbolSide(encodedUrl, LEVEL_OF_LOGO);
  if (side === null || side > MOST_SIDE_WITH_LOGO) return "no room";
  const link = await qrCodes.findLink(linkId);
  const file = link && (await logos.find(link));
  if (!file) return "none there";
  const { readableLogo, readLogo } = await import("./read-logo.ts");
  return mayLackLogo ? ((await readableLogo(file)) ?? "none there") : readLogo(file);
}

const noLogo = () =>
  validationFailed([{ field: "logo", message: "the project of this link has no logo: upload one first" }]);

const tooLongForLogo = () =>
  validationFailed([
    { field: "logo", message: "has no room in a code with an address of more than 58 characters" },
  ]);

function tooLong(url: string, level: Level) {
  const { length } = contentOf(url);
  const fitting = levelsFor([url]).join(", ");
  const message = `must be one of ${fitting}: at ${level} a code holds ${maxBytes(level)} bytes, and its URL has ${length}`;
  return validationFailed([{ field: "level", message }]);
}
