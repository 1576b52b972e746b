/** The longest match of DEFLATE, in bytes. */
const LONGEST = 258;

/** A code of `length` bits as it is written: its highest bit first. */
function reversed(code: number, length: number): number {
  let bits = 0;
  for (let bit = 0; bit < length; bit++) bits |= ((code >>> bit) & 1) << (length - 1 - bit);
  return bits;
}

/** The fixed code of each symbol (RFC 1951, 3.2.6), as it is written. */
const CODES = Uint16Array.from({ length: 288 }, (_, symbol) => {
  if (symbol < 144) return reversed(0x30 + symbol, 8);
  if (symbol < 256) return reversed(0x190 + symbol - 144, 9);
  return symbol < 280 ? reversed(symbol - 256, 7) : reversed(0xc0 + symbol - 280, 8);
});

/** How many bits of `value` are written after its code, which tells the `1 + kept` highest. */
const extraBits = (value: number, kept: number): number => Math.max(0, 31 - Math.clz32(value) - kept);

/** The bits of each length of a match, its code and what is written after it, and how many they are. */
const LENGTHS = new Uint16Array(LONGEST + 1);
const LENGTH_BITS = new Uint8Array(LONGEST + 1);
for (let length = 3; length <= LONGEST; length++) {
  const extra = length === LONGEST ? 0 : extraBits(length - 3, 2);
  const symbol = length === LONGEST ? 285 : 257 + 4 * extra + ((length - 3) >>> extra);
  const bits = symbol > 279 ? 8 : 7;
  LENGTHS[length] = (CODES[symbol] ?? 0) | (((length - 3) & ((1 << extra) - 1)) << bits);
  LENGTH_BITS[length] = bits + extra;
}

/** The code of each kind of distance. */
const DISTANCES = Uint8Array.from({ length: 32 }, (_, code) => reversed(code, 5));

/** What DEFLATE's fixed codes say (RFC 1951), bits from the lowest of a byte on. */
export abstract class Bits {
  /** Up to 16 bits, the lowest first. */
  abstract bits(value: number, count: number): void;

  /** A literal byte, the end of the block (256), or a length (257 to 285). */
  symbol(symbol: number): void {
    this.bits(CODES[symbol] ?? 0, symbol < 144 || symbol > 279 ? 8 : symbol < 256 ? 9 : 7);
  }

  /** A match of 3 to 258 bytes. */
  match(length: number, distance: number): void {
    this.bits(LENGTHS[length] ?? 0, LENGTH_BITS[length] ?? 0);
    const before = distance - 1;
    const extra = before < 2 ? 0 : 30 - Math.clz32(before);
    this.bits(DISTANCES[2 * extra + (before >>> extra)] ?? 0, 5);
    this.bits(before & ((1 << extra) - 1), extra);
  }
}

/** Bits that are written again and again, in words of 16. */
export class BitText extends Bits {
  words = new Uint16Array(32);
  /** How many of the words count. */
  length = 0;
  /** The bits after the last whole word, and how many they are. */
  held = 0;
  count = 0;

  bits(value: number, count: number): void {
    this.held |= value << this.count;
    this.count += count;
    if (this.count < 16) return;
    if (this.length === this.words.length) {
      const larger = new Uint16Array(2 * this.length);
      larger.set(this.words);
      this.words = larger;
    }
    this.words[this.length++] = this.held;
    this.held >>>= 16;
    this.count -= 16;
  }

  /** All of another text. */
  text({ words, length, held, count }: BitText): void {
    for (let index = 0; index < length; index++) this.bits(words[index] ?? 0, 16);
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
  words: Uint16Array;
  /** By text, where it ends in the list. */
  ends: Uint32Array;
  /** By text, the bits after its last whole word, and above them how many they are. */
  rests: Uint32Array;
}

/** Texts as one list. */
export function bitTexts(texts: readonly BitText[]): BitTexts {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [index, text] of texts.entries()) {
    end += text.length;
    ends[index] = end;
  }
  const words = new Uint16Array(end);
  for (const [index, text] of texts.entries()) {
    words.set(text.words.subarray(0, text.length), index === 0 ? 0 : ends[index - 1]);
  }
  return {
    words,
    ends,
    rests: Uint32Array.from(texts, ({ held, count }) => held | (count << 16)),
  };
}

/** What most images need, in words. It is used by one stream after the other, as each is written in one go. */
const ROOM = new Uint16Array(65_536);

/**
 * Writes a stream of bits, in words of 16 that have their lower byte first, as all machines that we run on have. Another
 * writer may begin only when this one has given what was written.
 */
export class BitWriter extends Bits {
  #words = ROOM;
  #length = 0;
  #held = 0;
  #count = 0;

  bits(value: number, count: number): void {
    this.#held |= value << this.#count;
    this.#count += count;
    if (this.#count < 16) return;
    if (this.#length === this.#words.length) this.#makeRoom(1);
    this.#words[this.#length++] = this.#held;
    this.#held >>>= 16;
    this.#count -= 16;
  }

  text({ words, length, held, count }: BitText): void {
    this.#copy(words, 0, length);
    this.bits(held, count);
  }

  /** One of several texts that stand in one list. */
  textOf({ words, ends, rests }: BitTexts, index: number): void {
    this.#copy(words, index === 0 ? 0 : (ends[index - 1] ?? 0), ends[index] ?? 0);
    const rest = rests[index] ?? 0;
    this.bits(rest & 0xffff, rest >>> 16);
  }

  #copy(words: Uint16Array, from: number, to: number): void {
    const length = to - from;
    if (this.#length + length > this.#words.length) this.#makeRoom(length);
    const written = this.#words;
    const shift = this.#count;
    let at = this.#length;
    let rest = this.#held;
    for (let index = from; index < to; index++) {
      rest |= (words[index] ?? 0) << shift;
      written[at++] = rest;
      rest >>>= 16;
    }
    this.#length = at;
    this.#held = rest;
  }

  /** Fills up the last byte. */
  align(): void {
    this.bits(0, (8 - (this.#count & 7)) & 7);
  }

  /** What was written, in whole bytes. */
  written(): Uint8Array<ArrayBuffer> {
    const whole = 2 * this.#length;
    const bytes = new Uint8Array(whole + (this.#count >> 3));
    bytes.set(new Uint8Array(this.#words.buffer, 0, whole));
    if (this.#count >= 8) bytes[whole] = this.#held;
    return bytes;
  }

  #makeRoom(count: number): void {
    const larger = new Uint16Array(2 * (this.#length + count));
    larger.set(this.#words);
    this.#words = larger;
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

/** Begins a stream of the zlib format (RFC 1950): a window of 32 KiB, no dictionary, one block with the fixed codes. */
export function zlibWriter(): BitWriter {
  const writer = new BitWriter();
  writer.bits(0x78, 8);
  writer.bits(0x01, 8);
  writer.bits(1, 1);
  writer.bits(1, 2);
  return writer;
}

/** Ends it, with the two sums of its checksum Adler-32. */
export function zlibEnd(writer: BitWriter, a: number, b: number): Uint8Array<ArrayBuffer> {
  writer.symbol(256);
  writer.align();
  for (const byte of [b >>> 8, b & 255, a >>> 8, a & 255]) writer.bits(byte, 8);
  return writer.written();
}
