import { type Color, channelsOf } from "../core/colors.ts";
import { type Drawing, type PixelLayout, type PlacedLogo, pixelLayout } from "./drawing.ts";
import { drawLogo } from "./logo-pixels.ts";
import { pngFile } from "./png-file.ts";
import { cover } from "./raster.ts";

/** Bits per channel for quantizing colors, if there are many. */
const BITS = 5;

/** Pixels as entries of a palette. */
interface Palette {
  entries: Uint8Array;
  /** Red, green and blue of each entry. */
  colors: number[][];
}

/**
 * Converts pixels, four bytes each of which the fourth is ignored, to a palette of at most `most` colors. Similar colors are
 * merged into the color that fills an area, not a shade at its edge.
 */
function paletteOf(pixels: Uint8ClampedArray, most: number): Palette {
  const count = pixels.length / 4;
  const keys = new Uint16Array(count);
  const seen = new Uint32Array(1 << (3 * BITS));
  const colors = new Uint32Array(1 << (3 * BITS));
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, count);
  const shift = 8 - BITS;
  const found: number[] = [];
  let before = -1;
  for (let at = 0; at < count; at++) {
    const red = (pixels[4 * at] ?? 0) >> shift;
    const green = (pixels[4 * at + 1] ?? 0) >> shift;
    const key = (red << (2 * BITS)) | (green << BITS) | ((pixels[4 * at + 2] ?? 0) >> shift);
    const word = (words[at] ?? 0) & 0xffffff;
    // Inside an area, the previous pixel has the same color.
    if (seen[key] === 0) found.push(key);
    if (seen[key] === 0 || word === before) colors[key] = word;
    seen[key] = (seen[key] ?? 0) + 1;
    keys[at] = key;
    before = word;
  }
  found.sort((a, b) => (seen[b] ?? 0) - (seen[a] ?? 0));
  const kept = Uint32Array.from(found.slice(0, most), (key) => colors[key] ?? 0);
  const entryOf = new Uint8Array(seen.length);
  for (const [at, key] of found.entries()) entryOf[key] = at < most ? at : nearest(colors[key] ?? 0, kept);
  const entries = new Uint8Array(count);
  for (let at = 0; at < count; at++) entries[at] = entryOf[keys[at] ?? 0] ?? 0;
  const bytes = new Uint8Array(kept.buffer);
  return { entries, colors: Array.from(kept, (_, at) => [...bytes.subarray(4 * at, 4 * at + 3)]) };
}

/** The entry closest to a color, by the sum of squared byte differences. */
function nearest(color: number, kept: Uint32Array): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let entry = 0; entry < kept.length; entry++) {
    const other = kept[entry] ?? 0;
    let away = 0;
    for (let shift = 0; shift < 32; shift += 8)
      away += (((color >>> shift) & 255) - ((other >>> shift) & 255)) ** 2;
    if (away < least) [best, least] = [entry, away];
  }
  return best;
}

/** Shades between the background and the other color, at the edges of round shapes. */
const STEPS = 15;

const MAX_ENTRIES = 256;

/** The PNG filter "Up": the difference from the row above. */
const UP = 2;

type Depth = 1 | 4 | 8;

/** The drawn pixels as entries of a palette, row by row. */
interface Canvas {
  width: number;
  height: number;
  /** Pixels per unit. */
  scale: number;
  entries: Uint8Array;
}

/** Draws a PNG of this width with a palette: one bit per pixel if no edge needs shades, else four, or eight with a logo. */
export function drawPng(drawing: Drawing, width: number): Promise<Uint8Array<ArrayBuffer>> {
  const layout = pixelLayout(drawing, width);
  const canvas = drawOutlines(drawing, layout.unit / layout.repeat);
  const last = drawing.isCrisp ? 1 : STEPS;
  const isTransparent = drawing.background === null;
  // Without a background, the shades are those of the opacity.
  const palette = stepsBetween(isTransparent ? drawing.color : drawing.surface, drawing.color, last);
  const opacity = isTransparent ? palette.map((_, step) => Math.round((255 * step) / last)) : [];
  if (drawing.logo) palette.push(...placeLogo(canvas, drawing.logo, drawing, palette.length));
  const depth = drawing.logo ? 8 : drawing.isCrisp ? 1 : 4;
  const rows = rowsOf(canvas, layout, depth);
  return pngFile({ width, height: layout.height, depth, palette, opacity, rows });
}

