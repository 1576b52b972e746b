import type { Origins } from "../../ground/core/origins.ts";
import type { Logo, Photo } from "../../ground/drawing/drawing.ts";
import { logoPath } from "./logo-path.ts";
import type { LogoStore } from "./logo-store.ts";

const FILE = /^[0-9a-f-]+\.(?:png|jpg)$/;

/** Whether the picture of a link can be printed: one that was uploaded, as pages of others can change or disappear. */
export const isPrintable = (url: string | null, origins: Origins): boolean => fileOf(url, origins) !== null;

function fileOf(url: string | null, { shortLink }: Origins): string | null {
  const begin = `${shortLink}${logoPath("")}`;
  const file = url?.startsWith(begin) ? url.slice(begin.length) : "";
  return FILE.test(file) ? file : null;
}

/**
 * Reads an uploaded picture for print. Null for one that is missing, and for one that a PDF would show otherwise than a
 * browser: a turned, CMYK or interlaced picture.
 */
export async function readPrintPicture(
  url: string | null,
  { logos, origins }: { logos: Pick<LogoStore, "read">; origins: Origins },
): Promise<Logo | Photo | null> {
  const file = fileOf(url, origins);
  const stored = file === null ? null : await logos.read(file);
  if (!stored) return null;
  const bytes = new Uint8Array(stored.body);
  if (stored.mediaType === "image/jpeg") return photoOf(bytes);
  const { readPng } = await import("./read-png.ts");
  return readPng(bytes).catch(() => null);
}

/** The frame of a JPEG that was stored without its metadata (ITU-T T.81, annex B); of Exif, only a turn is left. */
function photoOf(jpeg: Uint8Array): Photo | null {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.length);
  for (let at = 2; at + 10 <= jpeg.length; at += 2 + view.getUint16(at + 2)) {
    const marker = jpeg[at + 1] ?? 0;
    const isTurned = marker === 0xe1;
    if (jpeg[at] !== 0xff || isTurned) return null;
    if (marker < 0xc0 || marker > 0xcf || [0xc4, 0xc8, 0xcc].includes(marker)) continue;
    const [height, width, values] = [view.getUint16(at + 5), view.getUint16(at + 7), jpeg[at + 9]];
    return values === 1 || values === 3 ? { width, height, jpeg, isGray: values === 1 } : null;
  }
  return null;
}
