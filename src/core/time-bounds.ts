import * as z from "zod";
import { DAY_MS } from "./days.ts";

/** For descriptions: the maximum length of a time, with fractions of a second and an offset. */
const MAX_TIME = 40;

/**
 * A query parameter that is a date or a time. A date is its beginning in UTC, or, with `end`, the beginning of the next day.
 */
const timeBound = (ofDate: "start" | "end", description: string) =>
  z
    .union([z.iso.date().describe("A date in UTC."), z.iso.datetime({ offset: true }).describe("A time.")], {
      error: "must be a date such as 2026-11-21 or a time such as 2026-11-21T08:30:00Z",
    })
    .transform((text) => {
      const isDate = text.length === "2026-11-21".length;
      return new Date(Date.parse(text) + (isDate && ofDate === "end" ? DAY_MS : 0));
    })
    .meta({ type: "string", maxLength: MAX_TIME, description })
    .optional();

/** A lower bound, inclusive. A date means its beginning. */
export const timeFrom = (description: string) => timeBound("start", description);

/** An upper bound, exclusive. A date means its end. */
export const timeTo = (description: string) => timeBound("end", description);

/** Adds a problem for the field `name` if the range ends before it starts. */
export function refuseReversed(
  from: Date | undefined,
  to: Date | undefined,
  name: string,
  context: z.RefinementCtx,
): void {
  if (from === undefined || to === undefined || to >= from) return;
  context.addIssue({ code: "custom", path: [name], message: "must not be before the start of the range" });
}
