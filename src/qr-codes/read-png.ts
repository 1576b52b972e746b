import type { PictureSize } from "./picture-size.ts";

/** The most pixels that are read: a small file may unfold to any size. */
const MOST_PIXELS = 1_000_000;

/** Values of each pixel, by the type of a PNG's colours; the type of a palette has one, an entry. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A PNG's size, and red, green, blue and opacity of its pixels where we could read them. */
export interface ReadPng extends PictureSize {
  pixels: Uint8Array | null;
}

/** What a PNG says of itself before its pixels. */
interface Head extends PictureSize {
  depth: number;
  type: number;
  palette: Uint8Array;
  /** Opacity of the palette's entries, or the colour that is transparent. */
  transparency: Uint8Array | null;
}

/**
 * Reads a PNG (https://www.w3.org/TR/png-3/). `pixels` is null for those that are interlaced, damaged or larger than a
 * million pixels; all is null where it says no size.
 */
export async function readPng(bytes: Uint8Array): Promise<ReadPng | null> {
  if (bytes.length < 33) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const head: Head = {
    width,
    height,
    depth: bytes[24] ?? 0,
    type: bytes[25] ?? 0,
    palette: new Uint8Array(),
    transparency: null,
  };
  const isInterlaced = bytes[28] !== 0;
  const data: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.slice(at + 8, at + 8 + length);
    if (type === "PLTE") head.palette = content;
    if (type === "tRNS") head.transparency = content;
    if (type === "IDAT") data.push(content);
    at += 12 + length;
  }
  const channels = CHANNELS[head.type];
  if (isInterlaced || channels === undefined || width * height > MOST_PIXELS || width * height === 0) {
    return { width, height, pixels: null };
  }
  const perLine = Math.ceil((width * channels * head.depth) / 8);
  const raw = await inflate(data, height * (perLine + 1));
  const step = Math.max(1, (channels * head.depth) >> 3);
  return { width, height, pixels: raw && toRgba(head, channels, unfilter(raw, perLine, step)) };
}

/** What is compressed in the zlib format, if it is exactly as long as that; null else. */
async function inflate(data: readonly Uint8Array<ArrayBuffer>[], length: number): Promise<Uint8Array | null> {
  const whole = new Uint8Array(length);
  let at = 0;
  try {
    for await (const chunk of new Blob([...data]).stream().pipeThrough(new DecompressionStream("deflate"))) {
      if (at + chunk.length > length) return null;
      whole.set(chunk, at);
      at += chunk.length;
    }
  } catch {
    return null;
  }
  return at === length ? whole : null;
}

/** Undoes the filter of each line, in place; a line begins with its number. */
function unfilter(raw: Uint8Array, perLine: number, step: number): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let above: Uint8Array = new Uint8Array(perLine);
  for (let start = 0; start < raw.length; start += perLine + 1) {
    const filter = raw[start];
    const line = raw.subarray(start + 1, start + 1 + perLine);
    for (let index = 0; index < perLine; index++) {
      const left = index < step ? 0 : (line[index - step] ?? 0);
      const up = above[index] ?? 0;
      const corner = index < step ? 0 : (above[index - step] ?? 0);
      const predicted =
        filter === 1
          ? left
          : filter === 2
            ? up
            : filter === 3
              ? (left + up) >> 1
              : filter === 4
                ? paeth(left, up, corner)
                : 0;
      line[index] = (line[index] ?? 0) + predicted;
    }
    lines.push(line);
    above = line;
  }
  return lines;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The pixels of lines, each as red, green, blue and opacity. Plain loops: a logo may have a million of them. */
function toRgba(head: Head, channels: number, lines: readonly Uint8Array[]): Uint8Array {
  const { width, height, depth, type, palette, transparency } = head;
  const pixels = new Uint8Array(4 * width * height);
  const most = 2 ** Math.min(8, depth) - 1;
  const keys = type === 3 || transparency === null ? null : transparentValues(transparency, depth);
  const values = new Uint8Array(width * channels);
  for (let y = 0; y < height; y++) {
    readValues(values, lines[y] ?? new Uint8Array(), depth);
    for (let x = 0; x < width; x++) {
      const from = x * channels;
      const at = 4 * (y * width + x);
      const first = values[from] ?? 0;
      if (type === 3) {
        for (let channel = 0; channel < 3; channel++)
          pixels[at + channel] = palette[3 * first + channel] ?? 0;
        pixels[at + 3] = transparency?.[first] ?? 255;
        continue;
      }
      const isGrey = channels < 3;
      for (let channel = 0; channel < 3; channel++) {
        pixels[at + channel] = isGrey ? Math.round((first * 255) / most) : (values[from + channel] ?? 0);
      }
      const isOpaque = !keys?.every((key, index) => key === values[from + index]);
      pixels[at + 3] = channels % 2 === 0 ? (values[from + channels - 1] ?? 0) : isOpaque ? 255 : 0;
    }
  }
  return pixels;
}

/** The values of a line, in a byte each: of 16 bits, the higher eight. */
function readValues(values: Uint8Array, line: Uint8Array, depth: number): void {
  if (depth === 8) {
    values.set(line.subarray(0, values.length));
    return;
  }
  for (let index = 0; index < values.length; index++) {
    const bit = index * depth;
    const byte = line[bit >> 3] ?? 0;
    values[index] = depth === 16 ? byte : (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
  }
}

/** The values of the colour that is transparent, each in two bytes, as `toRgba` sees them. */
function transparentValues(transparency: Uint8Array, depth: number): number[] {
  return Array.from({ length: transparency.length >> 1 }, (_, index) =>
    depth === 16 ? (transparency[2 * index] ?? 0) : (transparency[2 * index + 1] ?? 0),
  );
}
