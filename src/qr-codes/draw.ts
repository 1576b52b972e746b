import { drawEps } from "./eps.ts";
import type { ImageFormat } from "./image-formats.ts";
import { drawPdf } from "./pdf.ts";
import type { Picture } from "./picture.ts";
import { drawPng } from "./png.ts";
import { drawSvg } from "./svg.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Draw = (picture: Picture) => string | Bytes | Promise<Bytes>;

/** What draws each format. Each throws `validation_failed` where the picture has too few pixels for its modules. */
export const DRAW: Record<ImageFormat, Draw> = {
  svg: drawSvg,
  png: drawPng,
  pdf: drawPdf,
  eps: drawEps,
};

export { symbolOf } from "./symbol.ts";
