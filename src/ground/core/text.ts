import * as z from "zod";
import { COLOR_FORMAT, normalColor } from "./colors.ts";
import { plainUrl } from "./plain-url.ts";
import { redirectorProblem } from "./redirectors.ts";
import { MAX_URL_LENGTH } from "./urls.ts";

/**
 * A string of `min` to `max` Unicode code points, stored exactly as sent. Rejects NUL (SQLite ends text there) and lone
 * surrogates (they have no UTF-8 form).
 */
export function text(min: number, max: number) {
  return z
    .string()
    .superRefine((value, context) => {
      const problem = textProblem(value) ?? lengthProblem(value, min, max);
      if (problem) context.addIssue({ code: "custom", message: problem });
    })
    .meta({
      ...(min > 0 && { minLength: min }),
      maxLength: max,
      pattern: WITHOUT_NUL,
    });
}

/** For descriptions: JSON Schema can't express lone surrogates, which UTF-8 can't transport. */
export const WITHOUT_NUL = "^[^\\u0000]*$";

/** What takes no ink: blanks, control characters, marks of direction, joiners, soft hyphens, and fillers of other scripts. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export const NOT_VISIBLE = "must have a visible character";

/** Whether a text is there and nobody can see it. */
export const isInvisible = (value: unknown): boolean =>
  typeof value === "string" && value !== "" && INVISIBLE.test(value);

/** A name that people give and read: 1 to `max` code points, at least one of them visible, and no control characters. */
export const label = (max: number) =>
  text(1, max)
    .refine((value) => !isInvisible(value), NOT_VISIBLE)
    .refine((value) => !/\p{Cc}/u.test(value), "must not contain control characters");

/** A color, in its one form. */
export const color = (
  problem = "must be a color as #rrggbb or cmyk(100,60,0,30), in percent",
  format = COLOR_FORMAT,
) => z.string().regex(format, problem).transform(normalColor);

/** The problem of the characters of `value`, or undefined. */
export function textProblem(value: string): string | undefined {
  if (value.includes("\0")) return "must not contain NUL";
  if (!value.isWellFormed()) return "must not contain a lone surrogate";
  return undefined;
}

function lengthProblem(value: string, min: number, max: number): string | undefined {
  // A code point takes one or two UTF-16 units, so most strings need no counting.
  if (value.length >= min * 2 && value.length <= max) return undefined;
  const length = codePoints(value);
  if (length >= min && length <= max) return undefined;
  return min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`;
}

function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

/** An absolute http or https URL, stored as sent. Rejects whitespace and control characters. */
export const httpUrl = () => urlWith(urlProblem);

/** The URL of a picture, whose host a Content-Security-Policy names: it contains none of that header's separators. */
export const imageUrl = () => urlWith((value) => urlProblem(value) ?? imageHostProblem(value));

const urlWith = (problemOf: (value: string) => string | undefined) =>
  z
    .string()
    .superRefine((value, context) => {
      const problem = textProblem(value) ?? problemOf(value);
      if (problem) context.addIssue({ code: "custom", message: problem });
    })
    .meta({ format: "uri", maxLength: MAX_URL_LENGTH, pattern: WEB_URL });

const imageHostProblem = (url: string): string | undefined =>
  /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(new URL(url).hostname)
    ? undefined
    : "must have a host of letters, digits, dots and hyphens";

/** For descriptions, in the common subset of pattern dialects: blanks and control characters are excluded. */
const WEB_URL =
  "^[Hh][Tt][Tt][Pp][Ss]?://[^\\u0000-\\u0020\\u007f-\\u00a0\\\\/][^\\u0000-\\u0020\\u007f-\\u00a0\\\\]*$";

/** The problem of what should be an absolute http or https URL, or undefined. */
export function urlProblem(value: string): string | undefined {
  // URL.parse accepts more than a shopper's browser: blanks, tabs, `http:/host`, `http:///host`, backslashes.
  if (!/^https?:\/\/[^\s\p{Cc}\\/][^\s\p{Cc}\\]*$/iu.test(value))
    return "must be an absolute http or https URL";
  // Checked before parsing, too: parsing a host name in other scripts takes quadratic time.
  const tooLong = `must be a URL of at most ${MAX_URL_LENGTH} characters`;
  if (value.length > MAX_URL_LENGTH) return tooLong;
  const [url, plain] = [URL.parse(value), URL.parse(plainUrl(value))];
  if (url === null || plain === null) return "must be an absolute http or https URL";
  if (url.href.length > MAX_URL_LENGTH) return tooLong;
  return redirectorProblem(url) ?? redirectorProblem(plain);
}

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

/** The text, cut after `max` UTF-16 units with an ellipsis. It is never cut within a character. */
export const shortened = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
