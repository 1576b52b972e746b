import { sha256Hex } from "../../ground/core/digest.ts";
import { pictureFormat } from "../../ground/core/picture-format.ts";
import type { Logo } from "../../ground/drawing/drawing.ts";
import { onBackground } from "../../ground/drawing/logo-pixels.ts";
import type { UploadedLogo } from "./logo-store.ts";
import { brandKey, invalidLogo, LOGO_TYPES, MAX_LOGO_BYTES, type ProjectKey } from "./logo-store.ts";
import { plainJpeg, plainPng } from "./plain-picture.ts";
import { readPng } from "./read-png.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Parses a logo, without its metadata. The first bytes decide its format, not the caller's media type. Throws `validation_failed` for `logo`. */
export async function readLogo(
  bytes: Bytes,
  project: ProjectKey,
  newSuffix: () => string,
): Promise<UploadedLogo> {
  if (bytes.length === 0 || bytes.length > MAX_LOGO_BYTES)
    throw invalidLogo(`must have 1 to ${MAX_LOGO_BYTES} bytes`);
  const ending = pictureFormat(bytes);
  if (ending !== "png" && ending !== "jpg") throw invalidLogo(NOT_TAKEN);
  const logo = ending === "png" ? await readPng(bytes) : null;
  if (logo && !canBeSeen(logo))
    throw invalidLogo("is too light to be seen on white: choose a darker version");
  const plain = ending === "png" ? plainPng(bytes) : plainJpeg(bytes);
  if (!plain) throw invalidLogo("is damaged, or larger than 8,000 pixels");
  const content = (await sha256Hex(plain)).slice(0, 32);
  const begins = `${await brandKey(project)}-${content}-`;
  return {
    begins,
    file: `${begins}${newSuffix()}.${ending}`,
    mediaType: LOGO_TYPES[ending],
    bytes: plain,
    drawn: logo && Uint8Array.from(logo.file),
  };
}

const NOT_TAKEN =
  "must be a PNG or JPEG picture. To make a PNG from an SVG, upload it in the dashboard," +
  " or run `rsvg-convert -w 1024 logo.svg -o logo.png`";

/** A pixel on white whose red, green and blue are all at least this can't be told from the white. */
const NEARLY_WHITE = 224;

/** Whether at least a thousandth of a logo can be seen on white, as logo.client.js checks it at once. */
function canBeSeen(logo: Logo): boolean {
  const opaque = onBackground(logo, "#ffffff");
  let seen = 0;
  for (let at = 0; at < opaque.length; at += 4)
    if (Math.min(opaque[at] ?? 0, opaque[at + 1] ?? 0, opaque[at + 2] ?? 0) < NEARLY_WHITE) seen++;
  return seen * 1_000 >= opaque.length / 4;
}

export { readOwnPng } from "./read-png.ts";
