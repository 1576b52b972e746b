/** A language as rules and links name it, such as `de`, `pt-BR`, `zh-Hant` or `es-419`. */
export const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/;

/** A language tag with today's codes, such as `fr-CA` for `fr-ca` and `he` for `iw`; undefined if it is not a tag. */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).baseName;
  } catch {
    return undefined;
  }
}

/**
 * The language ranges that include a language, in lower case and the narrowest first (RFC 4647, 3.3.2; the script is the usual
 * one if the tag has none): `zh-hant-tw`, `zh-tw`, `zh-hant` and `zh` for `zh-TW` and for `zh-Hant-TW`. Reads what web views send:
 * `en_US`, `zh_TW_#Hant`. Empty for anything else.
 */
export function languageRanges(tag: string): string[] {
  const localeOf = (text: string): Intl.Locale | undefined => {
    try {
      return new Intl.Locale(text);
    } catch {
      return undefined;
    }
  };
  const subtags = tag.slice(0, 100).split(/[-_.@]#?/);
  const extension = subtags.findIndex((each) => each.length === 1);
  const named = subtags.slice(1, extension < 0 ? undefined : extension);
  const script = named.find((each) => /^[a-z]{4}$/i.test(each));
  const region = named.find((each) => /^(?:[a-z]{2}|\d{3})$/i.test(each));
  // Intl does not know every tag of BCP 47, such as `zh-cmn-Hans-CN`.
  const locale =
    localeOf(subtags.join("-")) ?? localeOf([subtags[0], script, region].filter(Boolean).join("-"));
  if (locale === undefined) return [];
  const { language, region: country } = locale;
  const written = locale.script ?? locale.maximize().script;
  const ranges = [[written, country], [country], [written], []].map((parts) =>
    [language, ...parts].filter(Boolean).join("-").toLowerCase(),
  );
  return [...new Set(ranges)];
}

/**
 * The languages of an Accept-Language header in lower case, the preferred first (RFC 9110, 12.5.4). `*` is any other. Fifty
 * count; browsers send fewer.
 */
export const acceptedLanguages = (header: string | null): string[] =>
  (header ?? "")
    .slice(0, 1_000)
    .toLowerCase()
    .split(",", 50)
    .map((part) => {
      const [range = "", ...parameters] = part.split(";").map((each) => each.trim());
      const quality = parameters.find((each) => each.startsWith("q="))?.slice(2) ?? "1";
      return { range, quality: Number(quality) };
    })
    .filter(({ range, quality }) => range !== "" && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ range }) => range);

/** Results for recent headers: a few browsers make most visits, and reading a header takes as long as finding a page. */
const known = new Map<string, readonly (readonly string[])[]>();
const CAPACITY = 500;
/** The maximum length of a cached header, in characters. */
const MAX_LENGTH = 200;

/**
 * The ranges of each language of an Accept-Language header, the preferred first; `["*"]` for any other. The cache of recent
 * headers contains no personal data and is cleared when full.
 */
export function acceptedRanges(header: string | null): readonly (readonly string[])[] {
  if (header === null) return [];
  const found = known.get(header);
  if (found !== undefined) return found;
  const ranges = acceptedLanguages(header)
    .map((tag) => (tag === "*" ? [tag] : languageRanges(tag)))
    .filter((each) => each.length > 0);
  if (header.length > MAX_LENGTH) return ranges;
  if (known.size >= CAPACITY) known.clear();
  known.set(header, ranges);
  return ranges;
}
