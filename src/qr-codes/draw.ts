import { drawEps } from "./eps.ts";
import type { ImageFormat } from "./image-formats.ts";
import type { ImageOptions } from "./image-options.ts";
import type { Logo } from "./logo.ts";
import { drawPdf } from "./pdf.ts";
import type { Picture } from "./picture.ts";
import { drawPng } from "./png.ts";
import { isStyled } from "./style.ts";
import { drawSvg } from "./svg.ts";
import { symbolOf } from "./symbol.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Draw = (picture: Picture) => string | Bytes | Promise<Bytes>;

/** What draws plain codes in each format. Each throws `validation_failed` for too few pixels for the modules. */
const DRAW: Record<ImageFormat, Draw> = {
  svg: drawSvg,
  png: drawPng,
  pdf: drawPdf,
  eps: drawEps,
};

/** What draws styles, once it was asked for. */
let styled: Promise<typeof import("./styled.ts")> | undefined;

/**
 * Draws the code of a URL. Plain codes, which are most, have drawings of their own, whose bytes never change. Throws
 * RangeError where no code of the level holds the URL, and `validation_failed` for too few pixels and for a logo that
 * the format cannot hold.
 */
export async function draw(
  url: string,
  format: ImageFormat,
  options: ImageOptions,
  logo: Logo | null,
): Promise<string | Bytes> {
  const { size, level, quietZone, color, background } = options;
  const modules = symbolOf(url, level);
  if (!isStyled(options)) return DRAW[format]({ modules, size, quietZone, color, background });
  styled ??= import("./styled.ts");
  const { drawStyled } = await styled;
  return drawStyled(format, { modules, quietZone, style: options, logo }, size);
}
