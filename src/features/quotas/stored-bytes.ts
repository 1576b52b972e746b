const encoder = new TextEncoder();

/** The total length of texts in UTF-8, in bytes; null and undefined count as 0. */
export const bytesOf = (...texts: readonly (string | null | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text ? encoder.encode(text).length : 0), 0);

/**
 * Bytes of a link in D1 besides its texts: the rows of the link, its default QR code, its first activity and its
 * extensions, with their index entries. docs/capacity.md has the measurements.
 */
export const LINK_BYTES = 1_000;

/** Bytes of a QR code besides its texts. */
export const CODE_BYTES = 300;

/** Bytes of a recorded change besides its texts. */
export const CHANGE_BYTES = 300;

/** Bytes of a value stored for the history besides its text. */
export const STORED_VALUE_BYTES = 100;

/** Bytes of a project, key, member, domain or shared report besides its texts. */
export const ACCESS_BYTES = 500;

export const IMPORT_ROW_BYTES = 200;

/** Bytes of a stored response besides its text. */
export const RECEIPT_BYTES = 400;
