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

/** What a byte does to a CRC-32, and what it does with one, two and three bytes of zeros after it. */
const CRC_TABLES = crcTables();

function crcTables(): readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array] {
  const first = Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
  });
  const next = (table: Uint32Array) => table.map((value) => (first[value & 255] ?? 0) ^ (value >>> 8));
  const second = next(first);
  const third = next(second);
  return [first, second, third, next(third)];
}

/** CRC-32 (IEEE 802.3) of bytes, or of a text in UTF-8, as an unsigned 32-bit number. */
export function crc32(content: string | Uint8Array): number {
  let crc = 0xffffffff;
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  const [one, two, three, four] = CRC_TABLES;
  let at = 0;
  // Four bytes at a time, as long as there are so many.
  for (const end = bytes.length - 3; at < end; at += 4) {
    crc ^=
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24);
    crc =
      (four[crc & 255] ?? 0) ^
      (three[(crc >>> 8) & 255] ?? 0) ^
      (two[(crc >>> 16) & 255] ?? 0) ^
      (one[crc >>> 24] ?? 0);
  }
  for (; at < bytes.length; at++) crc = (one[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
