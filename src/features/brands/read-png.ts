import { concat, inflate } from "../../ground/drawing/compress.ts";
import type { Logo } from "../../ground/drawing/drawing.ts";
import { pngFile } from "../../ground/drawing/png-file.ts";
import { premultiplied, resampled, unmultiplied } from "../../ground/drawing/resample.ts";
import { invalidLogo } from "./logo-store.ts";

/** Maximum size of a picture, and of the longer side of the stored logo, in pixels. */
const MAX_PIXELS = 4_000_000;
const MAX_SIDE = 512;

/** For each color type: values per pixel, and allowed bit depths. */
const TYPES: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};
const PALETTE = 3;

/** The header data of a PNG. */
interface Head {
  width: number;
  height: number;
  depth: number;
  type: number;
  channels: number;
}

/**
 * Reads a PNG logo (https://www.w3.org/TR/png-3/), reduced to the size needed in a code. Validates the header before
 * allocating memory, and decompresses no more than the header announces: libraries do neither. Throws
 * `validation_failed` for `logo`.
 */
export async function readPng(bytes: Uint8Array): Promise<Logo> {
  const head = readHead(bytes);
  const rgba = await readPixels(bytes, head);
  const factor = Math.min(1, MAX_SIDE / Math.max(head.width, head.height));
  const [width, height] = [head.width, head.height].map((side) => Math.max(1, Math.round(side * factor)));
  if (width === undefined || height === undefined || factor === 1) return logoOf(head, rgba);
  return logoOf({ width, height }, unmultiplied(resampled(premultiplied(rgba), head, { width, height })));
}

/** Reads a PNG written by `readPng`; validates it again. */
export async function readOwnPng(file: Uint8Array): Promise<Logo> {
  const head = readHead(file);
  const { width, height } = head;
  return { width, height, rgba: await readPixels(file, head), file };
}

/** Pixels as a logo, with a plain PNG. */
async function logoOf({ width, height }: Pick<Head, "width" | "height">, rgba: Uint8Array): Promise<Logo> {
  const rows = new Uint8Array(height * (1 + 4 * width));
  for (let y = 0; y < height; y++) {
    rows.set(rgba.subarray(4 * y * width, 4 * (y + 1) * width), 1 + y * (1 + 4 * width));
  }
  const file = await pngFile({ width, height, depth: 8, palette: null, rows: [rows] });
  return { width, height, rgba, file };
}

function readHead(bytes: Uint8Array): Head {
  if (bytes.length < 33) throw damaged();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [depth = 0, type = 0, compression, filter, interlace] = bytes.subarray(24, 29);
  const { channels, depths } = TYPES[type] ?? { channels: 0, depths: [] };
  if (view.getUint32(12) !== 0x49484452 || !depths.includes(depth) || compression !== 0 || filter !== 0) {
    throw damaged();
  }
  if (interlace !== 0) throw invalidLogo("is an interlaced PNG: save it without interlacing");
  if (width === 0 || height === 0) throw damaged();
  if (width * height > MAX_PIXELS) {
    throw invalidLogo(`has ${width} × ${height} pixels: make it smaller, such as 1000 pixels wide`);
  }
  return { width, height, depth, type, channels };
}

const damaged = () => invalidLogo("is a damaged PNG: save it again");

/** Red, green, blue and opacity of each pixel. */
async function readPixels(bytes: Uint8Array, head: Head): Promise<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const chunks: Record<string, Uint8Array[]> = { PLTE: [], tRNS: [], IDAT: [] };
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks[type]?.push(bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + view.getUint32(at))));
  }
  const { width, height, channels, depth, type } = head;
  const perRow = Math.ceil((width * channels * depth) / 8);
  const length = height * (1 + perRow);
  const rows = await inflate(concat(chunks.IDAT ?? []), length).catch(() => null);
  if (rows?.length !== length) throw damaged();
  const [palette] = chunks.PLTE ?? [];
  const [transparency] = chunks.tRNS ?? [];
  if (type === PALETTE && !palette) throw damaged();
  const colorOf = type === PALETTE ? byPalette(palette, transparency) : byValues(head, transparency);
  const rgba = new Uint8Array(4 * width * height);
  const step = Math.max(1, (channels * depth) >> 3);
  let above = new Uint8Array(perRow);
  const values = new Uint8Array(width * channels);
  for (let y = 0; y < height; y++) {
    const start = y * (1 + perRow);
    const row = rows.subarray(start + 1, start + 1 + perRow);
    unfilter(row, above, rows[start] ?? 0, step);
    unpack(values, row, depth);
    for (let x = 0; x < width; x++) colorOf(values, x * channels, rgba, 4 * (y * width + x));
    above = row;
  }
  return rgba;
}

/** Undoes the filter of a row, in place. */
function unfilter(row: Uint8Array, above: Uint8Array, filter: number, step: number): void {
  if (filter > 4) throw damaged();
  for (let index = 0; filter > 0 && index < row.length; index++) {
    const left = index < step ? 0 : (row[index - step] ?? 0);
    const up = above[index] ?? 0;
    let predicted = left;
    if (filter === 2) predicted = up;
    if (filter === 3) predicted = (left + up) >> 1;
    if (filter === 4) predicted = paeth(left, up, index < step ? 0 : (above[index - step] ?? 0));
    row[index] = (row[index] ?? 0) + predicted;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The values of a row, one byte each; for 16 bits, the high byte. */
function unpack(values: Uint8Array, row: Uint8Array, depth: number): void {
  for (let index = 0; index < values.length; index++) {
    if (depth === 8) values[index] = row[index] ?? 0;
    else if (depth === 16) values[index] = row[2 * index] ?? 0;
    else {
      const bit = index * depth;
      values[index] = ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
    }
  }
}

/** Writes the color of the pixel whose values start at `from`. */
type WriteColor = (values: Uint8Array, from: number, rgba: Uint8Array, at: number) => void;

const byPalette =
  (palette: Uint8Array | undefined, transparency: Uint8Array | undefined): WriteColor =>
  (values, from, rgba, at) => {
    const entry = values[from] ?? 0;
    for (let channel = 0; channel < 3; channel++) rgba[at + channel] = palette?.[3 * entry + channel] ?? 0;
    rgba[at + 3] = transparency?.[entry] ?? 255;
  };

function byValues({ channels, depth }: Head, transparency: Uint8Array | undefined): WriteColor {
  const most = 2 ** Math.min(8, depth) - 1;
  const isGray = channels < 3;
  // The transparent color, with two bytes per value.
  const key =
    transparency &&
    Array.from({ length: isGray ? 1 : 3 }, (_, at) => transparency[2 * at + (depth === 16 ? 0 : 1)]);
  return (values, from, rgba, at) => {
    for (let channel = 0; channel < 3; channel++) {
      const value = values[from + (isGray ? 0 : channel)] ?? 0;
      rgba[at + channel] = depth < 8 ? Math.round((value * 255) / most) : value;
    }
    const isClear = key?.every((value, channel) => value === values[from + channel]) ?? false;
    rgba[at + 3] = channels % 2 === 0 ? (values[from + channels - 1] ?? 0) : isClear ? 0 : 255;
  };
}
