/** Text of at most `most` UTF-16 units, and then a sign that there is more. It does not end within a character. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
