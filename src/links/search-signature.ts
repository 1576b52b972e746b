import type { LinkFilter, SearchDocument } from "./search-document.ts";

/**
 * A signature tells of most blocks that they do not hold a text or a tag, without their documents being read: it has a bit
 * for each of the texts of three characters that occur in them, and some bits for each tag as a whole. Several of these
 * share a bit, so a block whose signature has all bits of a text may still not hold it.
 */
const BYTES = 4_096;
/** How many bits a signature has. */
export const SIGNATURE_BITS = BYTES * 8;
/** The most bits that a search looks at: more of them tell hardly any more. */
const MOST_BITS = 12;

/** How many bits a tag has. A third of all bits is set, so one in some thousands of blocks without the tag has them all. */
const TAG_BITS = 8;
/** The version of the blocks, and a byte that signatures with bits of tags have, and those of versions before lack. */
const APPENDED = 5;
/** The condition in SQL that the blob `signature` does not tell of tags. An index of the table has the same words. */
export const KNOWS_NO_TAGS = `(signature IS NULL OR length(signature) < ${BYTES + APPENDED})`;

/** FNV-1a over the units of `text`, begun with `seed`. */
function hashOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** The position of a hash's bit. The low bits of the hash depend on the low bits of the units alone. */
const bitOf = (hash: number): number => (hash ^ (hash >>> 15)) & (SIGNATURE_BITS - 1);

/** The positions of the bits of a tag. */
const bitsOfTag = (tag: string): number[] =>
  Array.from({ length: TAG_BITS }, (_, number) => bitOf(hashOf(tag, number + 1)));

/** The positions of the bits of `text`, one for each three UTF-16 units that follow each other. */
function* bitsOf(text: string): Generator<number> {
  for (let end = 3; end <= text.length; end++) yield bitOf(hashOf(text.slice(end - 3, end), 0));
}

/**
 * The signature of the ids, texts and tags of these documents. The version of the blocks, which every write has to itself, is
 * appended: whoever writes documents and leaves the signature as it is does not know of it.
 */
export function signatureOf(
  documents: readonly Pick<SearchDocument, "id" | "texts" | "tags">[],
  version: number,
): Uint8Array {
  const signature = new Uint8Array(BYTES + APPENDED);
  new DataView(signature.buffer).setUint32(BYTES, version);
  const set = (bit: number) => {
    signature[bit >> 3] = (signature[bit >> 3] ?? 0) | (1 << (bit & 7));
  };
  for (const { id, texts } of documents)
    for (const text of [id, ...texts]) for (const bit of bitsOf(text)) set(bit);
  for (const tag of new Set(documents.flatMap(({ tags }) => tags))) bitsOfTag(tag).forEach(set);
  return signature;
}

/** The positions of the bits that a signature must have to hold what the filter asks for; none if it asks for neither. */
export const bitsOfFilter = ({ text, tag }: Pick<LinkFilter, "text" | "tag">): number[] => [
  ...new Set([
    ...(tag === undefined ? [] : bitsOfTag(tag)),
    ...(text === undefined ? [] : [...new Set(bitsOf(text))].slice(0, MOST_BITS)),
  ]),
];

/** For each bit of a byte, all bytes that have it, as a blob in SQL. */
const WITH_BIT = Array.from({ length: 8 }, (_, bit) => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte & (1 << bit));
  return `x'${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}'`;
});

/** The condition in SQL that the blob `signature` has these bits. */
const hasBits = (bits: readonly number[]): string =>
  bits
    .map((bit) => `instr(${WITH_BIT[bit & 7]}, substr(signature, ${(bit >> 3) + 1}, 1)) > 0`)
    .join(" AND ") || "TRUE";

/**
 * The condition in SQL that the column `signature` has all bits of `text`, which is in search form. Where there is no signature,
 * it holds, and so it does for fewer than three characters: more are asked for, but letters and their accents become one.
 */
export const mayHold = (text: string): string =>
  `(signature IS NULL OR (${hasBits([...new Set(bitsOf(text))].slice(0, MOST_BITS))}))`;

/** The same of all bits of a tag. Where the signature does not tell of tags, it holds. */
export const mayHoldTag = (tag: string): string => `(${KNOWS_NO_TAGS} OR (${hasBits(bitsOfTag(tag))}))`;
