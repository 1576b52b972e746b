import { validationFailed } from "../../ground/core/errors.ts";
import { type Drawing, type Logo, pixelLayout } from "../../ground/drawing/drawing.ts";
import { drawEps } from "../../ground/drawing/eps.ts";
import { drawPdf } from "../../ground/drawing/pdf.ts";
import { drawPng } from "../../ground/drawing/png.ts";
import { drawSvg } from "../../ground/drawing/svg.ts";
import { compose } from "./compose.ts";
import { lineOf } from "./gtin-code.ts";
import { formatOf, type ImageFormat } from "./image-formats.ts";
import { defaultOptions, type ImageOptions } from "./image-options.ts";
import { symbolOf } from "./symbol.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Draw = (drawing: Drawing, width: number) => string | Bytes | Promise<string | Bytes>;

const DRAW: Record<ImageFormat, Draw> = { svg: drawSvg, png: drawPng, pdf: drawPdf, eps: drawEps };

/**
 * Minimum pixels per module side: with fewer, decoders fail on large symbols. Round shapes need more to keep their form
 * (test/qr-codes/styles/scannable.test.ts).
 */
const MIN_PIXELS = 2;
const MIN_SHAPED_PIXELS = 6;

/** Minimum default width of an image, in pixels. */
const NATURAL_PIXELS = 512;

const composed = (
  url: string,
  { level, quietZone, hri, ...style }: ImageOptions,
  logo: Logo | null,
): Drawing =>
  compose({ modules: symbolOf(url, level), quietZone, style, logo, line: hri === "1" ? lineOf(url) : null });

/**
 * Draws the code of a URL. Throws RangeError if the URL does not fit at the level, and `validation_failed` for too few
 * pixels.
 */
export async function draw(
  url: string,
  format: ImageFormat,
  options: ImageOptions,
  logo: Logo | null,
): Promise<string | Bytes> {
  const drawing = composed(url, options, logo);
  const size = options.size ?? naturalWidth(drawing);
  if (formatOf(format).unit === "pixels") requirePixels(drawing, size);
  return DRAW[format](drawing, size);
}

/**
 * Draws the plain image of a URL, without options: black on white, error correction level M, a quiet zone of 4. Throws
 * TypeError when `url` is not an absolute URL, and RangeError when its `href` is longer than 2,331 bytes.
 */
export function drawPlainSvg(url: string): string {
  const drawing = composed(url, defaultOptions("svg"), null);
  return drawSvg(drawing, naturalWidth(drawing));
}

const naturalWidth = ({ width }: Drawing): number => width * Math.ceil(NATURAL_PIXELS / width);

function requirePixels(drawing: Drawing, size: number): void {
  const least = drawing.isCrisp ? MIN_PIXELS : MIN_SHAPED_PIXELS;
  if (pixelLayout(drawing, size).unit >= least) return;
  const message = `must be at least ${drawing.width * least} for this code and style, which is ${drawing.width} modules wide`;
  throw validationFailed([{ field: "size", message }]);
}
