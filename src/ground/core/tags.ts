/** The form in which tags are compared: what looks the same is the same tag (Unicode NFC, without outer blanks). */
export const tagForm = (tag: string): string => tag.normalize("NFC").trim();

/** Tags in that form, each once and without empty ones. */
export const tagForms = (tags: readonly string[]): string[] =>
  [...new Set(tags.map(tagForm))].filter((tag) => tag !== "");

/** The tags in a cell of our own files: between bars or line breaks, or where it has neither, between commas or semicolons. */
export const splitTags = (text: string): string[] =>
  tagForms(text.split(/[|\r\n]/.test(text) ? /[|\r\n]/ : /[,;]/));
