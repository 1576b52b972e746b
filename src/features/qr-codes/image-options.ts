import { DEFAULT_LEVEL, type Level } from "./capacities.ts";
import { formatOf, type ImageFormat, QUIET_ZONE } from "./image-formats.ts";
import { PLAIN, type Style } from "./style.ts";

/** How an image is drawn. */
export interface ImageOptions extends Style {
  /** Width of the whole image in the unit of its format; default: see `IMAGE_FORMATS`. */
  size?: number | undefined;
  level: Level;
  /** Light modules on each side of the symbol. */
  quietZone: number;
  /** Whether the number of a GTIN is written below its code. */
  hri: "0" | "1";
}

/** The names of the options, in the order of URLs. */
export const OPTION_NAMES = [
  ...(["size", "level", "color", "background", "surface", "quietZone"] as const),
  ...(["modules", "finders", "logo", "frame", "frameText", "hri"] as const),
] satisfies (keyof ImageOptions)[];

/** The options of an image of which nothing is requested. */
export const defaultOptions = (format: ImageFormat): Readonly<ImageOptions> => DEFAULTS[format];

const defaultsOf = (format: ImageFormat): ImageOptions => {
  const { defaultSize } = formatOf(format);
  return {
    ...(defaultSize !== undefined && { size: defaultSize }),
    level: DEFAULT_LEVEL,
    ...PLAIN,
    quietZone: QUIET_ZONE.default,
    hri: "0",
  };
};

const DEFAULTS: Readonly<Record<ImageFormat, ImageOptions>> = {
  svg: defaultsOf("svg"),
  png: defaultsOf("png"),
  pdf: defaultsOf("pdf"),
  eps: defaultsOf("eps"),
};

/** The requested options by name; a repeated parameter has several texts. */
export type AskedOptions = Readonly<Record<string, readonly string[]>>;

export interface DrawImageInput {
  qrCodeId: string;
  format: ImageFormat;
  options: ImageOptions;
  /** The logo comes from a saved style, not from the request: a code that can't show it is drawn without it. */
  mayLackLogo?: boolean;
}
