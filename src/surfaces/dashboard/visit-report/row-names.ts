import type { ReportRow } from "../../../features/visits/breakdown.ts";
import { NONE, THE_REST } from "../../../features/visits/breakdown.ts";
import { ENGLISH, type ReportWords } from "../../../features/visits/report-words.ts";
import type { Dimension } from "../../../features/visits/statistics.ts";
import { UNKNOWN_COUNTRY } from "../../../features/visits/visit-aggregate.ts";
import { FILTERS, type FilterName } from "../../../features/visits/visit-filter.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { DEFAULT_LOCALE, type Locale, tagOf } from "../layout/locale.tsx";

/** The titles of a report's tables. */
const TITLES = {
  ...{ link: "links", qrCode: "qrCodes", retailer: "retailers", country: "countries", device: "devices" },
  ...{ visitor: "visitors", referrer: "referrers", choice: "choices", lot: "lots", source: "sources" },
} as const satisfies Record<Dimension, keyof ReportWords>;

export const tableName = (by: Dimension, words: ReportWords = ENGLISH): string => words[TITLES[by]];

const DEVICES: Readonly<Record<string, keyof ReportWords>> = {
  ...{ phone: "phone", tablet: "tablet", desktop: "desktop", other: "otherDevice" },
};

const VISITORS: Readonly<Record<string, keyof ReportWords>> = {
  ...{ person: "visits", robot: "robots", preview: "previews" },
};

/** The name of a value and its detail. `isPublic` prefers the public name of a link. */
export function rowName(
  by: Dimension,
  { key, name, publicName, linkName }: Pick<ReportRow, "key" | "name" | "publicName" | "linkName">,
  isPublic: boolean,
  locale: Locale = DEFAULT_LOCALE,
): { name: string; detail: string | null } {
  const { words } = locale;
  const plain = (text: string) => ({ name: text, detail: null });
  const word = (names: Readonly<Record<string, keyof ReportWords>>) => plain(words[names[key] ?? "unnamed"]);
  if (key === THE_REST) return plain(words.others);
  switch (by) {
    case "link":
      return plain((isPublic ? publicName : null) ?? name ?? words.unnamed);
    case "qrCode": {
      if (key === NONE) return plain(words.withoutCode);
      const code = name ?? words.unnamed;
      const link = (isPublic ? publicName : null) ?? linkName;
      return link === null ? plain(code) : { name: link, detail: code };
    }
    case "country":
      return plain(countryName(key, locale));
    case "device":
      return word(DEVICES);
    case "visitor":
      return word(VISITORS);
    case "retailer":
      return plain(retailerName(key));
    case "referrer":
      return plain(key === NONE ? words.direct : key);
    case "source":
      return plain(key === NONE ? words.withoutSource : key);
    case "lot":
      return plain(key);
    case "choice":
      // A generated key contains the retailer's word.
      return plain(name ?? retailerName(key.replaceAll("-", "_")));
  }
}

const retailerName = (key: string): string =>
  key === "choice"
    ? "Shop choice pages"
    : (Object.entries(RETAILER_NAMES).find(([retailer]) => retailer === key)?.[1] ?? key);

/** The name of a country, or its code. */
function countryName(code: string, { language, words }: Locale): string {
  if (code === UNKNOWN_COUNTRY) return words.unknownCountry;
  // Cloudflare's code for the Tor network.
  if (code === "T1") return "Tor";
  try {
    return new Intl.DisplayNames(tagOf(language), { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Whether a row is a single value that can be a filter. */
export const isValue = (by: Dimension, key: string): boolean =>
  by !== "visitor" && key !== THE_REST && key !== NONE;

/** Whether a table needs its row: "Direct or unknown" alone says nothing. */
export const isTelling = (by: Dimension, key: string): boolean =>
  key === THE_REST || (isValue(by, key) && !(by === "country" && key === UNKNOWN_COUNTRY));

/** Whether a report can be filtered by the values of a table. */
export const isFilter = (by: Dimension): by is Dimension & FilterName =>
  FILTERS.some((filter) => filter === by);
