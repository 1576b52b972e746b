import { type Place, placeNames } from "./places.ts";

/** The parameter of a link's form that fills in a mark for each page. */
export const MARK = "mark";

const PARAMETER = "utm_content";
/** The longest mark, in UTF-16 units. */
const MAX_MARK = 40;

/** How the pages of a split are distinguished in the reports of a shop: by a `utm_content` each. */
export interface UtmMarks {
  /** One for each page, in their order. */
  marks: readonly string[];
  /** Whether the URLs have them already. */
  isMarked: boolean;
}

/** The marks of these places; null if one is no web page of one's own, or too similar to another. */
export function utmMarks(offers: readonly Place[]): UtmMarks | null {
  const urls = offers.map(({ retailer, customUrl = "" }) =>
    retailer === "custom" ? URL.parse(customUrl) : null,
  );
  if (urls.some((url) => url === null)) return null;
  const own = urls.map((url) => url?.searchParams.get(PARAMETER) ?? "");
  if (own.every((mark) => mark !== "") && new Set(own).size === own.length)
    return { marks: own, isMarked: true };
  const named = placeNames(offers).map(markOf);
  const isDistinct = named.every((mark) => mark !== "") && new Set(named).size === named.length;
  return {
    marks: isDistinct ? named : named.map((_, index) => String.fromCharCode(97 + index)),
    isMarked: false,
  };
}

/** The last part of a name in letters, digits and hyphens: "landing-a" for "shop.example/landing-a". */
const markOf = (name: string): string =>
  (name.split("/").findLast((part) => part !== "") ?? "")
    .replace(/\.\w+$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, MAX_MARK);

/** A URL with this mark. */
const markedUrl = (customUrl: string, mark: string): string => {
  const url = new URL(customUrl);
  url.searchParams.set(PARAMETER, mark);
  return url.href;
};

/** A definition whose pages have a mark each, and no common one. It stays as it is if they can't be marked. */
export function withUtmMarks<T extends object>(definition: T): T {
  // As the schema of definitions has them.
  const { offers = [], tracking } = definition as {
    offers?: readonly Place[];
    tracking?: { utm?: Record<string, string> };
  };
  const found = utmMarks(offers);
  if (!found) return definition;
  const marked = offers.map((offer, index) => ({
    ...offer,
    customUrl: markedUrl(offer.customUrl ?? "", found.marks[index] ?? ""),
  }));
  const { content: _, ...utm } = tracking?.utm ?? {};
  return { ...definition, offers: marked, ...(tracking && { tracking: { ...tracking, utm } }) };
}
