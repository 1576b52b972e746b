/** The bytes after the length of a PKCS#8 structure (RFC 5208) with an RSA key: version 0, then the algorithm's id. */
const VERSION_AND_RSA = [
  0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01,
];

/**
 * The bytes of a private key in PEM, possibly with literal \ as line breaks, or in plain base64. Throws if it is not
 * base64.
 */
export function privateKeyBytes(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replace(/-----[A-Z ]+-----|\\n|\s/g, "");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/**
 * Whether the text looks like an RSA key in PKCS#8, by the start and length of its structure. Other damage is detected
 * only when the key is used.
 */
export function isPrivateKey(text: string): boolean {
  try {
    const bytes = privateKeyBytes(text);
    // 30 82 and two bytes of length: every RSA key of 1,024 bits or more is that long.
    const length = ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0);
    return (
      bytes[0] === 0x30 &&
      bytes[1] === 0x82 &&
      bytes.length === length + 4 &&
      VERSION_AND_RSA.every((byte, index) => bytes[index + 4] === byte)
    );
  } catch {
    return false;
  }
}
