import type { FilteredLink } from "../../../features/visits/report-store.ts";
import { dayOfWeek, type VisitFilter } from "../../../features/visits/visit-filter.ts";
import { weekdayName } from "../components/dates.ts";
import { DEFAULT_LOCALE, type Locale, tagOf } from "../layout/locale.tsx";
import { rowName } from "./row-names.ts";

/** A filter with its label, and the change that removes it. */
export interface NamedFilter {
  label: string;
  value: string;
  without: VisitFilter;
}

/** The short name of a day of the week. */
export const dayOfWeekName = (day: string, locale?: Locale): string => weekdayName(dayOfWeek(day), locale);

const NONE = { publicName: null, linkName: null };

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
  const { country, device, retailer } = filter;
  const word = (by: "country" | "device" | "retailer", key: string) =>
    rowName(by, { ...NONE, key }, isPublic, locale).name;
  if (country)
    named.push({ label: words.country, value: word("country", country), without: { country: "" } });
  if (device) named.push({ label: words.device, value: word("device", device), without: { device: "" } });
  if (retailer)
    named.push({ label: words.retailer, value: word("retailer", retailer), without: { retailer: "" } });
  if (filter.source) named.push({ label: words.source, value: filter.source, without: { source: "" } });
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
