import * as z from "zod";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A query parameter that is a date or a time; a date stands for its first moment (`start`) or for the next one's. */
const timeBound = (ofDate: "start" | "end", description: string) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: "must be a date such as 2026-11-21 or a time such as 2026-11-21T08:30:00Z",
    })
    .transform((text) => {
      const isDate = text.length === "2026-11-21".length;
      return new Date(Date.parse(text) + (isDate && ofDate === "end" ? DAY_MS : 0));
    })
    .meta({ type: "string", description })
    .optional();

/** From when on, a date from its start. */
export const timeFrom = (description: string) => timeBound("start", description);

/** Until when, exclusive; a date until its end. */
export const timeTo = (description: string) => timeBound("end", description);

/** Adds a problem for `name` where the range ends before it starts. */
export function refuseReversed(
  from: Date | undefined,
  to: Date | undefined,
  name: string,
  context: z.RefinementCtx,
): void {
  if (from === undefined || to === undefined || to >= from) return;
  context.addIssue({ code: "custom", path: [name], message: "must not be before the start of the range" });
}
