/** `text` normalized for searches, which ignore case and how accents are encoded. */
export const searchForm = (text: string): string =>
  // At the end of a word, a capital sigma becomes ς in lower case; elsewhere it becomes σ.
  text.normalize("NFC").toLowerCase().replaceAll("ς", "σ");
