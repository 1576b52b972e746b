/** Line breaks as they are kept; browsers send CR LF. */
export const unixLines = (text: string): string => text.replace(/\r\n?/g, "\n");

/**
 * The texts of a control with one text on each line. Texts of `before`, which the control showed, stay exactly as they
 * were where their lines still stand there: a text can have spaces around it, or several lines.
 */
export function textsOfLines(typed: string, before: readonly string[]): string[] {
  const lines = unixLines(typed).split("\n");
  const unused = before.map((text) => ({ text, lines: unixLines(text).split("\n") }));
  const texts: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const known = unused.findIndex((each) => each.lines.every((line, offset) => lines[at + offset] === line));
    const kept = known < 0 ? undefined : unused.splice(known, 1)[0];
    const line = (lines[at] ?? "").trim();
    if (kept) texts.push(kept.text);
    else if (line !== "") texts.push(line);
    at += kept?.lines.length ?? 1;
  }
  return texts;
}
