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

/** Filters of rows: the difference from the pixel before, and from the row above. */
const SUB = 1;
const UP = 2;

/** Stands for a row beside the canvas, which is all background. */
const OUTSIDE = -1;

type Depth = 1 | 4 | 8;

/** The drawn pixels as entries of a palette, row by row. */
interface Canvas {
  width: number;
  height: number;
  /** Bytes of a row: whole words, so that rows are compared quickly. */
  stride: number;
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
  const stride = 4 * Math.ceil(across / 4);
  const entries = new Uint8Array(stride * down);
  const canvas: Canvas = { width: across, height: down, stride, scale, entries };
  const last = isCrisp ? 1 : STEPS;
  const target = { width: across, height: down, scale, left: 0, top: 0 };
  for (const outline of outlines) {
    const entry = outline.color === color ? last : 0;
    cover(outline.path, outline.rule, target, (y, start, length, share) => {
      const from = y * stride + start;
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
    const from = (box.y + y) * canvas.stride + box.x;
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

/** The rows of the picture, each after its filter. One that is as the one above is written as no difference, which is quick. */
function* rowsOf(
  canvas: Canvas,
  { width, height, left, repeat }: PixelLayout,
  depth: Depth,
): Generator<Uint8Array> {
  const stride = 1 + Math.ceil((width * depth) / 8);
  // Whole bytes, whatever the width.
  const line = new Uint8Array(8 * Math.ceil(width / 8));
  const atOnce = Math.ceil(AT_ONCE / stride);
  let above = OUTSIDE;
  for (let first = 0; first < height; first += atOnce) {
    const rows = new Uint8Array(stride * Math.min(atOnce, height - first));
    for (let at = 0, y = first; at < rows.length; at += stride, y++) {
      const inside = Math.floor((y - left) / repeat);
      const row = inside >= 0 && inside < canvas.height ? inside : OUTSIDE;
      if (y > 0 && areEqual(canvas, row, above)) rows[at] = UP;
      else if (row !== OUTSIDE) {
        spread(line, canvas, row, left, repeat);
        if (depth === 8) rows[at] = SUB;
        pack(rows.subarray(at + 1, at + stride), line, depth);
      }
      above = row;
    }
    yield rows;
  }
}

function areEqual({ stride, entries }: Canvas, row: number, other: number): boolean {
  if (row === other) return true;
  if (row === OUTSIDE || other === OUTSIDE) return false;
  const words = new Uint32Array(entries.buffer);
  const count = stride / 4;
  const [a, b] = [row * count, other * count];
  for (let at = 0; at < count; at++) if (words[a + at] !== words[b + at]) return false;
  return true;
}

/** Writes a row of the canvas as pixels of the picture, an entry in each byte. */
function spread(
  line: Uint8Array,
  { width, stride, entries }: Canvas,
  row: number,
  left: number,
  repeat: number,
): void {
  const from = row * stride;
  if (repeat === 1) {
    line.set(entries.subarray(from, from + width), left);
    return;
  }
  for (let x = 0, at = left; x < width; x++, at += repeat) {
    const entry = entries[from + x] ?? 0;
    for (let pixel = at; pixel < at + repeat; pixel++) line[pixel] = entry;
  }
}

/**
 * Writes entries in so many bits each, the first into the highest; those of eight bits as differences, which take a third less
 * time to compress.
 */
function pack(bytes: Uint8Array, line: Uint8Array, depth: Depth): void {
  if (depth === 8) {
    for (let index = 0; index < bytes.length; index++) {
      bytes[index] = (line[index] ?? 0) - (index === 0 ? 0 : (line[index - 1] ?? 0));
    }
    return;
  }
  const inByte = 8 / depth;
  for (let index = 0, at = 0; index < bytes.length; index++) {
    let byte = 0;
    for (let pixel = 0; pixel < inByte; pixel++) byte = (byte << depth) | (line[at++] ?? 0);
    bytes[index] = byte;
  }
}
