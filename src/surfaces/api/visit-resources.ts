import * as z from "zod";
import { DIMENSION_FACTS, DIMENSIONS } from "../../features/visits/dimensions.ts";
import { MAX_ROWS, type VisitNumbers } from "../../features/visits/statistics.ts";
import { INTERVALS } from "../../features/visits/visit-range.ts";
import { counted, dateTime, shown } from "../../ground/core/resource-parts.ts";

/** What readers of the API are told of the dimensions that have it, such as "QR code", "referrer" and "source". */
const told = (of: "none" | "rows"): string[] =>
  DIMENSIONS.flatMap((by) => DIMENSION_FACTS[by].api?.[of] ?? []);
/** `a, b or c`, with these two words between the first ones and before the last one. */
const joined = (texts: readonly string[], between: string, last: string): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(between)}${last}${texts.at(-1)}`;

const numbers: Record<keyof VisitNumbers, z.ZodType<number>> = {
  scans: counted("People who scanned a QR code of the link."),
  clicks: counted("All other people."),
  robots: counted("Programs, link checkers and HEAD requests."),
  previews: counted("Link previews and prefetches."),
};

const reportNumbers = {
  ...numbers,
  visitors: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .nullable()
    .describe(
      "Daily visitors: different people, each counted once a day and project, and in rows by `link` and `qrCode` once a day and link or code. " +
        "Over several days, the sum of the days. An estimate, exact up to 200 a day. `null` if it is not known.",
    ),
};

/** A time with the offset of the time zone: `2026-03-02T09:30:00.000-05:00`. */
const localTime = (description: string) =>
  z.iso.datetime({ offset: true }).meta({ maxLength: "2026-03-02T09:30:00.000-05:00".length, description });

/** The hours of 31 days, and one more when the clocks are set back. */
const MAX_BUCKETS = 31 * 24 + 1;

const buckets = z
  .array(
    z
      .strictObject({ start: localTime("Start of the bucket."), ...reportNumbers })
      .describe("The visits in an hour, day, week or month.")
      .meta({ id: "VisitBucket" }),
  )
  .max(MAX_BUCKETS);

const totals = z.strictObject(reportNumbers).meta({ id: "VisitNumbers", description: "Numbers of visits." });

/** The fields that a series and a breakdown share. */
const range = {
  from: localTime("Start of the range, extended to a whole hour or day."),
  to: localTime("End of the range, exclusive, extended to a whole hour or day."),
  interval: z.enum(INTERVALS).describe("Length of the buckets."),
  timeZone: shown(64, "IANA name of the organization's time zone. Default: `UTC`."),
  updatedAt: dateTime("Time of the newest counted visits.")
    .nullable()
    .describe(
      "Time of the newest counted visits of the whole service. Normally, all visits up to a minute before it are counted. " +
        "`null` if there were none for two days.",
    ),
  comparison: z
    .strictObject({
      from: localTime("Start of the earlier period."),
      to: localTime("End of the compared part, exclusive."),
      totals: totals.describe("All visits of the earlier period."),
      buckets: buckets.describe("Every bucket of the earlier period, including zeros."),
    })
    .describe("The earlier period, with `compare`.")
    .meta({ id: "VisitComparison" })
    .optional(),
};

const series = z
  .strictObject({
    ...range,
    totals: totals.describe("All visits in the range."),
    buckets: buckets.describe("Every hour, day, week or month of the range, including zeros."),
  })
  .describe("Visits over time: the response without `by`.")
  .meta({ id: "VisitSeries" });

const breakdown = z
  .strictObject({
    ...range,
    totals: z
      .strictObject({
        ...reportNumbers,
        taps: counted(
          "With `by=choice`: taps on the offers of choice pages. They are not visits.",
        ).optional(),
      })
      .describe("All visits in the range.")
      .meta({ id: "VisitBreakdownTotals" }),
    rows: z
      .array(
        z
          .strictObject({
            key: shown(
              200,
              `The value. \`none\`: no ${joined(told("none"), ", ", " or ")}. \`rest\`: all values without a row.`,
            ),
            name: shown(160, "Name of the link or QR code.").optional(),
            ...reportNumbers,
          })
          .describe("The visits with one value.")
          .meta({ id: "VisitRow" }),
      )
      .max(MAX_ROWS + 1)
      .describe(
        `The values with the most people. Devices are counted for people only; ${joined(told("rows"), "; ", ", and ")}.`,
      ),
  })
  .describe("Visits by a property: the response with `by`.")
  .meta({ id: "VisitBreakdown" });

/** The body of responses with visits. */
export const visitStatistics = z
  .xor([series, breakdown])
  .describe("A series or, with `by`, a breakdown.")
  .meta({ id: "VisitStatistics" });
export type VisitStatisticsResource = z.infer<typeof visitStatistics>;
