import type { FilteredLink } from "../../../features/visits/report-store.ts";
import { dayOfWeek, type VisitFilter } from "../../../features/visits/visit-filter.ts";
import { rowName } from "./row-names.ts";

/** A filter with its label, and the change that removes it. */
export interface NamedFilter {
  label: string;
  value: string;
  without: VisitFilter;
}

/** The short English name of a day of the week. */
export const dayOfWeekName = (day: string): string => DAY_NAMES[dayOfWeek(day)] ?? day;

const DAY_NAMES = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

const NONE = { publicName: null, linkName: null };

/** The filters of a report besides the project. `isPublic` prefers the public name of a link. */
export function namedFilters(
  filter: VisitFilter,
  link: FilteredLink | null,
  isPublic: boolean,
): NamedFilter[] {
  const named: NamedFilter[] = [];
  if (link) {
    const value = (isPublic ? link.publicName : null) ?? link.name;
    named.push({ label: "Link", value, without: { link: "", qrCode: "" } });
  }
  if (filter.qrCode && link?.codeName) {
    const without = { qrCode: "", link: filter.link ?? filter.qrCode.split("_", 3).slice(1).join("_") };
    named.push({ label: "QR code", value: link.codeName, without });
  }
  const { country, device, retailer } = filter;
  const word = (by: "country" | "device" | "retailer", key: string) =>
    rowName(by, { ...NONE, key }, isPublic).name;
  if (country) named.push({ label: "Country", value: word("country", country), without: { country: "" } });
  if (device) named.push({ label: "Device", value: word("device", device), without: { device: "" } });
  if (retailer)
    named.push({ label: "Retailer", value: word("retailer", retailer), without: { retailer: "" } });
  if (filter.tag) named.push({ label: "Tag", value: filter.tag, without: { tag: "" } });
  if (filter.dayOfWeek) {
    const value = filter.dayOfWeek.split(",").map(dayOfWeekName).join(", ");
    named.push({ label: "Day", value, without: { dayOfWeek: "" } });
  }
  if (filter.hour) {
    named.push({ label: "Hour", value: hourNames(filter.hour), without: { hour: "" } });
  }
  return named;
}

/** Hours as on the clock: "9:00 to 10:00". */
const hourNames = (hours: string): string =>
  hours
    .split(",")
    .map((hour) => `${Number(hour)}:00 to ${Number(hour) + 1}:00`)
    .join(", ");