function drawOutlines({ width, height, outlines, isCrisp }: Drawing, scale: number): Canvas {
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  const entries = new Uint8Array(across * down);
  const canvas: Canvas = { width: across, height: down, scale, entries };
  const last = isCrisp ? 1 : STEPS;
  const target = { width: across, height: down, scale, left: 0, top: 0 };
  for (const outline of outlines) {
    cover(outline.path, outline.rule, target, (y, start, length, share) => {
      const from = y * across + start;
      // Equal coverage, but possibly on different backgrounds.
      if (share > 0.999) entries.fill(last, from, from + length);
      else {
        for (let at = from; at < from + length; at++) {
          const before = entries[at] ?? 0;
          entries[at] = Math.round(before + (last - before) * share);
        }
      }
    });
  }
  return canvas;
}

/**
 * Draws a logo, and returns the colors that it needs besides the first `taken`. In a transparent drawing, its pixels are
 * transparent or opaque, as a palette has no room for their opacities.
 */
function placeLogo(
  canvas: Canvas,
  logo: PlacedLogo,
  { background, surface }: Pick<Drawing, "background" | "surface">,
  taken: number,
): Palette["colors"] {
  const { pixels, box } = drawLogo(logo, canvas, surface);
  const isSeen = (at: number) => background !== null || (pixels[4 * at + 3] ?? 0) >= 128;
  const { entries, colors } = paletteOf(pixels, MAX_ENTRIES - taken);
  for (let y = 0; y < box.height; y++) {
    const from = (box.y + y) * canvas.width + box.x;
    for (let x = 0; x < box.width; x++) {
      const at = y * box.width + x;
      canvas.entries[from + x] = isSeen(at) ? taken + (entries[at] ?? 0) : 0;
    }
  }
  return colors;
}

/** A gradient from the first to the second color, as red, green and blue. */
function stepsBetween(from: Color, to: Color, count: number): number[][] {
  const [first, last] = [channelsOf(from), channelsOf(to)];
  return Array.from({ length: count + 1 }, (_, step) =>
    first.map((channel, index) => Math.round(channel + ((last[index] ?? 0) - channel) * (step / count))),
  );
}

/** Approximate bytes compressed at a time, so that a large picture uses little memory. */
const AT_ONCE = 2 ** 18;

/** The rows of the picture, each as its difference from the row above: mostly zeros, which compress fast. */
function* rowsOf(
  canvas: Canvas,
  { width, height, left, repeat }: PixelLayout,
  depth: Depth,
): Generator<Uint8Array> {
  const stride = 1 + Math.ceil((width * depth) / 8);
  const atOnce = Math.ceil(AT_ONCE / stride);
  const background: Uint8Array = new Uint8Array(canvas.width);
  let before = background;
  for (let first = 0; first < height; first += atOnce) {
    const rows = new Uint8Array(stride * Math.min(atOnce, height - first));
    for (let at = 0, y = first; at < rows.length; at += stride, y++) {
      rows[at] = UP;
      const start = Math.floor((y - left) / repeat) * canvas.width;
      const row = canvas.entries.subarray(start, start + canvas.width);
      const drawn = start >= 0 && row.length > 0 ? row : background;
      // Repeated rows use the same part of the canvas.
      if (drawn.byteOffset !== before.byteOffset || drawn.buffer !== before.buffer) {
        writeDifference(rows.subarray(at + 1, at + stride), drawn, before, { left, repeat, depth });
      }
      before = drawn;
    }
    yield rows;
  }
}

/** Writes the differences between entries and the row above, packed with the first pixel in the highest bits. */
function writeDifference(
  bytes: Uint8Array,
  row: Uint8Array,
  above: Uint8Array,
  { left, repeat, depth }: { left: number; repeat: number; depth: Depth },
): void {
  for (let x = 0; x < row.length; x++) {
    const by = (row[x] ?? 0) - (above[x] ?? 0);
    if (by === 0) continue;
    // The position of the pixel, in bits.
    let bit = (left + x * repeat) * depth;
    for (const end = bit + repeat * depth; bit < end; bit += depth) {
      const at = bit >> 3;
      bytes[at] = (bytes[at] ?? 0) + (by << (8 - depth - (bit & 7)));
    }
  }
}
