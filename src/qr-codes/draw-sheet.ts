import type { ImageOptions } from "./image-options.ts";
import { modulesAcross } from "./picture.ts";

/** The SVG of a code, and how many units wide it is. */
export interface Drawing {
  svg: string;
  side: number;
}

/** The side of a module in units of the drawing. It has no effect on the size, which is given in millimetres. */
const UNITS = 4;

/**
 * Draws codes for one page, in the order of their URLs. Their SVG is part of the page, so that no code can be missing
 * in print because its image was not loaded. Throws RangeError where no code of the level holds a URL.
 */
export async function drawSheet(
  encodedUrls: readonly string[],
  { level, ...options }: Omit<ImageOptions, "size">,
): Promise<Drawing[]> {
  const { drawSvg } = await import("./svg.ts");
  const { symbolOf } = await import("./symbol.ts");
  return encodedUrls.map((url) => {
    const picture = { ...options, modules: symbolOf(url, level) };
    const side = modulesAcross(picture) * UNITS;
    return { svg: drawSvg({ ...picture, size: side }), side };
  });
}
