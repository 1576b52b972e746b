/** The formats of pictures, by file extension, with their media types. */
export const PICTURE_TYPES = { png: "image/png", webp: "image/webp", jpg: "image/jpeg" } as const;
/** The file extension of a picture. */
type PictureFormat = keyof typeof PICTURE_TYPES;

/** The format by the first bytes (https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern); null for any other. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | null {
  const begins = (at: number, ...values: number[]) =>
    values.every((value, index) => bytes[at + index] === value);
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (begins(0, 0xff, 0xd8, 0xff)) return "jpg";
  if (begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50)) return "webp";
  return null;
}
