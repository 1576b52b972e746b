const encoder = new TextEncoder();

/** SHA-256 of bytes, or of a text in UTF-8, as 64 lower-case hex digits. */
export async function sha256Hex(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return toHex(new Uint8Array(digest));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bytes as lower-case hex digits. */
export function toHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += HEX[byte];
  return hex;
}

/** The CRC-32 of a byte followed by zero to seven zero bytes. */
const [ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT] = crcTables();

function crcTables() {
  const first = Int32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
  });
  const next = (table: Int32Array) => table.map((value) => (first[value & 255] ?? 0) ^ (value >>> 8));
  const [second, third] = [next(first), next(next(first))];
  const [fourth, fifth] = [next(third), next(next(third))];
  const [sixth, seventh] = [next(fifth), next(next(fifth))];
  return [first, second, third, fourth, fifth, sixth, seventh, next(seventh)] as const;
}

/** The bytes of two words, in the machine's byte order: the lowest byte first. */
const TWO_WORDS = 8;

/**
 * CRC-32 (IEEE 802.3) of bytes, or of a text in UTF-8, as an unsigned 32-bit number; `before` is the CRC-32 of the preceding
 * bytes.
 */
export function crc32(content: string | Uint8Array, before = 0): number {
  let crc = before ^ -1;
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  let at = 0;
  // Two words at a time, if the bytes are aligned to words.
  if (bytes.byteOffset % 4 === 0 && bytes.length >= TWO_WORDS) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, 2 * Math.floor(bytes.length / TWO_WORDS));
    for (let index = 0; index < words.length; index += 2) {
      const low = crc ^ (words[index] ?? 0);
      const high = words[index + 1] ?? 0;
      crc =
        (EIGHT[low & 255] ?? 0) ^
        (SEVEN[(low >>> 8) & 255] ?? 0) ^
        (SIX[(low >>> 16) & 255] ?? 0) ^
        (FIVE[low >>> 24] ?? 0) ^
        (FOUR[high & 255] ?? 0) ^
        (THREE[(high >>> 8) & 255] ?? 0) ^
        (TWO[(high >>> 16) & 255] ?? 0) ^
        (ONE[high >>> 24] ?? 0);
    }
    at = 4 * words.length;
  }
  for (; at < bytes.length; at++) crc = (ONE[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ -1) >>> 0;
}
