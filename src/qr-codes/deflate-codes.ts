/** The longest match of DEFLATE, in bytes. */
export const LONGEST = 258;

/** The symbol that ends a block. */
export const END = 256;

/** The codes of a block of DEFLATE (RFC 1951, 3.2), each as it is written: its highest bit first. */
export interface DeflateCodes {
  /** What a block begins with: values, and in how many bits each is written. */
  header: readonly (readonly [value: number, bits: number])[];
  /** By literal byte, and the end of the block (256). */
  symbols: Uint16Array;
  symbolBits: Uint8Array;
  /** By length of a match, from 3 to 258: its code with what is written after it. */
  lengths: Int32Array;
  lengthBits: Uint8Array;
  /** By kind of distance; the rest of the distance is written after it. */
  distances: Uint16Array;
  distanceBits: Uint8Array;
}

/** How many bits of `value` are written after its code, which tells the `1 + kept` highest. */
export const extraBits = (value: number, kept: number): number => Math.max(0, 31 - Math.clz32(value) - kept);

/** The codes of symbols, of which `bits` says how long each code is, 0 for one that has none (RFC 1951, 3.2.2). */
function canonicalCodes(bits: Uint8Array): Uint16Array {
  const codes = new Uint16Array(bits.length);
  let code = 0;
  for (let length = 1; length < 16; length++, code <<= 1) {
    for (let symbol = 0; symbol < bits.length; symbol++) {
      if (bits[symbol] === length) codes[symbol] = reversed(code++, length);
    }
  }
  return codes;
}

function reversed(code: number, length: number): number {
  let bits = 0;
  for (let bit = 0; bit < length; bit++) bits |= ((code >>> bit) & 1) << (length - 1 - bit);
  return bits;
}

/** Codes as long as these say, for literals and lengths (0 to 285) and for distances (0 to 29). */
export function codesOf(
  symbolBits: Uint8Array,
  distanceBits: Uint8Array,
  header: DeflateCodes["header"],
): DeflateCodes {
  const symbols = canonicalCodes(symbolBits);
  const lengths = new Int32Array(LONGEST + 1);
  const lengthBits = new Uint8Array(LONGEST + 1);
  for (let length = 3; length <= LONGEST; length++) {
    const extra = length === LONGEST ? 0 : extraBits(length - 3, 2);
    const symbol = length === LONGEST ? 285 : 257 + 4 * extra + ((length - 3) >>> extra);
    const bits = symbolBits[symbol] ?? 0;
    lengths[length] = (symbols[symbol] ?? 0) | (((length - 3) & ((1 << extra) - 1)) << bits);
    lengthBits[length] = bits + extra;
  }
  return {
    header,
    symbols,
    symbolBits,
    lengths,
    lengthBits,
    distances: canonicalCodes(distanceBits),
    distanceBits,
  };
}

/** Symbols one after the other whose codes are equally long: how many they are, and the bits of each. */
export type EqualBits = readonly (readonly [count: number, bits: number])[];

/** The bits of each symbol. */
export const eachOf = (runs: EqualBits): Uint8Array =>
  Uint8Array.from(runs.flatMap(([count, bits]) => Array<number>(count).fill(bits)));

/** The fixed codes (RFC 1951, 3.2.6), in the last block of a stream. */
export const FIXED_CODES: DeflateCodes = codesOf(
  eachOf([
    [144, 8],
    [112, 9],
    [24, 7],
    [8, 8],
  ]),
  eachOf([[32, 5]]),
  [
    [1, 1],
    [1, 2],
  ],
);
