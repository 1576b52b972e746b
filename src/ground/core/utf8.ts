const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Decodes UTF-8, without a byte order mark. Throws `TypeError` for other bytes. */
export const decodeUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

const encoder = new TextEncoder();

/** Whether a text takes more than `bytes` bytes in UTF-8. */
export const isLongerInUtf8 = (text: string, bytes: number): boolean =>
  // A UTF-16 unit takes at most three bytes, so that most texts need no encoding.
  text.length * 3 > bytes && encoder.encode(text).length > bytes;
