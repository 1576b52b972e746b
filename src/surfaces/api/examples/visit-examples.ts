import { plus, type VisitNumbers } from "../../../features/visits/statistics.ts";
import type { VisitStatisticsResource } from "../visit-resources.ts";

export const VISIT_DAYS = { from: "2026-03-02", to: "2026-03-03" };

const first: VisitNumbers = { scans: 41, clicks: 17, robots: 3, previews: 5 };
const second: VisitNumbers = { scans: 38, clicks: 22, robots: 1, previews: 2 };

const range = {
  from: "2026-03-02T00:00:00.000Z",
  to: "2026-03-04T00:00:00.000Z",
  interval: "day",
  timeZone: "UTC",
  updatedAt: "2026-03-05T14:04:30.000Z",
  totals: plus(first, second),
} as const;

/** Two days, day by day. */
export const EXAMPLE_BUCKETS = [
  { start: "2026-03-02T00:00:00.000Z", ...first },
  { start: "2026-03-03T00:00:00.000Z", ...second },
];

export const EXAMPLE_SERIES: VisitStatisticsResource = { ...range, buckets: EXAMPLE_BUCKETS };

export const EXAMPLE_BREAKDOWN: VisitStatisticsResource = {
  ...range,
  rows: [
    { key: "window-poster", name: "Window poster", scans: 60, clicks: 0, robots: 0, previews: 0 },
    { key: "none", scans: 0, clicks: 39, robots: 4, previews: 7 },
    { key: "default", name: "Default QR code", scans: 19, clicks: 0, robots: 0, previews: 0 },
  ],
};
