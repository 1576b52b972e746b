import { invalidLogo } from "./logo.ts";

/** An element of an SVG document. */
export interface SvgElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: SvgElement[];
  /** Its own text; only read for style sheets. */
  text: string;
}

/** Maximum nesting and number of elements. */
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 4_000;

const damaged = () => invalidLogo("is a damaged SVG: export it again as a plain SVG");

const NAME = /[A-Za-z_][\w:.-]*/y;
const SPACE = /\s*/y;

/**
 * Parses the elements of an SVG document in one linear pass, safe for untrusted input. Throws `validation_failed` for
 * anything but the plain form that drawing programs write, such as custom entities.
 */
export function readElements(source: string): SvgElement {
  let at = 0;
  let count = 0;
  let root: SvgElement | undefined;
  const open: SvgElement[] = [];

  /** Returns the text before the next `end` and skips it. */
  function until(end: string): string {
    const found = source.indexOf(end, at);
    if (found < 0) throw damaged();
    const passed = source.slice(at, found);
    at = found + end.length;
    return passed;
  }
  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const [text = ""] = pattern.exec(source) ?? [];
    at += text.length;
    return text;
  }
  function isNext(text: string): boolean {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  }
  function attributes(): Map<string, string> {
    const found = new Map<string, string>();
    for (;;) {
      take(SPACE);
      const name = take(NAME);
      if (name === "") return found;
      take(SPACE);
      if (!isNext("=")) throw damaged();
      take(SPACE);
      const quote = source.charAt(at++);
      if (quote !== '"' && quote !== "'") throw damaged();
      found.set(name, until(quote));
    }
  }
  function element(): void {
    const name = take(NAME);
    const made: SvgElement = { name, attributes: attributes(), children: [], text: "" };
    count += 1;
    if (name === "" || count > MAX_ELEMENTS || open.length > MAX_DEPTH) throw damaged();
    const parent = open.at(-1);
    if (parent) parent.children.push(made);
    else if (root) throw damaged();
    else root = made;
    if (isNext("/>")) return;
    if (!isNext(">")) throw damaged();
    open.push(made);
  }

  while (at < source.length) {
    const found = source.indexOf("<", at);
    const text = source.slice(at, found < 0 ? source.length : found);
    const around = open.at(-1);
    if (around?.name === "style") around.text += text;
    if (found < 0) break;
    at = found + 1;
    if (isNext("!--")) until("-->");
    else if (isNext("?")) until("?>");
    else if (isNext("![CDATA[")) {
      const data = until("]]>");
      if (around?.name === "style") around.text += data;
    } else if (isNext("!DOCTYPE")) {
      if (until(">").includes("[")) throw damaged();
    } else if (isNext("/")) {
      const name = take(NAME);
      take(SPACE);
      if (!isNext(">") || open.pop()?.name !== name) throw damaged();
    } else element();
  }
  if (!root || open.length > 0) throw damaged();
  return root;
}
