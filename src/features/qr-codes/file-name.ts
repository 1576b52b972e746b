import { formatOf, type ImageFormat } from "./image-formats.ts";

/** Maximum length of a file name, in characters, without size and extension. */
export const MAX_FILE_NAME = 80;

const UNITS = { pixels: "px", millimeters: "mm" } as const;

/** Removes characters from a text that file systems may reject; may be empty. */
export const safeName = (text: string): string =>
  Array.from(
    text
      .toWellFormed()
      .normalize("NFC")
      .replace(/[\p{C}\p{Z}<>:"/\\|?*]+/gu, " ")
      .trim(),
  )
    .slice(0, MAX_FILE_NAME)
    .join("")
    .replace(/[. ]+$/, "");

/** A readable file name for a code, such as `Oat crunch box, 50 mm.pdf`. Without a size, the name has none. */
export function fileName(name: string, format: ImageFormat, size: number | undefined): string {
  const measured = size === undefined ? "" : `, ${size} ${UNITS[formatOf(format).unit]}`;
  return `${safeName(name) || "QR code"}${measured}.${format}`;
}
