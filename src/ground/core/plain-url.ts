/** HTML's codes of characters that URLs and the text around them have. A URL has no other meaning for them. */
const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&equals;": "=",
  "&sol;": "/",
  "&nbsp;": " ",
};
const AMPERSANDS = /&(?:(?:amp|#0{0,4}38|#x0{0,4}26);)+/gi;
const OTHER_ENTITIES = /&(?:lt|gt|quot|apos|equals|sol|nbsp|#\d{2,7}|#x[0-9a-f]{2,6});/gi;

/** A text with what HTML's codes stand for: `?a=1&b=2` for `?a=1&amp;b=2`. Codes of other than visible ASCII characters stay. */
export const withoutEntities = (text: string): string =>
  text.includes("&")
    ? text.replace(AMPERSANDS, "&").replace(OTHER_ENTITIES, (entity) => {
        const [, hex, code = ""] = /^&#(x?)([0-9a-f]+);$/i.exec(entity) ?? [];
        if (code === "") return ENTITIES[entity.toLowerCase()] ?? entity;
        const point = Number.parseInt(code, hex ? 16 : 10);
        return point > 0x20 && point < 0x7f ? String.fromCharCode(point) : entity;
      })
    : text;

/** Soft hyphens, joiners, zero-width spaces, marks of directions and byte order marks, and how URLs encode them. */
const INVISIBLE = "[\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]";
const ENCODED = "%c2%ad|%d8%9c|%e1%a0%8e|%e2%80%(?:8[b-f]|a[a-e])|%e2%81%a[0-9a-f]|%ef%bb%bf";
const INVISIBLE_RUN = new RegExp(`(?:${INVISIBLE}|${ENCODED})+`, "gi");
/** The end and the beginning of a letter of another script or of an emoji, as it is or encoded. */
const FOREIGN_END = /(?:[\u0080-\uffff]|%[89ab][0-9a-f])$/i;
const FOREIGN_START = /^(?:[\u0080-\uffff]|%[cdef][0-9a-f])/i;

/**
 * A text without invisible characters, and without encodings of them. Between two letters of other scripts they stay: words of
 * Persian and Khmer, and emoji, have some.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE_RUN, (run, at: number) => {
    const end = at + run.length;
    const isInWord =
      FOREIGN_END.test(text.slice(Math.max(0, at - 3), at)) && FOREIGN_START.test(text.slice(end, end + 3));
    return isInWord ? run : "";
  });

/** What a URL stands for that was copied from HTML or from a page with invisible characters. */
export const plainUrl = (url: string): string => withoutInvisible(withoutEntities(url)).trim();

/** A caller's URL for a Location header: read as what it stands for, and other than ASCII characters encoded as in browsers. */
export const locationOf = (url: string): string => URL.parse(plainUrl(url))?.href ?? url;

/** Whether a destination is an absolute URL, or a path on our own host, valid in a Location header. */
export const isUrl = (destination: string): boolean =>
  /^[!-~]+$/.test(destination) && (destination.startsWith("/") || URL.canParse(destination));
