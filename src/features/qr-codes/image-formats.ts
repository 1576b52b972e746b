/** The properties of an image format. Sizes include the quiet zone. */
interface ImageFormatFacts {
  mediaType: string;
  unit: "pixels" | "millimeters";
  least: number;
  most: number;
  /** Default: whole pixels per module that add up to 512 or a little more. */
  defaultSize?: number;
  /** Whether browsers show it; otherwise it is downloaded for printing. */
  shown: boolean;
}

const PIXELS = { unit: "pixels", least: 64, most: 4096, shown: true } as const;
const MILLIMETRES = { unit: "millimeters", least: 10, most: 1000, defaultSize: 50, shown: false } as const;

/** All image formats of QR codes, by file extension. */
export const IMAGE_FORMATS = {
  svg: { mediaType: "image/svg+xml", ...PIXELS },
  png: { mediaType: "image/png", ...PIXELS, defaultSize: 1024 },
  pdf: { mediaType: "application/pdf", ...MILLIMETRES },
  eps: { mediaType: "application/postscript", ...MILLIMETRES },
} as const satisfies Record<string, ImageFormatFacts>;

export type ImageFormat = keyof typeof IMAGE_FORMATS;

export const formatOf = (format: ImageFormat): ImageFormatFacts => IMAGE_FORMATS[format];

/** Light modules on each side of the symbol. The default follows ISO/IEC 18004. */
export const QUIET_ZONE = { least: 2, most: 16, default: 4 } as const;

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
