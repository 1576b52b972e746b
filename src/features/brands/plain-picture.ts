import { concat } from "../../ground/drawing/compress.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The longest side of a picture, in pixels. */
const MAX_SIDE = 8_000;

const isSize = (width: number, height: number): boolean =>
  [width, height].every((side) => side >= 1 && side <= MAX_SIDE);

/**
 * What a picture needs of a PNG: no texts, no place and no animation. A color profile may have any text, so colors are those of
 * the chunks whose length is fixed.
 */
const PNG_CHUNKS = ["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "IDAT", "IEND"];
const PNG_LENGTHS: Readonly<Record<string, number>> = { IHDR: 13, gAMA: 4, cHRM: 32, sRGB: 1, IEND: 0 };

/**
 * A PNG without metadata and without anything behind its end (https://www.w3.org/TR/png-3/#11Chunks); null if it is
 * damaged or too large.
 */
export function plainPng(bytes: Bytes): Bytes | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end > bytes.length) return null;
    if (at === 8 && (type !== "IHDR" || !isSize(view.getUint32(at + 8), view.getUint32(at + 12))))
      return null;
    if (PNG_CHUNKS.includes(type) && (PNG_LENGTHS[type] ?? length) === length)
      kept.push(bytes.subarray(at, end));
    if (type === "IEND") return concat(kept);
    at = end;
  }
  return null;
}

const ORIENTATION = 0x0112;
/** A segment with nothing but the orientation, in its last byte but four. */
const EXIF = "ffe100224578696600004d4d002a00000008000101120003000000010000000000000000";

/**
 * A JPEG without metadata, except its orientation, and without anything behind its end (ITU-T T.81, annex B);
 * null if it is damaged or too large.
 */
export function plainJpeg(bytes: Bytes): Bytes | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kept = [bytes.subarray(0, 2)];
  let hasFrame = false;
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (marker === 0xd9) return hasFrame ? concat([...kept, bytes.subarray(at, at + 2)]) : null;
    // Any number of FF may precede a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (at + 4 > bytes.length) return null;
    let end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      if (end < at + 9 || !isSize(view.getUint16(at + 7), view.getUint16(at + 5))) return null;
      hasFrame = true;
    }
    // The compressed data of a scan ends before the next marker; FF00 and D0 to D7 belong to it.
    if (marker === 0xda)
      while (end < bytes.length && !(bytes[end] === 0xff && endsScan(bytes[end + 1] ?? 0))) end++;
    kept.push(...keptOf(marker, bytes.subarray(at, end)));
    at = end;
  }
  return null;
}

const endsScan = (marker: number): boolean => marker !== 0 && !(marker >= 0xd0 && marker <= 0xd7);

const begins = (segment: Bytes, text: string): boolean =>
  [...text].every((character, index) => segment[4 + index] === character.charCodeAt(0));

/** JFIF without its thumbnail, and what Adobe wrote of the color transform: https://www.itu.int/rec/T-REC-T.871, T.872 */
const JFIF_LENGTH = 16;
const ADOBE_LENGTH = 14;

/** Markers of frames, tables and scans: T.81, table B.1. */
const DRAWS = /^(?:c[0-79a-f]|d[a-d])$/;

/** What draws a picture: tables, frames and scans; of what applications add, the density, the color transform and the orientation. */
function keptOf(marker: number, segment: Bytes): Bytes[] {
  if (marker === 0xe0 && begins(segment, "JFIF\0")) return cut(segment, JFIF_LENGTH, 2);
  if (marker === 0xe1) return orientationOf(segment);
  if (marker === 0xee && begins(segment, "Adobe")) return cut(segment, ADOBE_LENGTH, 0);
  return DRAWS.test(marker.toString(16)) ? [segment] : [];
}

/** The first `length` bytes of a segment, which count its length; the last `zeros` of them become 0. */
function cut(segment: Bytes, length: number, zeros: number): Bytes[] {
  if (segment.length < 2 + length) return [];
  const made = segment.slice(0, 2 + length);
  made.set([length >> 8, length & 255], 2);
  return [made.fill(0, made.length - zeros)];
}

/** An Exif segment with the orientation of this one; nothing for the usual orientation. */
function orientationOf(segment: Bytes): Bytes[] {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.length);
  const tiff = 10;
  if (!begins(segment, "Exif\0\0") || segment.length < tiff + 10) return [];
  const isLittle = segment[tiff] === 0x49;
  const list = tiff + view.getUint32(tiff + 4, isLittle);
  const entries = list + 2 <= segment.length ? view.getUint16(list, isLittle) : 0;
  for (let at = list + 2; at < list + 2 + 12 * entries && at + 12 <= segment.length; at += 12) {
    const value = view.getUint16(at + 8, isLittle);
    if (view.getUint16(at, isLittle) !== ORIENTATION || value < 2 || value > 8) continue;
    const made = Uint8Array.from(EXIF.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
    made[29] = value;
    return [made];
  }
  return [];
}
