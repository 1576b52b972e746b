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
    if (length === LONGEST) this.symbol(285);
    else {
      const extra = extraBits(length - 3, 2);
      this.symbol(257 + 4 * extra + ((length - 3) >>> extra));
      this.bits((length - 3) & ((1 << extra) - 1), extra);
    }
    const extra = extraBits(distance - 1, 1);
    this.bits(reversed(2 * extra + ((distance - 1) >>> extra), 5), 5);
    this.bits((distance - 1) & ((1 << extra) - 1), extra);
  }
}

/** Bits that are written again and again, in words of 16. */
export class BitText extends Bits {
  readonly words: number[] = [];
  /** The bits after the last whole word, and how many they are. */
  held = 0;
  count = 0;

  bits(value: number, count: number): void {
    this.held |= value << this.count;
    this.count += count;
    if (this.count < 16) return;
    this.words.push(this.held & 0xffff);
    this.held >>>= 16;
    this.count -= 16;
  }

  /** All of another text. */
  text({ words, held, count }: BitText): void {
    for (const word of words) this.bits(word, 16);
    this.bits(held, count);
  }
}

/** Writes a stream of bits, in words of 16 that have their lower byte first, as all machines that we run on have. */
export class BitWriter extends Bits {
  #words = new Uint16Array(16_384);
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

  text({ words, held, count }: BitText): void {
    const length = words.length;
    if (this.#length + length > this.#words.length) this.#makeRoom(length);
    const [written, shift] = [this.#words, this.#count];
    let [at, rest] = [this.#length, this.#held];
    for (let index = 0; index < length; index++) {
      rest |= (words[index] ?? 0) << shift;
      written[at++] = rest;
      rest >>>= 16;
    }
    [this.#length, this.#held] = [at, rest];
    this.bits(held, count);
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

/** How many bits of `value` are written after its code, which tells the `1 + kept` highest. */
const extraBits = (value: number, kept: number): number => Math.max(0, 31 - Math.clz32(value) - kept);

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
