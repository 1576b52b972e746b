import { parseJson } from "../../ground/core/json.ts";
import { tagForms } from "../../ground/core/tags.ts";

export const isObject = (value: unknown): value is Partial<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value that CSV files have as JSON; empty for any other value. */
export function objectIn(value: unknown): Partial<Record<string, unknown>> {
  try {
    const read = typeof value === "string" && value.startsWith("{") ? parseJson(value) : value;
    return isObject(read) ? read : {};
  } catch {
    return {};
  }
}

/** The entries of a list that CSV files have as JSON; empty for any other value. */
export function listIn(value: unknown): readonly unknown[] {
  try {
    const read = typeof value === "string" && value.startsWith("[") ? parseJson(value) : value;
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

/** The text of a value; empty for what is neither text nor a number. */
export const textIn = (value: unknown): string => {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return text === "null" ? "" : text;
};

/** Whether a value says that the link has something. What is deeper in it counts. */
export function isSet(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).some((inner) => isObject(inner) || isSet(inner));
  if (Array.isArray(value)) return value.length > 0;
  return value === true || !["", "0", "false", "[]", "{}"].includes(textIn(value).toLowerCase());
}

/**
 * A time in ISO 8601; a time without a zone is UTC, a number counts seconds or milliseconds. A date stays: it is a day of
 * the organization. Other text stays too.
 */
export function instantIn(text: string): string {
  const isNumber = /^\d{9,13}$/.test(text);
  if (!isNumber && !/^\d{4}-\d{2}-\d{2}./.test(text)) return text;
  const isZoned = /(z|[+-]\d{2}:?\d{2})$/i.test(text);
  const time = isNumber
    ? Number(text) * (text.length > 11 ? 1 : 1_000)
    : Date.parse(isZoned ? text : `${text.replace(" ", "T")}Z`);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

/** A number as people group its digits: 12,345 or 12.345 or 12 345. */
export const numberIn = (text: string): number =>
  Number(
    text.replace(/^(\d{1,3})(?:[.,'’\s]\d{3})+$/, (grouped) => grouped.replace(/\D/g, "")) || Number.NaN,
  );

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", hellip: "…", ndash: "–", mdash: "—" },
  ...{ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", copy: "©", reg: "®", trade: "™", euro: "€" },
  ...{ auml: "ä", ouml: "ö", uuml: "ü", szlig: "ß", eacute: "é", egrave: "è", agrave: "à", ccedil: "ç" },
};

/** A text that was written as HTML. Unknown entities stay. */
export const withoutEntities = (html: string): string =>
  html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (entity, decimal, hex, name: string = "") => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code).toWellFormed();
    return (name === name.toLowerCase() ? ENTITIES[name] : undefined) ?? entity;
  });

/** Separates the tags of other services in a text. */
const BETWEEN_TAGS = /[,;|\r\n]/;

/** The distinct tags of a value, in a cell. */
export function tagsIn(value: unknown): string {
  const list = listIn(value).map((tag) => textIn(isObject(tag) && "name" in tag ? tag.name : tag));
  const tags = tagForms(list.length > 0 ? list : textIn(value).split(BETWEEN_TAGS));
  return tags.some((tag) => /[|,;]/.test(tag)) ? JSON.stringify(tags) : tags.join(" | ");
}
