import type { Visits } from "./visit-messages.ts";

/** Visits with what their link was when they came. */
export interface PlainVisits extends Required<Omit<Visits, "visitors">> {
  projectId: string;
  retailer: string;
}

type Numbers = Record<"scans" | "clicks" | "robots" | "previews", number>;

/** What a question narrows visits to. */
export interface PlainFilter {
  /** Days in UTC, both included. */
  from: string;
  to: string;
  linkId?: string;
  projectId?: string;
  qrCode?: string;
  country?: string;
  device?: string;
  retailer?: string;
  dayOfWeek?: string;
}

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const fits = (visit: PlainVisits, filter: PlainFilter): boolean => {
  const day = visit.hour.slice(0, 10);
  const is = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value;
  return (
    day >= filter.from &&
    day <= filter.to &&
    is(filter.linkId, visit.linkId) &&
    is(filter.projectId, visit.projectId) &&
    is(filter.qrCode, `qr_${visit.linkId}_${visit.qr}`) &&
    is(filter.country, visit.country) &&
    // Robots and previews have no device.
    is(filter.device, visit.visitor === "person" ? visit.device : undefined) &&
    is(filter.retailer, visit.retailer) &&
    (filter.dayOfWeek === undefined ||
      filter.dayOfWeek.split(",").includes(DAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ""))
  );
};

const nameOf = ({ visitor, qr }: PlainVisits): keyof Numbers => {
  if (visitor === "robot") return "robots";
  if (visitor === "preview") return "previews";
  return qr === "" ? "clicks" : "scans";
};

/** The sums of visits by a key, one visit after the other: what every other way of counting has to come to. */
export function plainSums(
  visits: readonly PlainVisits[],
  filter: PlainFilter,
  keyOf: (visit: PlainVisits) => string | null,
): Map<string, Numbers> {
  const sums = new Map<string, Numbers>();
  for (const visit of visits) {
    const key = fits(visit, filter) ? keyOf(visit) : null;
    if (key === null) continue;
    const sum = sums.get(key) ?? { scans: 0, clicks: 0, robots: 0, previews: 0 };
    sum[nameOf(visit)] += visit.visits;
    sums.set(key, sum);
  }
  return sums;
}

/** The sum of all. */
export const plainTotal = (visits: readonly PlainVisits[], filter: PlainFilter): Numbers =>
  plainSums(visits, filter, () => "all").get("all") ?? { scans: 0, clicks: 0, robots: 0, previews: 0 };
