import { type Color, channelsOf } from "../core/colors.ts";
import type { Drawing, PlacedLogo } from "./drawing.ts";
import { drawLogo } from "./logo-pixels.ts";
import { type Palette, paletteOf } from "./palette.ts";
import { type PixelLayout, pixelLayout } from "./pixel-layout.ts";
import { pngFile } from "./png-file.ts";
import { cover } from "./raster.ts";

/** Steps from the background to the other color, at the edges of round shapes. */
const STEPS = 15;

/** The most entries of a palette. */
const MAX_ENTRIES = 256;

/** The filter of a row that is written as the difference from the one above. */
const UP = 2;

/** Stands for a row beside the canvas, which is all background. */
const OUTSIDE = -1;

type Depth = 1 | 4 | 8;

/** The drawn pixels as entries of a palette, row by row. */
interface Canvas {
  width: number;
  height: number;
  /** Pixels of a unit. */
  scale: number;
  entries: Uint8Array;
}

/**
 * Draws a PNG of this width with a palette: one bit for each pixel where no edge needs shades, else four, or eight with a
 * logo.
 */
export function drawPng(drawing: Drawing, width: number): Promise<Uint8Array<ArrayBuffer>> {
  const layout = pixelLayout(drawing, width);
  const canvas = drawOutlines(drawing, layout.unit / layout.repeat);
  const last = drawing.isCrisp ? 1 : STEPS;
  const palette = stepsBetween(drawing.background, drawing.color, last);
  if (drawing.logo) palette.push(...placeLogo(canvas, drawing.logo, drawing.background, palette.length));
  const depth = drawing.logo ? 8 : drawing.isCrisp ? 1 : 4;
  const rows = rowsOf(canvas, layout, depth);
  return pngFile({ width, height: layout.height, depth, palette, rows });
}

function drawOutlines({ width, height, outlines, color, isCrisp }: Drawing, scale: number): Canvas {
  const canvas: Canvas = {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    scale,
    entries: new Uint8Array(Math.round(width * scale) * Math.round(height * scale)),
  };
  const { entries } = canvas;
  const last = isCrisp ? 1 : STEPS;
  const target = { width: canvas.width, height: canvas.height, scale, left: 0, top: 0 };
  for (const outline of outlines) {
    const entry = outline.color === color ? last : 0;
    cover(outline.path, outline.rule, target, (y, start, length, share) => {
      const from = y * canvas.width + start;
      // All covered alike, but maybe on different grounds.
      if (share > 0.999) entries.fill(entry, from, from + length);
      else {
        for (let at = from; at < from + length; at++) {
          const before = entries[at] ?? 0;
          entries[at] = Math.round(before + (entry - before) * share);
        }
      }
    });
  }
  return canvas;
}

/** Draws a logo, and gives the colors that it needs besides the first `taken`. */
function placeLogo(canvas: Canvas, logo: PlacedLogo, background: Color, taken: number): Palette["colors"] {
  const { pixels, box } = drawLogo(logo, canvas, background);
  const { entries, colors } = paletteOf(pixels, MAX_ENTRIES - taken);
  for (let y = 0; y < box.height; y++) {
    const from = (box.y + y) * canvas.width + box.x;
    for (let x = 0; x < box.width; x++) canvas.entries[from + x] = taken + (entries[y * box.width + x] ?? 0);
  }
  return colors;
}

/** From the first color to the second, as red, green and blue. */
function stepsBetween(from: Color, to: Color, count: number): number[][] {
  const [first, last] = [channelsOf(from), channelsOf(to)];
  return Array.from({ length: count + 1 }, (_, step) =>
    first.map((channel, index) => Math.round(channel + ((last[index] ?? 0) - channel) * (step / count))),
  );
}

/** The rows of the picture, each after its filter. One that is as the one above is written as no difference, which is quick. */
function rowsOf(canvas: Canvas, { width, height, left, repeat }: PixelLayout, depth: Depth): Uint8Array {
  const stride = 1 + Math.ceil((width * depth) / 8);
  const rows = new Uint8Array(stride * height);
  let above = OUTSIDE;
  for (let y = 0; y < height; y++) {
    const inside = Math.floor((y - left) / repeat);
    const row = inside >= 0 && inside < canvas.height ? inside : OUTSIDE;
    if (y > 0 && areEqual(canvas, row, above)) rows[y * stride] = UP;
    else if (row !== OUTSIDE)
      pack(canvas, row, rows.subarray(y * stride + 1, (y + 1) * stride), { left, repeat, depth });
    above = row;
  }
  return rows;
}

function areEqual({ width, entries }: Canvas, row: number, other: number): boolean {
  if (row === other) return true;
  if (row === OUTSIDE || other === OUTSIDE) return false;
  const [a, b] = [row * width, other * width];
  for (let x = 0; x < width; x++) if (entries[a + x] !== entries[b + x]) return false;
  return true;
}

/** Writes a row of the canvas into bytes of a PNG, the first pixel into the highest bits. */
function pack(
  { width, entries }: Canvas,
  row: number,
  bytes: Uint8Array,
  { left, repeat, depth }: { left: number; repeat: number; depth: Depth },
): void {
  const inByte = 8 / depth;
  for (let x = 0; x < width; x++) {
    const entry = entries[row * width + x] ?? 0;
    if (entry === 0) continue;
    const first = left + x * repeat;
    for (let pixel = first; pixel < first + repeat; pixel++) {
      const at = Math.floor(pixel / inByte);
      bytes[at] = (bytes[at] ?? 0) | (entry << (8 - depth - (pixel % inByte) * depth));
    }
  }
}
