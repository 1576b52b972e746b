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
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  const entries = new Uint8Array(across * down);
  const canvas: Canvas = { width: across, height: down, scale, entries };
  const last = isCrisp ? 1 : STEPS;
  const target = { width: across, height: down, scale, left: 0, top: 0 };
  for (const outline of outlines) {
    const entry = outline.color === color ? last : 0;
    cover(outline.path, outline.rule, target, (y, start, length, share) => {
      const from = y * across + start;
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

/** About how many bytes are compressed at one time, so that a large picture takes little memory. */
const AT_ONCE = 2 ** 18;

/** The rows of the picture, each as its difference from the one above: most of it is nothing, and quickly compressed. */
function* rowsOf(
  canvas: Canvas,
  { width, height, left, repeat }: PixelLayout,
  depth: Depth,
): Generator<Uint8Array> {
  const stride = 1 + Math.ceil((width * depth) / 8);
  const atOnce = Math.ceil(AT_ONCE / stride);
  // Whole bytes, whatever the width.
  const whole = 8 * Math.ceil(width / 8);
  let [line, before] = [new Uint8Array(whole), new Uint8Array(whole)];
  let above = OUTSIDE;
  for (let first = 0; first < height; first += atOnce) {
    const rows = new Uint8Array(stride * Math.min(atOnce, height - first));
    for (let at = 0, y = first; at < rows.length; at += stride, y++) {
      const inside = Math.floor((y - left) / repeat);
      const row = inside >= 0 && inside < canvas.height ? inside : OUTSIDE;
      rows[at] = UP;
      if (row === above) continue;
      [line, before] = [before, line];
      spread(line, canvas, row, left, repeat);
      writeDifference(rows.subarray(at + 1, at + stride), line, before, depth);
      above = row;
    }
    yield rows;
  }
}

/** Writes a row of the canvas as pixels of the picture, an entry in each byte. */
function spread(
  line: Uint8Array,
  { width, entries }: Canvas,
  row: number,
  left: number,
  repeat: number,
): void {
  if (row === OUTSIDE) {
    line.fill(0);
    return;
  }
  const from = row * width;
  if (repeat === 1) {
    line.set(entries.subarray(from, from + width), left);
    return;
  }
  for (let x = 0, at = left; x < width; x++) {
    const entry = entries[from + x] ?? 0;
    for (const end = at + repeat; at < end; at++) line[at] = entry;
  }
}

/**
 * Writes entries in so many bits each, the first in the highest, as the difference of their bytes from those before. That of two
 * bytes is that of their parts, each in its place. A loop for each depth takes a quarter of the time of one for all.
 */
function writeDifference(bytes: Uint8Array, line: Uint8Array, before: Uint8Array, depth: Depth): void {
  const { length } = bytes;
  const part = (at: number) => (line[at] ?? 0) - (before[at] ?? 0);
  if (depth === 8) for (let index = 0; index < length; index++) bytes[index] = part(index);
  else if (depth === 4) {
    for (let index = 0; index < length; index++) bytes[index] = 16 * part(2 * index) + part(2 * index + 1);
  } else {
    for (let index = 0; index < length; index++) {
      let value = 0;
      for (let bit = 0; bit < 8; bit++) value = 2 * value + part(8 * index + bit);
      bytes[index] = value;
    }
  }
}
