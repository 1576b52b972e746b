import { crc32 } from "../core/digest.ts";
import { channelsOf } from "./colors.ts";
import { concat, deflate } from "./deflate.ts";
import { type Picture, type PixelLayout, pixelLayout } from "./picture.ts";
import { runsOf } from "./runs.ts";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Fields of the header: one bit for each pixel, which is an index into a palette. */
const BIT_DEPTH = 1;
const INDEXED = 3;

/** The filter of a line that is as the one above it plus what it holds. */
const UP = 2;

/**
 * Draws a picture as a PNG with a palette of two colours and exactly as many pixels as its size says
 * (https://www.w3.org/TR/png-3/).
 */
export async function drawPng(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
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
    chunk("IDAT", await deflate(linesOf(picture, layout))),
    chunk("IEND", new Uint8Array()),
  ]);
}

/**
 * All lines, each after the number of its filter. The first line of a row of modules holds its pixels; the others
 * hold zeros and the filter "as above", which compresses in a tenth of the time that their pixels would take.
 */
function linesOf(picture: Picture, { size, module, offset }: PixelLayout): Uint8Array<ArrayBuffer> {
  const stride = 1 + Math.ceil(size / 8);
  const lines = new Uint8Array(stride * size);
  for (const { x, y, length } of runsOf(picture.modules)) {
    const first = stride * (offset + y * module) + 1;
    setBits(lines, first * 8 + offset + x * module, length * module);
  }
  for (let line = 0; line < picture.modules.length * module; line++) {
    if (line % module > 0) lines[stride * (offset + line)] = UP;
  }
  return lines;
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
