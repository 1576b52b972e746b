import type { DrawImageInput } from "./draw-image.ts";
import { IMAGE_FORMATS, type ImageFormat } from "./image-formats.ts";
import { defaultOptions, IMAGE_OPTIONS } from "./image-options.ts";

/** What the address of an image says: which code, which format, and how it is drawn. */
export type ImageAddress = DrawImageInput;

/** Whether the ending of an address is that of a format. */
export const isImageFormat = (ending: string | undefined): ending is ImageFormat =>
  ending !== undefined && Object.hasOwn(IMAGE_FORMATS, ending);

/**
 * The query of an image's address, with its question mark: the options that differ from the defaults, always in one
 * order, so that there is one address for one image. Empty for an image without options.
 */
export function imageQuery({ format, options }: ImageAddress): string {
  const usual: Record<string, unknown> = { ...defaultOptions(format) };
  const wanted: Record<string, unknown> = { ...options };
  const names = Object.keys(IMAGE_OPTIONS[format].shape).filter((name) => wanted[name] !== usual[name]);
  const query = new URLSearchParams(names.map((name) => [name, String(wanted[name])])).toString();
  return query && `?${query}`;
}
