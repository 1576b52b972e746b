import { NONE, type ReportRow, THE_REST } from "../../../features/visits/breakdown.ts";
import { DIMENSION_FACTS, type Dimension, FILTER_DIMENSIONS } from "../../../features/visits/dimensions.ts";
import { MAX_LINK_DAYS, type Reason } from "../../../features/visits/report-plan.ts";
import type { FilteredLink } from "../../../features/visits/report-subject.ts";
import { ENGLISH, type ReportWords } from "../../../features/visits/report-words.ts";
import { UNKNOWN_COUNTRY } from "../../../features/visits/visit-counts.ts";
import {
  dayOfWeek,
  FILTERS,
  type FilterName,
  type VisitFilter,
} from "../../../features/visits/visit-filter.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { weekdayName } from "../components/dates.ts";
import { DEFAULT_LOCALE, type Locale, tagOf } from "../layout/locale.tsx";

export const tableName = (by: Dimension, words: ReportWords = ENGLISH): string =>
  words[DIMENSION_FACTS[by].words.table];

const DEVICES: Readonly<Record<string, keyof ReportWords>> = {
  phone: "phone",
  tablet: "tablet",
  desktop: "desktop",
  other: "otherDevice",
};

const VISITORS: Readonly<Record<string, keyof ReportWords>> = {
  person: "visits",
  robot: "robots",
  preview: "previews",
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
    case "choice":
      // A generated key contains the retailer's word.
      return plain(name ?? retailerName(key.replaceAll("-", "_")));
    default: {
      const { none } = DIMENSION_FACTS[by].words;
      return plain(key === NONE && none ? words[none] : key);
    }
  }
}

/** The name of a retailer by its value in the API, as in tables of visits. */
export const retailerName = (key: string): string =>
  key === "choice"
    ? "Links to several places"
    : (Object.entries(RETAILER_NAMES).find(([retailer]) => retailer === key)?.[1] ?? key);

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

/** Why there are no numbers. */
export const REASONS: Readonly<Record<Reason, string>> = {
  too_old:
    "Hours are stored for 90 days. Choose a period within the last 90 days, or remove the filter by hour.",
  too_many: `With these filters, up to ${MAX_LINK_DAYS.toLocaleString("en-US")} days of links can be counted. Choose a shorter period, a project, a tag or a link, or remove a filter.`,
  whole_days: "This is counted by day, not by hour.",
  apart: "This is counted for all visits of a link. Remove the other filters to see it.",
};

/** Why parts of a report are missing: "Referrers are not shown. …". */
export function unansweredWords(names: readonly string[], reason: Reason): string {
  const [last = "", ...others] = names.toReversed();
  const list = others.length > 0 ? `${others.toReversed().join(", ")} and ${last}` : last;
  return `${list} ${names.length === 1 && !last.endsWith("s") ? "is" : "are"} not shown. ${REASONS[reason]}`;
}

/** A filter with its label, and the change that removes it. */
interface NamedFilter {
  label: string;
  value: string;
  without: VisitFilter;
}

/** The short name of a day of the week. */
export const dayOfWeekName = (day: string, locale?: Locale): string => weekdayName(dayOfWeek(day), locale);

const NO_NAMES = { publicName: null, linkName: null };

/** The filters of a report besides the project. `isPublic` prefers the public name of a link. */
export function namedFilters(
  filter: VisitFilter,
  link: FilteredLink | null,
  isPublic: boolean,
  locale: Locale = DEFAULT_LOCALE,
): NamedFilter[] {
  const { words } = locale;
  const named: NamedFilter[] = [];
  if (link) {
    const value = (isPublic ? link.publicName : null) ?? link.name;
    named.push({ label: words.link, value, without: { link: "", qrCode: "" } });
  }
  if (filter.qrCode && link?.codeName) {
    const without = { qrCode: "", link: filter.link ?? filter.qrCode.split("_", 3).slice(1).join("_") };
    named.push({ label: words.qrCode, value: link.codeName, without });
  }
  for (const by of FILTER_DIMENSIONS) {
    const key = filter[by];
    const label = DIMENSION_FACTS[by].words.filter;
    if (!key || !label) continue;
    const value = rowName(by, { ...NO_NAMES, key }, isPublic, locale).name;
    named.push({ label: words[label], value, without: { [by]: "" } });
  }
  if (filter.tag) named.push({ label: words.tag, value: filter.tag, without: { tag: "" } });
  if (filter.dayOfWeek) {
    const value = filter.dayOfWeek
      .split(",")
      .map((day) => dayOfWeekName(day, locale))
      .join(", ");
    named.push({ label: unitName("day", locale), value, without: { dayOfWeek: "" } });
  }
  if (filter.hour) {
    named.push({ label: unitName("hour", locale), value: hourNames(filter.hour), without: { hour: "" } });
  }
  return named;
}

/** The name of a unit of time: "Day". */
const unitName = (unit: "day" | "hour", { language }: Locale): string => {
  const name = new Intl.DisplayNames(tagOf(language), { type: "dateTimeField" }).of(unit) ?? unit;
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Hours as on the clock: "9:00–10:00". */
const hourNames = (hours: string): string =>
  hours
    .split(",")
    .map((hour) => `${Number(hour)}:00–${Number(hour) + 1}:00`)
    .join(", ");
