/** Width and height of a picture in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** The size of a JPEG and how many colours it has, from its frame header (ITU-T T.81, B.2.2); null where there is none. */
export function jpegSize(bytes: Uint8Array): (PictureSize & { components: number }) | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Start of a frame, but for the markers of tables between them.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return {
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        components: bytes[at + 9] ?? 0,
      };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The size of a WebP, in whichever of its three forms (RFC 9649); null where it is damaged. */
export function webpSize(bytes: Uint8Array): PictureSize | null {
  if (bytes.length < 30) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const form = String.fromCharCode(...bytes.subarray(12, 16));
  if (form === "VP8 ") {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (form === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (form !== "VP8X") return null;
  const of24 = (at: number) => view.getUint16(at, true) + ((bytes[at + 2] ?? 0) << 16);
  return { width: of24(24) + 1, height: of24(27) + 1 };
}
