/** Marks that writers leave out: accents of Latin, Greek and Cyrillic letters, and vowels of Hebrew and Arabic. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]|\u0640|\p{Default_Ignorable_Code_Point}/gu;
/** Letters that Unicode does not decompose, as people type them on other keyboards; ς is σ at the end of a word. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ı: "i", ς: "σ" },
  ...{ "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‑": "-" },
};
const REPLACED = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/** `text` normalized for searches, which ignore case, accents and the width of letters. */
export const searchForm = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(REPLACED, (letter) => LETTERS[letter] ?? letter)
    // Letters that consist of parts, as in Korean and Japanese, are whole again, so that no search finds a part.
    .normalize("NFC") || text;
