import { expect, test } from "vitest";
import { shortRange } from "../../src/surfaces/dashboard/charts/bucket-names.ts";
import { comparisonName, namedPeriods } from "../../src/surfaces/dashboard/visit-report/periods.ts";

const periodsOf = (today: string) =>
  Object.fromEntries(namedPeriods(today).map(({ name, period }) => [name, period]));

test.each([
  ["2026-11-25", "2026-11-16", "2026-10-01", "2026-07-01", "2026-09-30"],
  // A Sunday and a Monday, at the turn of a year.
  ["2027-01-03", "2026-12-21", "2026-12-01", "2026-10-01", "2026-12-31"],
  ["2027-01-04", "2026-12-28", "2026-12-01", "2026-10-01", "2026-12-31"],
])(
  "on %s, last week, month and quarter are the completed ones",
  (today, week, month, quarter, quarterEnd) => {
    const periods = periodsOf(today);
    expect(periods["Last week"]).toMatchObject({ from: week });
    expect(periods["Last month"]).toMatchObject({ from: month });
    expect(periods["Last quarter"]).toEqual({ from: quarter, to: quarterEnd });
    expect(periods["This month so far"]).toEqual({ from: `${today.slice(0, 8)}01`, to: today });
  },
);

test("last week has seven days, and last month ends with its last day", () => {
  const periods = periodsOf("2028-03-15");
  expect(periods["Last week"]).toEqual({ from: "2028-03-06", to: "2028-03-12" });
  expect(periods["Last month"]).toEqual({ from: "2028-02-01", to: "2028-02-29" });
});

test("a comparison says how much earlier it is, in weeks from a week on", () => {
  expect([1, 3, 7, 30, 31, 365].map((days) => comparisonName("previous", days))).toEqual([
    "1 day earlier",
    "3 days earlier",
    "Same weekdays, 1 week earlier",
    "Same weekdays, 5 weeks earlier",
    "Same weekdays, 5 weeks earlier",
    "Same weekdays, 53 weeks earlier",
  ]);
});

test("days are written once where they share a month or this year", () => {
  const today = "2026-11-25";
  expect(shortRange("2026-10-01", "2026-10-31", today)).toBe("1–31 Oct");
  expect(shortRange("2026-10-27", "2026-11-25", today)).toBe("27 Oct – 25 Nov");
  expect(shortRange("2026-11-25", "2026-11-25", today)).toBe("25 Nov");
  expect(shortRange("2025-10-01", "2025-10-31", today)).toBe("1–31 Oct 2025");
  expect(shortRange("2025-12-31", "2026-01-01", today)).toBe("31 Dec 2025 – 1 Jan 2026");
});
