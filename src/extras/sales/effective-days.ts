import { dayAfter } from "../../ground/core/zone.ts";
import type { ConfirmedReport } from "./sales-report.ts";

/** Days that a report covers and no later one of its network and account; both inclusive. */
export interface EffectiveDays {
  reportId: string;
  from: string;
  to: string;
}

/** The days from `from` to `to`, both inclusive. */
interface Days {
  from: string;
  to: string;
}

/**
 * What counts of an organization's reports: for each network, account and day, only the one that was confirmed last. The same file
 * twice, or a longer one of the same days, so replaces and never adds up.
 */
export function effectiveDays(reports: readonly ConfirmedReport[]): EffectiveDays[] {
  const groups = Map.groupBy(
    reports.filter(({ state }) => state === "confirmed"),
    ({ network, account }) => JSON.stringify([network, account]),
  );
  return [...groups.values()].flatMap((group) => {
    const covered: Days[] = [];
    const newest = group.toSorted((one, other) => (other.place ?? 0) - (one.place ?? 0));
    return newest.flatMap(({ id, firstDay, lastDay }) => {
      if (firstDay === null || lastDay === null) return [];
      const free = without({ from: firstDay, to: lastDay }, covered);
      add(covered, { from: firstDay, to: lastDay });
      return free.map((days) => ({ reportId: id, ...days }));
    });
  });
}

/** What is left of `days` without the `covered` ones, which are in order and apart. */
function without(days: Days, covered: readonly Days[]): Days[] {
  const free: Days[] = [];
  let { from } = days;
  for (const each of covered) {
    if (each.to < from || each.from > days.to) continue;
    if (each.from > from) free.push({ from, to: dayAfter(each.from, -1) });
    from = dayAfter(each.to);
  }
  return from <= days.to ? [...free, { from, to: days.to }] : free;
}

/** Adds days to others that are in order and apart, and keeps them so. */
function add(covered: Days[], { from, to }: Days): void {
  const isApart = (each: Days) => dayAfter(each.to) < from || each.from > dayAfter(to);
  const whole = { from, to };
  for (const each of covered) {
    if (isApart(each)) continue;
    if (each.from < whole.from) whole.from = each.from;
    if (each.to > whole.to) whole.to = each.to;
  }
  const apart = covered.filter(isApart);
  const place = apart.filter((each) => each.to < from).length;
  covered.splice(0, covered.length, ...apart.slice(0, place), whole, ...apart.slice(place));
}

/** The part of effective days within a range, both ends inclusive. */
export const effectiveWithin = (all: readonly EffectiveDays[], { from, to }: Days): EffectiveDays[] =>
  all.flatMap((each) =>
    each.to < from || each.from > to
      ? []
      : [{ ...each, from: each.from > from ? each.from : from, to: each.to < to ? each.to : to }],
  );
