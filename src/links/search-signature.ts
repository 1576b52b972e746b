import type { SearchDocument } from "./search-document.ts";

/**
 * A signature tells of most blocks that they do not hold a text, without their documents being read: it has a bit for
 * each of the texts of three characters that occur in them. Several of these share a bit, so a block whose signature has
 * all bits of a text may still not hold it.
 */
const BYTES = 4_096;
/** The most bits that a search looks at: more of them tell hardly any more. */
const MOST_BITS = 12;

/** The positions of the bits of `text`, one for each three UTF-16 units that follow each other. */
function* bitsOf(text: string): Generator<number> {
  for (let end = 3; end <= text.length; end++) {
    // FNV-1a over the three units.
    let hash = 0x811c9dc5;
    for (let at = end - 3; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    // The low bits of the hash depend on the low bits of the units alone.
    yield (hash ^ (hash >>> 15)) & (BYTES * 8 - 1);
  }
}

/**
 * The signature of the ids and texts of these documents. The version of the blocks, which every write has to itself, is
 * appended: whoever writes documents and leaves the signature as it is does not know of it.
 */
export function signatureOf(
  documents: readonly Pick<SearchDocument, "id" | "texts">[],
  version: number,
): Uint8Array {
  const signature = new Uint8Array(BYTES + 4);
  new DataView(signature.buffer).setUint32(BYTES, version);
  for (const { id, texts } of documents)
    for (const text of [id, ...texts])
      for (const bit of bitsOf(text)) signature[bit >> 3] = (signature[bit >> 3] ?? 0) | (1 << (bit & 7));
  return signature;
}

/** For each bit of a byte, all bytes that have it, as a blob in SQL. */
const WITH_BIT = Array.from({ length: 8 }, (_, bit) => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte & (1 << bit));
  return `x'${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}'`;
});

/**
 * The condition in SQL that the blob `column` is a signature with all bits of `text`, which is in search form and has
 * three characters or more. Where there is no signature, it holds.
 */
export function mayHold(column: string, text: string): string {
  const bits = [...new Set(bitsOf(text))].slice(0, MOST_BITS);
  const found = bits.map((bit) => `instr(${WITH_BIT[bit & 7]}, substr(${column}, ${(bit >> 3) + 1}, 1)) > 0`);
  return `(${column} IS NULL OR (${found.join(" AND ")}))`;
}
