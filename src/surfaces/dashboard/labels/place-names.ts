import { isCountry } from "../../../features/retailers/offer-when.ts";
import { LANGUAGE_TAG } from "../../../ground/core/language-tags.ts";
import { PAGE_LANGUAGES } from "../../../ground/core/page-languages.ts";
import { mayBeRegion, REGION_NAMES } from "../../../ground/core/regions.ts";

/** What has a code in the API and a name for people. */
export type PlaceKind = "country" | "region" | "language";

type NamesOf = (code: string) => string | undefined;
/** Codes by plain names. */
type Codes = ReadonlyMap<string, string>;

/** The names that `Intl` has in a language; undefined where it has none. */
function namesIn(language: string, type: "region" | "language", style: "long" | "short" = "long"): NamesOf {
  const names = new Intl.DisplayNames([language], { type, style, fallback: "none" });
  return (code) => names.of(code);
}

const COUNTRIES = namesIn("en", "region");
const LANGUAGES = namesIn("en", "language");

/** Languages with a script or a region that people distinguish. */
const VARIETIES = ["en-US", "en-GB", "en-CA", "en-AU", "es-ES", "es-MX", "es-419", "fr-FR", "fr-CA", "pt-BR"];
const MORE_VARIETIES = ["pt-PT", "zh-Hans", "zh-Hant", "de-AT", "de-CH", "nl-BE"];
/** The languages with the most shoppers online, and the other official languages of the EU. */
const COMMON_LANGUAGES =
  "en es fr de pt it nl pl ru uk ja ko zh ar he fa hi bn ur pa ta te mr gu kn ml tr id ms vi th fil sw am ha cs sk hu ro bg hr sr sl bs mk sq el da sv nb nn no fi is et lv lt ga mt cy eu ca gl af zu xh hy ka az kk uz ky mn ne si km lo my";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** What people say besides the names in `Intl` and in `REGION_NAMES`, by code. */
const ALIASES: Readonly<Record<PlaceKind, Readonly<Record<string, string>>>> = {
  country: {
    US: "USA, America, United States of America",
    GB: "Great Britain, Britain, England, Scotland, Wales",
    NL: "Holland",
    CZ: "Czech Republic",
    AE: "UAE, Emirates",
    KR: "Korea, Republic of Korea",
    CI: "Ivory Coast",
    MK: "Macedonia",
    SZ: "Swaziland",
    TL: "East Timor",
    VA: "Vatican",
    MO: "Macau",
    RU: "Russian Federation",
    TR: "Turkey",
  },
  region: {
    "US-DC": "Washington DC",
    "CA-NL": "Newfoundland",
    "DE-BY": "Bayern",
    "DE-HE": "Hessen",
    "DE-MV": "Mecklenburg-Vorpommern",
    "DE-NI": "Niedersachsen",
    "DE-NW": "Nordrhein-Westfalen",
    "DE-RP": "Rheinland-Pfalz",
    "DE-SN": "Sachsen",
    "DE-ST": "Sachsen-Anhalt",
    "DE-TH": "Thüringen",
  },
  language: { zh: "Mandarin", fa: "Farsi", fil: "Tagalog", "es-ES": "Castilian" },
};

/** A kind: its codes, and how a code is named. */
interface Kind {
  /** As in "… is not a country that we know", with what can be typed instead. */
  noun: string;
  example: string;
  codes(): readonly string[];
  name(code: string): string | undefined;
  /** The code in a text, in the spelling of the API; undefined if the text is no code. */
  code(text: string): string | undefined;
  /** The codes whose names are suggested. Absent: all. */
  suggested?: readonly string[];
  /** Codes by more of their names, tried for texts that are none of the English names. */
  others: readonly (() => Codes)[];
}

/** Islands and bases that have codes of their own, but no visits. */
const RESERVED = ["AC", "CP", "CQ", "DG", "EA", "IC", "TA"];
const countryCodes = once(() => PAIRS.filter((code) => isCountry(code) && !RESERVED.includes(code)));
const languageCodes = once(() => [
  // Without former codes, such as `iw` and `tl`.
  ...PAIRS.map((pair) => pair.toLowerCase()).filter(
    (code) => Intl.getCanonicalLocales(code)[0] === code && LANGUAGES(code) !== undefined,
  ),
  ...["fil", ...VARIETIES, ...MORE_VARIETIES],
]);

/** Codes by their names in the languages of pages, made once a text needs them. */
const foreign = (type: "region" | "language"): (() => Codes)[] =>
  PAGE_LANGUAGES.map((language) =>
    once(() => indexOf((type === "region" ? countryCodes : languageCodes)(), namesIn(language, type))),
  );

