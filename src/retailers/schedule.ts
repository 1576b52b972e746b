import * as z from "zod";
import { httpUrl } from "../core/text.ts";
import { instant, storedInstant } from "../core/times.ts";

/** When a link leads on. Each member may be absent: a campaign may begin without an end, and end without a beginning. */
export const schedule = z
  .strictObject({
    activeFrom: instant().describe("The link leads on from this time: RFC 3339, with its offset.").optional(),
    activeUntil: instant()
      .describe(
        "The link leads on until this time, which must be after `activeFrom`: RFC 3339, with its offset.",
      )
      .optional(),
    endedUrl: httpUrl()
      .describe("Where visits lead before and after. Without it, they get a page that says so, with 410.")
      .optional(),
  })
  .superRefine(({ activeFrom = "", activeUntil = "" }, context) => {
    // Of a time that is absent or none nothing is said here: it is NaN.
    if (Date.parse(activeUntil) <= Date.parse(activeFrom))
      context.addIssue({ code: "custom", path: ["activeUntil"], message: "must be after activeFrom" });
  })
  .describe("When the link leads on. Judged for each visit, so that nothing has to happen at these times.")
  .meta({ id: "LinkSchedule" });
/** The same as it was sent, or as it is stored. */
export type Schedule = z.infer<typeof schedule>;

/** A schedule as it is stored, with times in UTC; undefined for one that says nothing. */
export function storedSchedule({ activeFrom, activeUntil, endedUrl }: Schedule): Schedule | undefined {
  const stored: Schedule = {
    ...(activeFrom !== undefined && { activeFrom: storedInstant(activeFrom) }),
    ...(activeUntil !== undefined && { activeUntil: storedInstant(activeUntil) }),
    ...(endedUrl !== undefined && { endedUrl }),
  };
  return Object.keys(stored).length === 0 ? undefined : stored;
}
