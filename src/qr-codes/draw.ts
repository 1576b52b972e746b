import { validationFailed } from "../core/errors.ts";
import type { Drawing, Logo } from "../drawing/drawing.ts";
import { drawEps } from "../drawing/eps.ts";
import { drawPdf } from "../drawing/pdf.ts";
import { pixelLayout } from "../drawing/pixel-layout.ts";
import { drawPng } from "../drawing/png.ts";
import { drawSvg } from "../drawing/svg.ts";
import { compose } from "./compose.ts";
import { formatOf, type ImageFormat } from "./image-formats.ts";
import { defaultOptions, type ImageOptions } from "./image-options.ts";
import { symbolOf } from "./symbol.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Draw = (drawing: Drawing, width: number) => string | Bytes | Promise<string | Bytes>;

const DRAW: Record<ImageFormat, Draw> = { svg: drawSvg, png: drawPng, pdf: drawPdf, eps: drawEps };

/**
 * Fewest pixels of a module on each side: decoders lose large symbols of fewer. Round shapes of fewer lose their form, and
 * decoders then lose them (test/qr-codes/styles/scannable.test.ts).
 */
const MIN_PIXELS = 2;
const MIN_SHAPED_PIXELS = 6;

/** Least width in pixels of an image for which no size was asked. */
const NATURAL_PIXELS = 512;

const composed = (url: string, { level, quietZone, ...style }: ImageOptions, logo: Logo | null): Drawing =>
  compose({ modules: symbolOf(url, level), quietZone, style, logo });

/**
 * Draws the code of a URL. Throws RangeError where no code of the level holds the URL, and `validation_failed` for too few
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
 * Draws the plain image of a URL, which has no options: black on white, error correction level M, a quiet zone of 4. Throws
 * TypeError when `url` is not an absolute URL, and RangeError when its `href` is longer than 2,331 bytes.
 */
export function drawPlainSvg(url: string): string {
  const drawing = composed(url, defaultOptions("svg"), null);
  return drawSvg(drawing, naturalWidth(drawing));
}

/** A code as a part of a page. */
export interface InlineDrawing {
  svg: string;
  /** In units of its own. */
  width: number;
  height: number;
}

/** Pixels of a module in a drawing whose size is given where it stands. */
const INLINE = 8;

/** Draws a code as a part of a page, which then needs no image to be loaded. Throws RangeError as `draw` does. */
export function drawInline(url: string, options: ImageOptions, logo: Logo | null): InlineDrawing {
  const drawing = composed(url, options, logo);
  const [width, height] = [drawing.width * INLINE, drawing.height * INLINE];
  return { svg: drawSvg(drawing, width), width, height };
}

const naturalWidth = ({ width }: Drawing): number => width * Math.ceil(NATURAL_PIXELS / width);

function requirePixels(drawing: Drawing, size: number): void {
  const least = drawing.isCrisp ? MIN_PIXELS : MIN_SHAPED_PIXELS;
  if (pixelLayout(drawing, size).unit >= least) return;
  const message = `must be at least ${drawing.width * least} for this code in this style, which is ${drawing.width} modules wide`;
  throw validationFailed([{ field: "size", message }]);
}
