import { type Bits, writeMatches, zlibEnd, zlibWriter } from "./bit-writer.ts";
import { FIXED_CODES } from "./deflate-codes.ts";

/** A line of a picture of at least 3 bytes. */
export interface RepeatedLine {
  bytes: Uint8Array;
  /** How often it comes, one below the other: at least once. */
  times: number;
}

/**
 * Lines of equal length compressed in the zlib format (RFC 1950, RFC 1951): one block with the fixed codes, in which a
 * repeated byte and a repeated line are matches. It never looks at a repeated line, while `CompressionStream` would read
 * every byte: a picture of 4096 by 4096 pixels then takes most of the 10 ms of CPU that a request of Cloudflare's free
 * plan has.
 */
export function deflateLines(lines: readonly RepeatedLine[]): Uint8Array<ArrayBuffer> {
  const writer = zlibWriter(FIXED_CODES);
  let [a, b] = [1, 0];
  for (const { bytes, times } of lines) {
    writeLine(writer, bytes);
    writeMatches(writer, bytes.length * (times - 1), bytes.length);
    // What a line adds to the checksum Adler-32 depends only on the sum before it.
    let [sum, weighted] = [0, 0];
    for (const byte of bytes) {
      sum += byte;
      weighted += sum;
    }
    for (let time = 0; time < times; time++) {
      b = (b + bytes.length * a + weighted) % 65_521;
      a = (a + sum) % 65_521;
    }
  }
  return zlibEnd(writer, a, b);
}

/** Bytes one by one, and those that come again and again as one and matches with it. */
export function writeLine(writer: Bits, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    let end = at + 1;
    while (bytes[end] === byte) end++;
    writer.symbol(byte);
    writeMatches(writer, end - at - 1, 1, byte);
    at = end;
  }
}
