const encoder = new TextEncoder();

/** The length of texts in UTF-8, in bytes; null and undefined have none. */
export const bytesOf = (...texts: readonly (string | null | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text ? encoder.encode(text).length : 0), 0);

/**
 * What a link takes of D1 beside its own texts, in bytes: its row, those of its default QR code and its first activity,
 * what follows it, and their entries in indexes. docs/capacity.md has what was measured.
 */
export const LINK_BYTES = 1_000;

/** What a QR code takes beside its texts, in bytes. */
export const CODE_BYTES = 300;

/** What a recorded change takes beside its texts, in bytes. */
export const CHANGE_BYTES = 300;

/** What a value that the history keeps takes beside its text, in bytes. */
export const STORED_VALUE_BYTES = 100;

/** What a project, a key, a member, a domain or a shared report takes beside its texts, in bytes. */
export const ACCESS_BYTES = 500;

/** What a row of an import takes beside its texts, in bytes. */
export const IMPORT_ROW_BYTES = 200;

/** What a kept answer takes beside its text, in bytes. */
export const RECEIPT_BYTES = 400;