const KINDS: Readonly<Record<PlaceKind, Kind>> = {
  country: {
    noun: "country",
    example: "Canada",
    code: (text) => (isCountry(text.toUpperCase()) ? text.toUpperCase() : undefined),
    name: (code) => (isCountry(code) ? COUNTRIES(code) : undefined),
    others: [once(() => indexOf(countryCodes(), namesIn("en", "region", "short"))), ...foreign("region")],
    codes: countryCodes,
  },
  region: {
    noun: "region",
    example: "California or US-CA",
    code: (text) => {
      const code = text.toUpperCase();
      if (/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(code))
        return isCountry(code.slice(0, 2)) && mayBeRegion(code) ? code : undefined;
      // "CA" alone, if it is that of a single country.
      const found = /^[A-Z]{2,3}$/.test(code)
        ? [...REGION_NAMES.keys()].filter((each) => each.slice(3) === code)
        : [];
      return found.length === 1 ? found[0] : undefined;
    },
    name: (code) => REGION_NAMES.get(code),
    others: [],
    codes: once(() => [...REGION_NAMES.keys()]),
  },
  language: {
    noun: "language",
    example: "French",
    code(text) {
      try {
        const [tag = ""] = Intl.getCanonicalLocales(text.replaceAll("_", "-"));
        return LANGUAGE_TAG.test(tag) && LANGUAGES(tag) !== undefined ? tag : undefined;
      } catch {
        return undefined;
      }
    },
    name: (tag) => (LANGUAGE_TAG.test(tag) ? LANGUAGES(tag) : undefined),
    suggested: [...COMMON_LANGUAGES.split(" "), ...VARIETIES, ...MORE_VARIETIES],
    others: foreign("language"),
    codes: languageCodes,
  },
};

/** A function that runs once. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A name without case, accents, spaces and punctuation. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/^the /, "")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Codes by their plain names and aliases. A name in brackets is one more: "Myanmar (Burma)". */
function indexOf(
  codes: readonly string[],
  name: NamesOf,
  aliases: Readonly<Record<string, string>> = {},
): Codes {
  const named = codes.map((code) => ({ code, own: name(code) ?? "" }));
  const index = new Map(named.map(({ code, own }) => [plain(own), code]));
  for (const { code, own } of named) {
    const parts = /^(.*\S) \((.*)\)$/.exec(own)?.slice(1) ?? [];
    const more = [...parts, ...(aliases[code]?.split(",") ?? [])];
    for (const each of more.map(plain)) if (!index.has(each)) index.set(each, code);
  }
  return index;
}

const englishOf = (kind: PlaceKind): (() => Codes) =>
  once(() => indexOf(KINDS[kind].codes(), KINDS[kind].name, ALIASES[kind]));
const ENGLISH: Readonly<Record<PlaceKind, () => Codes>> = {
  country: englishOf("country"),
  region: englishOf("region"),
  language: englishOf("language"),
};

/** The English name of a code; other texts stay as they are. */
export const placeName = (kind: PlaceKind, code: string): string => KINDS[kind].name(code) ?? code;

/** The code of a name in English or in another language of pages, or of a code in any case; undefined if it is unknown. */
export function placeCode(kind: PlaceKind, text: string): string | undefined {
  const { code, others } = KINDS[kind];
  const wanted = plain(text);
  if (wanted === "") return undefined;
  const known = ENGLISH[kind]().get(wanted) ?? code(text.trim());
  if (known !== undefined) return known;
  for (const names of others) {
    const found = names().get(wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The names to suggest: countries in the order of the alphabet, the languages with the most shoppers first. */
export const suggestedNames = (kind: PlaceKind): string[] => {
  const { codes, suggested = codes() } = KINDS[kind];
  const names = suggested.map((code) => placeName(kind, code));
  return kind === "country" ? names.sort((one, other) => one.localeCompare(other, "en")) : names;
};

/** Why a text is refused, with the name that was probably meant: "Canadia is not a country that we know. Did you mean Canada?" */
export function unknownPlace(kind: PlaceKind, text: string): string {
  const { noun, example } = KINDS[kind];
  const meant = nearest(kind, text);
  const advice = meant === undefined ? `Enter a ${noun} such as ${example}.` : `Did you mean ${meant}?`;
  return `“${text}” is not a ${noun} that we know. ${advice}`;
}

/** The name with the fewest letters to change; undefined if more than one in three would change. */
function nearest(kind: PlaceKind, text: string): string | undefined {
  const wanted = plain(text);
  let best: { code: string; distance: number } | undefined;
  for (const [name, code] of ENGLISH[kind]()) {
    if (Math.abs(name.length - wanted.length) > 2) continue;
    const distance = changesBetween(wanted, name);
    if (distance <= Math.min(2, wanted.length / 3) && distance < (best?.distance ?? Infinity))
      best = { code, distance };
  }
  return best && placeName(kind, best.code);
}

/** How many letters must be added, removed or replaced to make one text of another (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, each] of [...other].entries())
      next.push(
        Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (each === letter ? 0 : 1)),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}
