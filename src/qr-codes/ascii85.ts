/** Characters on a line. */
const LINE = 100;

/** Bytes as PostScript's ASCII85Decode reads them, with the mark of the end: four bytes in five characters. */
export function ascii85(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const count = Math.min(4, bytes.length - at);
    let value = 0;
    for (let index = 0; index < 4; index++) value = value * 256 + (bytes[at + index] ?? 0);
    if (value === 0 && count === 4) {
      text += "z";
      continue;
    }
    const digits = [0, 0, 0, 0, 0];
    for (let index = 4; index >= 0; index--) {
      digits[index] = 33 + (value % 85);
      value = Math.floor(value / 85);
    }
    text += String.fromCharCode(...digits.slice(0, count + 1));
  }
  // A line must not begin with %, or a program that looks for comments of a document takes it for one.
  const lines = text.match(new RegExp(`.{1,${LINE}}`, "gs")) ?? [];
  return `${lines.map((line) => (line.startsWith("%") ? ` ${line}` : line)).join("\n")}\n~>`;
}
