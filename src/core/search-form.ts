/** `text` as it is compared in a search: whatever its case, and however its accents are encoded. */
export const searchForm = (text: string): string =>
  // A capital sigma at a word's end has a small letter of its own.
  text.normalize("NFC").toLowerCase().replaceAll("ς", "σ");
