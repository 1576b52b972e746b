/** What a QR code holds at level M at most, in bytes (ISO/IEC 18004, data capacity in byte mode of version 40). */
export const MAX_ENCODED_BYTES = 2_331;

/** Whether `url` is an absolute URL that a QR code can hold. Its `href` is what is encoded, which is ASCII. */
export function isEncodable(url: string): boolean {
  const href = URL.parse(url)?.href;
  return href !== undefined && href.length <= MAX_ENCODED_BYTES;
}
