/** The attributes of an element by their names. */
export type Attributes = Readonly<Record<string, string>>;

/** A tag of an SVG document. */
export interface Tag {
  name: string;
  attributes: Attributes;
  /** False for an end tag. */
  opens: boolean;
  /** True for an element that ends where it begins. */
  closes: boolean;
}

const TAG =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/gy;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The tags of an SVG document in order, without its text. Null where the document is not of the plain form that drawing
 * programs write: entities, CDATA or malformed tags.
 */
export function readTags(text: string): Tag[] | null {
  const tags: Tag[] = [];
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    TAG.lastIndex = at;
    const match = TAG.exec(text);
    if (!match) return null;
    at += match[0].length;
    const [, end, name, list = "", closed] = match;
    if (name === undefined) continue;
    const pairs = Array.from(list.matchAll(ATTRIBUTE), ([, key = "", double, single]) => [
      key,
      double ?? single ?? "",
    ]);
    if (pairs.some(([, value]) => value?.includes("&"))) return null;
    tags.push({ name, attributes: Object.fromEntries(pairs), opens: end !== "/", closes: closed === "/" });
  }
  return tags;
}
