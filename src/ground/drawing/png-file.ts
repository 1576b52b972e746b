import { crc32 } from "../core/digest.ts";
import { concat, deflate } from "./compress.ts";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** The color type of a PNG: palette, or red, green, blue and opacity. */
const INDEXED = 3;
const RGBA = 6;

interface PngContent {
  width: number;
  height: number;
  /** Bits per pixel. */
  depth: 1 | 4 | 8;
  /** Red, green and blue of each palette entry; null without a palette. */
  palette: readonly (readonly number[])[] | null;
  /** The opacity of the first entries of the palette, from 0 to 255; all others are opaque. */
  opacity?: readonly number[];
  /** All rows from the top, each prefixed with its filter number; in parts. */
  rows: Iterable<Uint8Array>;
}

/** A PNG file (https://www.w3.org/TR/png-3/). */
export async function pngFile({
  width,
  height,
  depth,
  palette,
  opacity = [],
  rows,
}: PngContent): Promise<Uint8Array<ArrayBuffer>> {
  const header = new Uint8Array(13);
  const fields = new DataView(header.buffer);
  fields.setUint32(0, width);
  fields.setUint32(4, height);
  header.set([depth, palette ? INDEXED : RGBA], 8);
  return concat([
    SIGNATURE,
    ...chunk("IHDR", header),
    ...(palette ? chunk("PLTE", Uint8Array.from(palette.flat())) : []),
    ...(opacity.length > 0 ? chunk("tRNS", Uint8Array.from(opacity)) : []),
    ...chunk("IDAT", await deflate(rows)),
    ...chunk("IEND", new Uint8Array()),
  ]);
}

/** A chunk: its length, its type and its content, and the CRC-32 of the two. */
function chunk(type: string, content: Uint8Array): Uint8Array[] {
  const [length, sum] = [new Uint8Array(4), new Uint8Array(4)];
  new DataView(length.buffer).setUint32(0, content.length);
  new DataView(sum.buffer).setUint32(0, crc32(content, crc32(type)));
  return [length, new TextEncoder().encode(type), content, sum];
}
