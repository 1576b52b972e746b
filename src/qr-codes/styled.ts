import type { Artwork } from "./artwork.ts";
import { type Composition, compose } from "./compose.ts";
import type { ImageFormat } from "./image-formats.ts";
import { drawStyledEps } from "./styled-eps.ts";
import { drawStyledPdf } from "./styled-pdf.ts";
import { drawStyledPng } from "./styled-png.ts";
import { drawStyledSvg } from "./styled-svg.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Draw = (artwork: Artwork, size: number | undefined) => string | Bytes | Promise<string | Bytes>;

const DRAW: Record<ImageFormat, Draw> = {
  svg: drawStyledSvg,
  png: drawStyledPng,
  pdf: drawStyledPdf,
  eps: drawStyledEps,
};

/** Draws a code of any style in a format; every format draws the same artwork. Throws `validation_failed`. */
export const drawStyled = (
  format: ImageFormat,
  composition: Composition,
  size: number | undefined,
): string | Bytes | Promise<string | Bytes> => DRAW[format](compose(composition), size);
