import * as z from "zod";
import { httpUrl } from "../../ground/core/text.ts";
import { instant, storedInstant } from "../../ground/core/times.ts";

/** When a link redirects. Start and end are both optional. */
export const schedule = z
  .strictObject({
    activeFrom: instant().describe("The link redirects from this time: RFC 3339 with offset.").optional(),
    activeUntil: instant()
      .describe("The link redirects until this time, which must be after `activeFrom`: RFC 3339 with offset.")
      .optional(),
    endedUrl: httpUrl()
      .describe(
        "Where the link redirects before and after. Default: a page that explains it, with status 410.",
      )
      .optional(),
  })
  .superRefine(({ activeFrom = "", activeUntil = "" }, context) => {
    // A missing or invalid time is NaN, and this comparison false.
    if (Date.parse(activeUntil) <= Date.parse(activeFrom))
      context.addIssue({ code: "custom", path: ["activeUntil"], message: "must be after activeFrom" });
  })
  .describe("When the link redirects. Checked on each visit, so that no job has to run at these times.")
  .meta({ id: "LinkSchedule" });
/** As sent, or as stored. */
export type Schedule = z.infer<typeof schedule>;

/** A schedule as stored, with times in UTC; undefined if it is empty. */
export function storedSchedule({ activeFrom, activeUntil, endedUrl }: Schedule): Schedule | undefined {
  const stored: Schedule = {
    ...(activeFrom !== undefined && { activeFrom: storedInstant(activeFrom) }),
    ...(activeUntil !== undefined && { activeUntil: storedInstant(activeUntil) }),
    ...(endedUrl !== undefined && { endedUrl }),
  };
  return Object.keys(stored).length === 0 ? undefined : stored;
}
