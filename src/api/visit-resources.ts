import * as z from "zod";
import { INTERVALS } from "../visits/visit-range.ts";
import { MAX_ROWS } from "../visits/statistics.ts";
import { counted, dateTime, shown } from "./resource-parts.ts";

const numbers = {
  scans: counted("People who came by a QR code of the link."),
  clicks: counted("People who came otherwise."),
  robots: counted("Programs, link checkers and HEAD requests."),
  previews: counted("Link previews and prefetches."),
};

/** A time with the offset of the time zone, as in `2026-03-02T09:30:00.000-05:00`. */
const localTime = (description: string) =>
  z.iso.datetime({ offset: true }).meta({ maxLength: "2026-03-02T09:30:00.000-05:00".length, description });

/** The most buckets that a series has: hours of 31 days, and one more where the clocks are set back. */
const MAX_BUCKETS = 31 * 24 + 1;

const buckets = z
  .array(
    z
      .strictObject({ start: localTime("When the bucket begins."), ...numbers })
      .describe("The visits of an hour, day, week or month.")
      .meta({ id: "VisitBucket" }),
  )
  .max(MAX_BUCKETS);

const totals = z
  .strictObject(numbers)
  .meta({ id: "VisitNumbers", description: "How many came, by who and how." });

/** What a series and a breakdown have in common. */
const range = {
  from: localTime("Start of what is counted: the asked one, widened to a whole hour or day."),
  to: localTime("End of what is counted, exclusive, widened in the same way."),
  interval: z.enum(INTERVALS).describe("The length of the buckets."),
  timeZone: shown(
    64,
    "IANA name of the time zone in which the organization counts: `UTC`, unless it chose one.",
  ),
  updatedAt: dateTime("When the newest visits came that are counted.")
    .nullable()
    .describe(
      "When the newest visits came that are counted, of all links of the service: visits up to a minute before it " +
        "are counted in normal running. `null` where none came for two days.",
    ),
  comparison: z
    .strictObject({
      from: localTime("Start of the earlier period."),
      to: localTime("End of what is compared of it, exclusive."),
      totals: totals.describe("All visits of the earlier period."),
      buckets: buckets.describe("Every bucket of it, zeros included."),
    })
    .describe("With `compare`: an earlier period.")
    .meta({ id: "VisitComparison" })
    .optional(),
};

const series = z
  .strictObject({
    ...range,
    totals: totals.describe("All visits of the range."),
    buckets: buckets.describe("Every hour, day, week or month of the range, zeros included."),
  })
  .describe("Visits over time: the answer without `by`.")
  .meta({ id: "VisitSeries" });

const breakdown = z
  .strictObject({
    ...range,
    totals: z
      .strictObject({
        ...numbers,
        taps: counted(
          "With `by=choice`: people's choices on the page of a link. They are no visits.",
        ).optional(),
      })
      .describe("All visits of the range.")
      .meta({ id: "VisitBreakdownTotals" }),
    rows: z
      .array(
        z
          .strictObject({
            key: shown(
              200,
              "The value; `none`: no QR code or referrer; `rest`: all values that have no row.",
            ),
            name: shown(160, "Of the link or QR code.").optional(),
            ...numbers,
          })
          .describe("The visits with one value.")
          .meta({ id: "VisitRow" }),
      )
      .max(MAX_ROWS + 1)
      .describe(
        "The values with most people. Devices are given for people only; rows by `choice` are taps and no visits.",
      ),
    exact: z
      .boolean()
      .describe(
        "`false` where more than 100,000 days of links were visited: then only the 200 links with most visits of each day are " +
          "compared by `link` and `qrCode`. The numbers of the rows are right, but a link that was never among them may be missing.",
      ),
  })
  .describe("Visits by what they have in common: the answer with `by`.")
  .meta({ id: "VisitBreakdown" });

/** The body of the answers about visits. */
export const visitStatistics = z
  .xor([series, breakdown])
  .describe("A series, or with `by` a breakdown.")
  .meta({ id: "VisitStatistics" });
/** The visits of a link or of projects. */
export type VisitStatisticsResource = z.infer<typeof visitStatistics>;
