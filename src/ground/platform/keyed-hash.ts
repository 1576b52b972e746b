let key: Uint32Array | undefined;

/**
 * A 64-bit hash of `text` with a random key of this isolate, for caches that distinguish clients or API keys without storing
 * them. It differs between isolates. It is fast and not cryptographic, so it must not serve as a signature.
 */
export function keyedHash(text: string): string {
  // The runtime gives no random numbers before the first request.
  key ??= crypto.getRandomValues(new Uint32Array(2));
  let [a = 0, b = 0] = key;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x85ebca77);
    b = Math.imul(b ^ unit, 0xc2b2ae3d);
    a ^= b >>> 13;
    b ^= a >>> 16;
  }
  a = Math.imul(a ^ (a >>> 16), 0x2c1b3c6d) ^ Math.imul(b ^ (b >>> 15), 0x297a2d39);
  b = Math.imul(b ^ (b >>> 16), 0x2c1b3c6d) ^ Math.imul(a ^ (a >>> 15), 0x297a2d39);
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}
