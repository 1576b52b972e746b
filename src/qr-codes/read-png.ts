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

function toRgba(
  { width, height, depth, type, palette, transparency }: Head,
  channels: number,
  lines: readonly Uint8Array[],
) {
  const pixels = new Uint8Array(4 * width * height);
  const most = 2 ** Math.min(8, depth) - 1;
  // Of 16 bits, the higher eight.
  const valueAt = (line: Uint8Array, index: number): number => {
    if (depth === 16) return line[2 * index] ?? 0;
    if (depth === 8) return line[index] ?? 0;
    const bit = index * depth;
    return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & most;
  };
  const keys = type === 3 || transparency === null ? null : transparentValues(transparency, depth);
  for (const [y, line] of lines.entries()) {
    for (let x = 0; x < width; x++) {
      const values = Array.from({ length: channels }, (_, index) => valueAt(line, x * channels + index));
      const [first = 0, second = 0, third = 0, fourth = 0] = values;
      const at = 4 * (y * width + x);
      if (type === 3) {
        pixels.set([...palette.subarray(3 * first, 3 * first + 3), transparency?.[first] ?? 255], at);
        continue;
      }
      const isKey = keys?.every((key, index) => key === values[index]);
      const full = (value: number) => Math.round((value * 255) / most);
      const grey = full(first);
      if (channels < 3) pixels.set([grey, grey, grey, channels === 2 ? second : isKey ? 0 : 255], at);
      else pixels.set([first, second, third, channels === 4 ? fourth : isKey ? 0 : 255], at);
    }
  }
  return pixels;
}

/** The values of the colour that is transparent, each in two bytes, as `toRgba` sees them. */
function transparentValues(transparency: Uint8Array, depth: number): number[] {
  return Array.from({ length: transparency.length >> 1 }, (_, index) =>
    depth === 16 ? (transparency[2 * index] ?? 0) : (transparency[2 * index + 1] ?? 0),
  );
}
