import { type DeflateCodes, END, extraBits, LONGEST } from "./deflate-codes.ts";

/** What DEFLATE's codes say (RFC 1951), bits from the lowest of a byte on, in words of 32. */
export abstract class Bits {
  readonly codes: DeflateCodes;

  constructor(codes: DeflateCodes) {
    this.codes = codes;
  }

  /** Up to 31 bits, the lowest first. */
  abstract bits(value: number, count: number): void;

  /** A literal byte, or the end of the block (256). */
  symbol(symbol: number): void {
    const { symbols, symbolBits } = this.codes;
    this.bits(symbols[symbol] ?? 0, symbolBits[symbol] ?? 0);
  }

  /** A match of 3 to 258 bytes. */
  match(length: number, distance: number): void {
    const { lengths, lengthBits, distances, distanceBits } = this.codes;
    this.bits(lengths[length] ?? 0, lengthBits[length] ?? 0);
    const before = distance - 1;
    const extra = before < 2 ? 0 : extraBits(before, 1);
    const code = 2 * extra + (before >>> extra);
    const bits = distanceBits[code] ?? 0;
    this.bits((distances[code] ?? 0) | ((before & ((1 << extra) - 1)) << bits), bits + extra);
  }
}

/** Bits that are written again and again. */
export class BitText extends Bits {
  words = new Int32Array(16);
  /** How many of the words count. */
  length = 0;
  /** The bits after the last whole word, and how many they are. */
  held = 0;
  count = 0;

  bits(value: number, count: number): void {
    this.held |= value << this.count;
    this.count += count;
    if (this.count < 32) return;
    if (this.length === this.words.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.words);
      this.words = larger;
    }
    this.words[this.length++] = this.held;
    this.count -= 32;
    this.held = this.count === 0 ? 0 : value >>> (count - this.count);
  }

  /** Whether there is nothing to write. */
  get isEmpty(): boolean {
    return this.length + this.count === 0;
  }

  /** All of another text. */
  text({ words, length, held, count }: BitText): void {
    for (let index = 0; index < length; index++) {
      const word = words[index] ?? 0;
      this.bits(word & 0xffff, 16);
      this.bits(word >>> 16, 16);
    }
    this.bits(held, count);
  }

  /** Forgets all bits, and keeps the room that they took. */
  clear(): void {
    this.length = 0;
    this.held = 0;
    this.count = 0;
  }
}

/** Several texts in one list, which machines read quicker than lists here and there. */
export interface BitTexts {
  words: Int32Array;
  /** By text, where it ends in the list. */
  ends: Uint32Array;
  /** By text, the bits after its last whole word, and how many they are. */
  rests: Int32Array;
  counts: Uint8Array;
}

/** Texts as one list. */
export function bitTexts(texts: readonly BitText[]): BitTexts {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [index, text] of texts.entries()) {
    end += text.length;
    ends[index] = end;
  }
  const words = new Int32Array(end);
  for (const [index, text] of texts.entries()) {
    words.set(text.words.subarray(0, text.length), index === 0 ? 0 : ends[index - 1]);
  }
  return {
    words,
    ends,
    rests: Int32Array.from(texts, ({ held }) => held),
    counts: Uint8Array.from(texts, ({ count }) => count),
  };
}

/** Words of the room that every stream is written into, as each is written in one go; it is as large as the largest one. */
let room = new Int32Array(32_768);

/**
 * Writes a stream of bits, in words that have their lowest byte first, as all machines that we run on have. Another writer
 * may begin only when what this one wrote was copied.
 */
export class BitWriter extends Bits {
  #words = room;
  #length = 0;
  #held = 0;
  #count = 0;

  bits(value: number, count: number): void {
    this.#held |= value << this.#count;
    this.#count += count;
    if (this.#count < 32) return;
    if (this.#length === this.#words.length) this.#makeRoom(1);
    this.#words[this.#length++] = this.#held;
    this.#count -= 32;
    this.#held = this.#count === 0 ? 0 : value >>> (count - this.#count);
  }

  text({ words, length, held, count }: BitText): void {
    this.#copy(words, 0, length);
    this.bits(held, count);
  }

  /** One of several texts that stand in one list. */
  textOf({ words, ends, rests, counts }: BitTexts, index: number): void {
    this.#copy(words, index === 0 ? 0 : (ends[index - 1] ?? 0), ends[index] ?? 0);
    this.bits(rests[index] ?? 0, counts[index] ?? 0);
  }

  #copy(words: Int32Array, from: number, to: number): void {
    const length = to - from;
    if (this.#length + length > this.#words.length) this.#makeRoom(length);
    const written = this.#words;
    let at = this.#length;
    this.#length += length;
    const shift = this.#count;
    if (shift === 0) {
      for (let index = from; index < to; index++) written[at++] = words[index] ?? 0;
      return;
    }
    const back = 32 - shift;
    let rest = this.#held;
    for (let index = from; index < to; index++) {
      const word = words[index] ?? 0;
      written[at++] = rest | (word << shift);
      rest = word >>> back;
    }
    this.#held = rest;
  }

  /** Fills up the last byte. */
  align(): void {
    this.bits(0, (8 - (this.#count & 7)) & 7);
  }

  /** What was written, in whole bytes. It is valid until the next writer begins. */
  written(): Uint8Array<ArrayBuffer> {
    if (this.#length === this.#words.length) this.#makeRoom(1);
    this.#words[this.#length] = this.#held;
    return new Uint8Array(this.#words.buffer, 0, 4 * this.#length + (this.#count >> 3));
  }

  #makeRoom(count: number): void {
    room = new Int32Array(2 * (this.#length + count));
    room.set(this.#words);
    this.#words = room;
  }
}

/**
 * `count` bytes that equal those `distance` before them. A rest of one or two is too short for a match and is written
 * as `byte`; there is none where a line is repeated, as the match before it is made shorter.
 */
export function writeMatches(writer: Bits, count: number, distance: number, byte?: number): void {
  for (let rest = count; rest > 0; ) {
    if (rest < 3 && byte !== undefined) {
      writer.symbol(byte);
      rest -= 1;
      continue;
    }
    const length = rest > LONGEST && rest < LONGEST + 3 ? LONGEST - 3 : Math.min(rest, LONGEST);
    writer.match(length, distance);
    rest -= length;
  }
}

/** Begins a stream of the zlib format (RFC 1950): a window of 32 KiB, no dictionary, one block with these codes. */
export function zlibWriter(codes: DeflateCodes): BitWriter {
  const writer = new BitWriter(codes);
  writer.bits(0x78, 8);
  writer.bits(0x01, 8);
  for (const [value, bits] of codes.header) writer.bits(value, bits);
  return writer;
}

/**
 * Ends it, with the two sums of its checksum Adler-32. What it gives is valid until the next stream begins.
 */
export function zlibEnd(writer: BitWriter, a: number, b: number): Uint8Array<ArrayBuffer> {
  writer.symbol(END);
  writer.align();
  for (const byte of [b >>> 8, b & 255, a >>> 8, a & 255]) writer.bits(byte, 8);
  return writer.written();
}
