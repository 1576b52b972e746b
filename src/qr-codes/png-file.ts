import { crc32 } from "../core/digest.ts";
import { concat } from "./deflate.ts";

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

/** A PNG file with a palette (https://www.w3.org/TR/png-3/). */
export function writePng({ width, height, depth, palette, data }: PngContent): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const fields = new DataView(header.buffer);
  fields.setUint32(0, width);
  fields.setUint32(4, height);
  header.set([depth, INDEXED], 8);
  return concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(palette.flat())),
    chunk("IDAT", data),
    chunk("IEND", new Uint8Array()),
  ]);
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
