import { IMAGE_FORMATS, type ImageFormat } from "./image-formats.ts";
import { type DrawImageInput, defaultOptions, OPTION_NAMES } from "./image-options.ts";

/** The content of an image's URL: the code, the format, and the options. */
export type ImageUrlParts = DrawImageInput;

/** Whether the extension of a URL is an image format. */
export const isImageFormat = (ending: string | undefined): ending is ImageFormat =>
  ending !== undefined && Object.hasOwn(IMAGE_FORMATS, ending);

/**
 * The query string of an image's URL, with its question mark: the options that differ from the defaults, in a fixed
 * order, so that each image has one URL. Empty for an image without options.
 */
export function imageQuery({ format, options }: ImageUrlParts): string {
  if (options === defaultOptions(format)) return "";
  const usual = defaultOptions(format);
  const names = OPTION_NAMES.filter((name) => options[name] !== usual[name]);
  const query = new URLSearchParams(names.map((name) => [name, String(options[name])])).toString();
  return query && `?${query}`;
}
