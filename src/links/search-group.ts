import { SIGNATURE_BITS } from "./search-signature.ts";

/** A block of a group. */
export interface GroupedBlock {
  from: string;
  /** The bytes; null: none that tells of texts and tags. */
  signature: readonly number[] | null;
}

/**
 * How many blocks that follow each other are a group; the triggers and the migration know it too. Numbers of JavaScript and
 * of 15 digits have a bit for each.
 */
export const GROUP_BLOCKS = 48;

/** How many bits of a signature one row has, and how many digits the number of each takes. */
const SLICE_BITS = 64;
const DIGITS = 15;

/** The most bits that a group is asked for: each is a row of each group. The blocks that have them are asked for more. */
const MOST_BITS = 8;

/**
 * The signatures of a group turned over: one text for each 64 bits of a signature, which has for each bit the number whose
 * bits are the blocks with it. So a search reads some bits of all blocks at once.
 */
export function slicesOf(blocks: readonly GroupedBlock[]): string[] {
  const numbers = new Array<number>(SIGNATURE_BITS).fill(0);
  for (const [place, { signature }] of blocks.entries()) {
    for (let at = 0; at < SIGNATURE_BITS / 8; at++) {
      for (let byte = signature?.[at] ?? 0, bit = at * 8; byte > 0; byte >>= 1, bit++) {
        if (byte & 1) numbers[bit] = (numbers[bit] ?? 0) + 2 ** place;
      }
    }
  }
  const digits = numbers.map((number) => String(number).padStart(DIGITS, "0"));
  return Array.from({ length: SIGNATURE_BITS / SLICE_BITS }, (_, slice) =>
    digits.slice(slice * SLICE_BITS, (slice + 1) * SLICE_BITS).join(""),
  );
}

/** The blocks without a signature, as the bits of a number: a search looks at them as if there were no group. */
export const withoutSignature = (blocks: readonly GroupedBlock[]): number =>
  blocks.reduce((number, { signature }, place) => (signature === null ? number + 2 ** place : number), 0);

/**
 * The expression in SQL for the blocks of a row of `link_search_groups` whose signatures have all of these bits, and those
 * that are stale, as bits of a number. Where a slice is missing, it has all blocks.
 */
export const blocksWith = (bits: readonly number[]): string => {
  const numbers = bits.slice(0, MOST_BITS).map((bit) => {
    const digits = `substr(numbers, ${(bit % SLICE_BITS) * DIGITS + 1}, ${DIGITS})`;
    const slice = Math.floor(bit / SLICE_BITS);
    return `coalesce((SELECT CAST(${digits} AS INTEGER) FROM link_search_slices
      WHERE slice = ${slice} AND group_id = link_search_groups.id), (1 << json_array_length(blocks)) - 1)`;
  });
  return `stale | (${numbers.join(" & ")})`;
};
