import { readUrl } from "./pasted-urls.ts";

const isUrl = (text: string): boolean =>
  /^https?:\/\//i.test(text) || /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#:]|$)/i.test(text);

/** Characters that people and programs put around a URL, and that no URL contains: `<URL>`, `"URL"`, `[Milk](URL)`. */
const AROUND = /\]\(|[\s<>"“”„«»‹›「」『』【】（）、，。！？；…]+/;
/** What may be right before a URL. */
const BEFORE = /^[([{*'‘’|,;:-]*/;
/** An id or a quantity behind the URL of a shop. */
const ID_OR_QUANTITY =
  /^(?:[x×*]?\d{1,3}[x×]?|(?:A-?)?(?:B[A-Z0-9]{9}|\d{5,32}|[0-9A-F]{32})(?:[x×*]\d{1,3})?)$/i;
/** How many parts of a URL may be before an id or a quantity. */
const MAX_PIECES = 8;
/** What ends a sentence or a phrase, besides brackets. */
const END = ".,;:!?'’‘*|";
const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** The text with each URL replaced, alone between spaces; of the punctuation around it, separators stay. Takes linear time. */
export function replaceUrls(text: string, replace: (url: string) => string): string {
  return text.replace(/\S+/g, (word) => {
    const segments = word.split(AROUND).map((segment) => withUrls(segment, replace));
    return segments.every((segment) => segment === null) ? word : segments.filter(Boolean).join(" ");
  });
}

/** The URLs in a text, without what its sentences put around them. */
export function urlsIn(text: string): string[] {
  const urls: string[] = [];
  replaceUrls(text, (url) => {
    urls.push(url);
    return "";
  });
  return urls;
}

/** What is between spaces and quotes, with its URLs replaced; null if it has none. */
function withUrls(segment: string, replace: (url: string) => string): string | null {
  const [before = ""] = BEFORE.exec(segment) ?? [];
  const start = isUrl(segment.slice(before.length))
    ? before.length
    : segment.search(/(?<=[:([{|*'])https?:\/\//i);
  if (start < 0) return null;
  return urlsOf(segment.slice(start))
    .map((part) => {
      if (!isUrl(part)) return part;
      const end = endOf(part);
      return replace(part.slice(0, end)) + part.slice(end).replace(/[^,;|]+/g, "");
    })
    .join(" ");
}

/**
 * Splits URLs, ids and quantities that only a separator is between. A separator is part of a URL unless a new URL follows,
 * or behind a shop's product an id or a quantity.
 */
function urlsOf(text: string): string[] {
  const parts: string[] = [];
  let last = "";
  let pieces = 0;
  for (const piece of text.split(/(?<=[,;|])/)) {
    const item = piece.slice(0, endOf(piece));
    const isNew =
      last !== "" &&
      (/^(?:https?:\/\/|www\.)/i.test(item) ||
        (isUrl(item) && isOfShop(item)) ||
        (pieces < MAX_PIECES &&
          ID_OR_QUANTITY.test(item) &&
          (last.endsWith(";") || !last.includes("?")) &&
          isOfShop(last.slice(0, -1))));
    if (isNew) parts.push(last);
    last = isNew ? piece : last + piece;
    pieces = isNew ? 1 : pieces + 1;
  }
  return [...parts, last];
}

const isOfShop = (text: string): boolean => {
  const read = readUrl(text);
  return read !== null && read.retailer !== null && read.retailer !== "custom";
};

/** How many lines one URL may be broken into. */
const MAX_LINES = 50;
/** Mail programs break lines at 76 characters or a little before. */
const LONG_LINE = 70;

/**
 * Joins URLs that a mail program broke across lines, and returns them beside the text. Takes linear time.
 */
export function joinBrokenUrls(text: string): { text: string; joined: string[] } {
  const joined: string[] = [];
  const whole: string[] = [];
  /** The URL that the last line ends with; empty if it ends with other text. */
  let url = "";
  let pieces = 1;
  for (const line of text.split(/\r\n?|\n/)) {
    const isBracketed = url.startsWith("<");
    const rest = isBracketed ? line.trimStart() : line;
    const [word = ""] = /^[^\s<>"“”„«»|]+/.exec(rest) ?? [];
    const isAlone = rest.trimEnd() === word;
    if (pieces < MAX_LINES && url !== "" && word !== "" && (isBracketed || goesOn(url, word, isAlone))) {
      if (pieces > 1) joined.pop();
      url += word;
      joined.push(url.replace(/^</, ""));
      whole.push((whole.pop() ?? "") + rest);
      pieces++;
      if (rest.length > word.length) url = "";
      continue;
    }
    whole.push(line);
    pieces = 1;
    const [, last = ""] =
      /(?:^|[\s"“”„«»([{*'‘’|,;:-])(<?https?:\/\/[^\s<>"“”„«»]+)$/i.exec(lastWord(line)) ?? [];
    url = last || (isUrl(lastWord(line)) ? lastWord(line) : "");
  }
  return { text: joined.length === 0 ? text : whole.join("\n"), joined };
}

/** What a line ends with behind its last blank; empty if it ends with a blank. */
const lastWord = (line: string): string =>
  line.slice(Math.max(line.lastIndexOf(" "), line.lastIndexOf("\t")) + 1);

/** Whether the word at the start of a line belongs to the URL at the end of the line before. */
function goesOn(url: string, word: string, isAlone: boolean): boolean {
  if (/^(?:https?:\/\/|www\.)/i.test(word) || isOfShop(word) || !/^[\w\-.~%/?&=+,;:@!$*]/.test(word))
    return false;
  const isCut = /[-_&=%+]$/.test(url);
  if (ID_OR_QUANTITY.test(word.slice(0, endOf(word))))
    return !isOfShop(url) && (isCut || isOfShop(url + word));
  if (/^[/?&=%][\w%]/.test(word) || isCut) return true;
  const isLikeUrl = /[-_=/?&%]|\d/.test(word.slice(0, endOf(word)));
  if (url.endsWith("?")) return word.includes("=");
  return isAlone && isLikeUrl && (url.endsWith("/") || url.length >= LONG_LINE);
}

/** Where a URL ends before the punctuation of its sentence. Closing brackets that it opened belong to it. */
function endOf(url: string): number {
  /** How many closing brackets of each kind the URL did not open. */
  const surplus = new Map<string, number>();
  const count = (character: string): number => url.split(character).length - 1;
  let end = url.length;
  for (; end > 0; end--) {
    const character = url.charAt(end - 1);
    const open = OPENING[character];
    if (open !== undefined) {
      const unopened = surplus.get(character) ?? count(character) - count(open);
      if (unopened <= 0) break;
      surplus.set(character, unopened - 1);
    } else if (!END.includes(character)) break;
  }
  return end;
}
