import { channelsOf } from "../core/colors.ts";
import { deflateLines, type RepeatedLine } from "./deflate-lines.ts";
import { type Picture, type PixelLayout, pixelLayout } from "./picture.ts";
import { writePng } from "./png-file.ts";
import { runsOf } from "./runs.ts";

/**
 * Draws a picture as a PNG with a palette of two colours, one bit for each pixel, and exactly as many pixels as its size
 * says.
 */
export function drawPng(picture: Picture): Uint8Array<ArrayBuffer> {
  const layout = pixelLayout(picture);
  const { size } = layout;
  const palette = [channelsOf(picture.background), channelsOf(picture.color)];
  const data = deflateLines(linesOf(picture, layout));
  return writePng({ width: size, height: size, depth: 1, palette, data });
}

/** All lines from the top, each after the number of its filter, which is 0: none. A row of modules is one line. */
function linesOf({ modules }: Picture, { size, module, offset }: PixelLayout): RepeatedLine[] {
  const blank = () => new Uint8Array(1 + Math.ceil(size / 8));
  const rows = modules.map(() => ({ bytes: blank(), times: module }));
  for (const { x, y, length } of runsOf(modules)) {
    const row = rows[y];
    if (row) setBits(row.bytes, 8 + offset + x * module, length * module);
  }
  const below = size - offset - modules.length * module;
  return [{ bytes: blank(), times: offset }, ...rows, { bytes: blank(), times: below }];
}

/** Sets `count` bits from bit `start` on; the first bit of a byte is its highest. */
function setBits(bytes: Uint8Array, start: number, count: number): void {
  const end = start + count;
  const [first, last] = [start >>> 3, end >>> 3];
  const head = 0xff >>> (start & 7);
  const tail = 0xff & ~(0xff >>> (end & 7));
  if (first === last) {
    bytes[first] = (bytes[first] ?? 0) | (head & tail);
    return;
  }
  bytes[first] = (bytes[first] ?? 0) | head;
  bytes.fill(0xff, first + 1, last);
  if (tail !== 0) bytes[last] = (bytes[last] ?? 0) | tail;
}
