const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** The text that `bytes` hold in UTF-8, without a byte order mark at its start. Throws `TypeError` for other bytes. */
export const decodeUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);
