import { crc32 } from "../core/digest.ts";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** The type of an image whose pixels are entries of a palette. */
const INDEXED = 3;

/** What a PNG holds. */
export interface PngContent {
  width: number;
  height: number;
  /** Bits of each pixel. */
  depth: 1 | 8;
  /** Red, green and blue of each entry. */
  palette: readonly (readonly number[])[];
  /** All lines from the top, each after the number of its filter, in the zlib format. */
  data: Uint8Array;
}

/** Bytes of a chunk besides its data: its length, its type and its CRC-32. */
const AROUND = 12;

const HEADER_LENGTH = 13;

/** A PNG file with a palette (https://www.w3.org/TR/png-3/). */
export function writePng({ width, height, depth, palette, data }: PngContent): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(HEADER_LENGTH);
  const fields = new DataView(header.buffer);
  fields.setUint32(0, width);
  fields.setUint32(4, height);
  header.set([depth, INDEXED], 8);
  const chunks: [string, Uint8Array][] = [
    ["IHDR", header],
    ["PLTE", Uint8Array.from(palette.flat())],
    ["IDAT", data],
    ["IEND", new Uint8Array()],
  ];
  const length = chunks.reduce((sum, [, content]) => sum + AROUND + content.length, SIGNATURE.length);
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const [type, content] of chunks) {
    view.setUint32(at, content.length);
    for (let index = 0; index < 4; index++) file[at + 4 + index] = type.charCodeAt(index);
    file.set(content, at + 8);
    view.setUint32(at + 8 + content.length, crc32(content, crc32(type)));
    at += AROUND + content.length;
  }
  return file;
}
