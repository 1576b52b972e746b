import * as z from "zod";
import { INTERVALS } from "../visits/range.ts";
import { MAX_ROWS } from "../visits/statistics.ts";
import { counted, dateTime, shown } from "./resource-parts.ts";

const numbers = {
  scans: counted("People who came by a QR code of the link."),
  clicks: counted("People who came otherwise."),
  robots: counted("Programs, link checkers and HEAD requests."),
  previews: counted("Link previews and prefetches."),
};

/** What a series and a breakdown have in common. */
const range = {
  from: dateTime("Start of what is counted: the asked one, widened to a whole hour or day."),
  to: dateTime("End of what is counted, exclusive, widened in the same way."),
  interval: z.enum(INTERVALS).describe("The length of the buckets."),
  timeZone: z.literal("UTC").describe("The time zone of the days and hours."),
  updatedAt: dateTime("When the newest visits came that are counted.")
    .nullable()
    .describe(
      "When the newest visits came that are counted, of all links of the service: visits up to a minute before it " +
        "are counted in normal running. `null` where none came for two days.",
    ),
  totals: z.strictObject(numbers).describe("All visits of the range.").meta({ id: "VisitNumbers" }),
};

/** The most buckets that a series has: hours of 31 days. */
const MAX_BUCKETS = 31 * 24;

const series = z
  .strictObject({
    ...range,
    buckets: z
      .array(
        z
          .strictObject({ start: dateTime("When the bucket begins."), ...numbers })
          .describe("The visits of an hour, day, week or month.")
          .meta({ id: "VisitBucket" }),
      )
      .max(MAX_BUCKETS)
      .describe("Every hour, day, week or month of the range, zeros included."),
  })
  .describe("Visits over time: the answer without `by`.")
  .meta({ id: "VisitSeries" });

const breakdown = z
  .strictObject({
    ...range,
    rows: z
      .array(
        z
          .strictObject({
            key: shown(200, "The value; `none`: no QR code; `rest`: all values that have no row."),
            name: shown(160, "Of the link or QR code.").optional(),
            ...numbers,
          })
          .describe("The visits with one value.")
          .meta({ id: "VisitRow" }),
      )
      .max(MAX_ROWS + 1)
      .describe("The values with most people. Devices are told of people only."),
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
