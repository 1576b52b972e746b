/** What every image format is, and the sizes that it may have. The size is that of the whole image, quiet zone included. */
interface ImageFormatFacts {
  mediaType: string;
  unit: "pixels" | "millimeters";
  least: number;
  most: number;
  /** Absent: as many whole pixels for each module as make 512 or a little more. */
  defaultSize?: number;
  /** Whether a browser shows it; else it is for a printer, and saved. */
  shown: boolean;
}

const PIXELS = { unit: "pixels", least: 64, most: 4096, shown: true } as const;
const MILLIMETRES = { unit: "millimeters", least: 10, most: 1000, defaultSize: 50, shown: false } as const;

/** Every format that the image of a QR code can have, by the ending of its address. */
export const IMAGE_FORMATS = {
  svg: { mediaType: "image/svg+xml", ...PIXELS },
  png: { mediaType: "image/png", ...PIXELS, defaultSize: 1024 },
  pdf: { mediaType: "application/pdf", ...MILLIMETRES },
  eps: { mediaType: "application/postscript", ...MILLIMETRES },
} as const satisfies Record<string, ImageFormatFacts>;

export type ImageFormat = keyof typeof IMAGE_FORMATS;

/** What is known of a format. */
export const formatOf = (format: ImageFormat): ImageFormatFacts => IMAGE_FORMATS[format];

/** Light modules on each side of the symbol: as ISO/IEC 18004 demands by default, fewer or more where asked for. */
export const QUIET_ZONE = { least: 2, most: 16, default: 4 } as const;
