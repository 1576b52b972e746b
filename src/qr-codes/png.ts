import { channelsOf } from "../core/colors.ts";
import { crc32 } from "../core/digest.ts";
import { concat } from "./deflate.ts";
import { deflateLines, type RepeatedLine } from "./deflate-lines.ts";
import { type Picture, type PixelLayout, pixelLayout } from "./picture.ts";
import { runsOf } from "./runs.ts";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Fields of the header: one bit for each pixel, which is an index into a palette. */
const BIT_DEPTH = 1;
const INDEXED = 3;

/**
 * Draws a picture as a PNG with a palette of two colours and exactly as many pixels as its size says
 * (https://www.w3.org/TR/png-3/).
 */
export function drawPng(picture: Picture): Uint8Array<ArrayBuffer> {
  const layout = pixelLayout(picture);
  const header = new Uint8Array(13);
  const fields = new DataView(header.buffer);
  fields.setUint32(0, layout.size);
  fields.setUint32(4, layout.size);
  header.set([BIT_DEPTH, INDEXED], 8);
  const palette = Uint8Array.of(...channelsOf(picture.background), ...channelsOf(picture.color));
  return concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", deflateLines(linesOf(picture, layout))),
    chunk("IEND", new Uint8Array()),
  ]);
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

/** A chunk: length, type, data, and the CRC-32 of type and data. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(12 + data.length);
  const fields = new DataView(whole.buffer);
  fields.setUint32(0, data.length);
  whole.set(new TextEncoder().encode(type), 4);
  whole.set(data, 8);
  fields.setUint32(8 + data.length, crc32(whole.subarray(4, 8 + data.length)));
  return whole;
}
