import { type Color, channelsOf } from "../core/colors.ts";
import { validationFailed } from "../core/errors.ts";
import { deflate } from "./deflate.ts";
import type { ImageFormat } from "./image-formats.ts";
import type { LogoPicture } from "./logo.ts";

/** Whether a format can hold a logo: see `requireDrawable`. */
export const isDrawable = ({ mediaType, pixels, components }: LogoPicture, format: ImageFormat): boolean =>
  format === "svg" ||
  pixels !== null ||
  (mediaType === "image/jpeg" && format !== "png" && components !== null);

/**
 * Refuses a logo that a format cannot hold. Only SVG holds every file; PDF and EPS hold JPEG as it is; whatever else
 * they and PNG show has to be pixels that we have read. Throws `validation_failed` for `logo`.
 */
export function requireDrawable(picture: LogoPicture, format: ImageFormat): void {
  if (isDrawable(picture, format)) return;
  const name = {
    "image/jpeg": "a JPEG",
    "image/webp": "a WebP",
    "image/png": "this PNG",
    "image/svg+xml": "this SVG",
  };
  const message = `${name[picture.mediaType]} logo can't be drawn as ${format.toUpperCase()}: upload the logo as a plain PNG or as an SVG of simple shapes`;
  throw validationFailed([{ field: "logo", message }]);
}

/** Red, green and blue of each pixel of a logo that lies on a background. */
export function opaquePixels({ pixels, width, height }: LogoPicture, background: Color): Uint8Array {
  const opaque = new Uint8Array(width * height * 3);
  if (pixels === null) return opaque;
  const ground = channelsOf(background);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const alpha = (pixels[4 * pixel + 3] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel++) {
      const value = alpha * (pixels[4 * pixel + channel] ?? 0) + (1 - alpha) * (ground[channel] ?? 0);
      opaque[3 * pixel + channel] = Math.round(value);
    }
  }
  return opaque;
}

/** What was compressed last for a logo, and on which background. */
const compressed = new WeakMap<LogoPicture, { background: Color; bytes: Uint8Array<ArrayBuffer> }>();

/** The pixels of a logo on a background, in the zlib format. */
export async function compressedPixels(
  picture: LogoPicture,
  background: Color,
): Promise<Uint8Array<ArrayBuffer>> {
  const known = compressed.get(picture);
  if (known?.background === background) return known.bytes;
  const bytes = await deflate(opaquePixels(picture, background));
  compressed.set(picture, { background, bytes });
  return bytes;
}
