import { codesOf, type DeflateCodes, type EqualBits, eachOf } from "./deflate-codes.ts";

/*
 * Codes for images of styled QR codes, in place of the fixed ones: their files have a fifth to a half of the bytes less. They
 * are as Huffman's algorithm makes them from how often each symbol comes in images of all shapes of 512 to 4,096 pixels, with
 * and without a frame and a logo. Only shades are taken to be equally frequent, and colours of a logo not to be rare.
 */

/** Literals, the end of a block, and lengths. Entry 0 is the background and 15 the colour; those from 16 on are a logo's. */
const SYMBOLS: EqualBits = [
  [1, 3],
  [3, 7],
  [11, 6],
  [1, 4],
  [1, 13],
  [239, 12],
  [1, 13],
  [4, 7],
  [2, 8],
  [2, 7],
  [2, 6],
  [2, 7],
  [2, 6],
  [1, 7],
  [1, 8],
  [1, 6],
  [1, 7],
  [1, 5],
  [1, 7],
  [3, 6],
  [3, 7],
  [2, 6],
  [1, 2],
];

const DISTANCES: EqualBits = [
  [1, 1],
  [5, 8],
  [1, 7],
  [1, 5],
  [1, 7],
  [1, 5],
  [1, 6],
  [4, 5],
  [1, 6],
  [1, 5],
  [1, 6],
  [1, 5],
  [1, 6],
  [1, 5],
  [2, 7],
  [1, 8],
  [1, 6],
  [1, 5],
  [2, 8],
  [1, 6],
  [1, 5],
];

/** Says that the bits before it come again, 3 to 6 times, of which 2 bits tell (RFC 1951, 3.2.7). */
const AGAIN = 16;

/** The bits of each code that is told by the code lengths' own codes, in the order of RFC 1951: 4 for 0 to 14 and for 16. */
const CODE_LENGTHS = [4, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0];

/** Their own codes: the numbers from 0 on in order, 4 bits each, the highest bit first. */
function codeLength(length: number): [value: number, bits: number] {
  const code = length === AGAIN ? 15 : length;
  return [((code & 1) << 3) | ((code & 2) << 1) | ((code & 4) >> 1) | (code >> 3), 4];
}

/** How the header of the last block of a stream tells how long each code is (RFC 1951, 3.2.7). */
function headerOf(symbols: EqualBits, distances: EqualBits): DeflateCodes["header"] {
  const header: [value: number, bits: number][] = [
    [1, 1],
    [2, 2],
    [eachOf(symbols).length - 257, 5],
    [eachOf(distances).length - 1, 5],
    [CODE_LENGTHS.length - 4, 4],
    ...CODE_LENGTHS.map((bits): [number, number] => [bits, 3]),
  ];
  for (const [count, bits] of [...symbols, ...distances]) {
    header.push(codeLength(bits));
    for (let rest = count - 1; rest > 0; ) {
      const times = Math.min(rest, 6);
      if (times >= 3) header.push(codeLength(AGAIN), [times - 3, 2]);
      else for (let time = 0; time < times; time++) header.push(codeLength(bits));
      rest -= times;
    }
  }
  return header;
}

export const CELL_CODES: DeflateCodes = codesOf(
  eachOf(SYMBOLS),
  eachOf(DISTANCES),
  headerOf(SYMBOLS, DISTANCES),
);
