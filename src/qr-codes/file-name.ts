import { formatOf, type ImageFormat } from "./image-formats.ts";

/** The longest name of a file, in characters, without its size and ending. */
export const MAX_FILE_NAME = 80;

const UNITS = { pixels: "px", millimeters: "mm" } as const;

/** A text as the name of a file, without what a file system may refuse; may be empty. */
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

/** The file of a code, named for people: `Oat crunch box, 50 mm.pdf`. A format that has no size of its own names none. */
export function fileName(name: string, format: ImageFormat, size: number | undefined): string {
  const measured = size === undefined ? "" : `, ${size} ${UNITS[formatOf(format).unit]}`;
  return `${safeName(name) || "QR code"}${measured}.${format}`;
}
