import * as z from "zod";
import { INTERVALS } from "../visits/range.ts";
import { MAX_ROWS } from "../visits/statistics.ts";

const count = () => z.int().min(0);

const numbers = z.strictObject({
  scans: count().describe("People who came by a QR code of the link."),
  clicks: count().describe("People who came otherwise."),
  robots: count().describe("Programs, link checkers and HEAD requests."),
  previews: count().describe("Link previews and prefetches."),
});

/** The body of the answers about visits. */
export const visitStatistics = z
  .strictObject({
    from: z.iso
      .datetime()
      .describe("Start of what is counted: the asked one, widened to a whole hour or day."),
    to: z.iso.datetime().describe("End of what is counted, exclusive, widened in the same way."),
    interval: z.enum(INTERVALS),
    timeZone: z.literal("UTC"),
    updatedAt: z.iso
      .datetime()
      .nullable()
      .describe(
        "When the newest visits came that are counted, of all links of the service: visits up to a minute before it " +
          "are counted in normal running. `null` where none came for two days.",
      ),
    totals: numbers,
    buckets: z
      .array(numbers.extend({ start: z.iso.datetime() }))
      .describe("Without `by`: every hour, day, week or month of the range, zeros included.")
      .optional(),
    rows: z
      .array(
        numbers.extend({
          key: z.string().describe("The value; `none`: no QR code; `rest`: all values that have no row."),
          name: z.string().describe("Of the link or QR code.").optional(),
        }),
      )
      .max(MAX_ROWS + 1)
      .describe("With `by`: the values with most people. Devices are told of people only.")
      .optional(),
  })
  .meta({ id: "VisitStatistics" });
/** The visits of a link or of projects. */
export type VisitStatisticsResource = z.infer<typeof visitStatistics>;
