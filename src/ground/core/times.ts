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
      return new Date(Date.parse(text) + (isDate(text) && ofDate === "end" ? DAY_MS : 0));
    })
    .meta({ type: "string", maxLength: MAX_TIME, description })
    .optional();

/** A lower bound, inclusive. A date means its beginning. */
export const timeFrom = (description: string) => timeBound("start", description);

/** An upper bound, exclusive. A date means its end. */
export const timeTo = (description: string) => timeBound("end", description);

/** Adds a problem for the field `name` if the range ends before it starts. */
export function rejectReversed(
  from: Date | undefined,
  to: Date | undefined,
  name: string,
  context: z.RefinementCtx,
): void {
  if (from === undefined || to === undefined || to >= from) return;
  context.addIssue({ code: "custom", path: [name], message: "must not be before the start of the range" });
}

/** RFC 3339, section 5.6: date and time with seconds, and `Z` or an offset. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;
const LOCAL_LENGTH = "2026-12-01T09:00:00".length;
/** The length of a stored time, ISO 8601 in UTC with milliseconds. With years of four digits, texts sort like times. */
const STORED_LENGTH = "2026-03-02T09:30:00.000Z".length;

/** A caller's time as text. Without an offset it would be ambiguous. */
export const instant = () =>
  z
    .string()
    .max(MAX_TIME)
    .refine(
      isInstant,
      "must be a time with its offset, such as 2026-12-01T09:00:00+01:00 or 2026-12-01T08:00:00Z",
    )
    .meta({ format: "date-time" });

/** A time on the clocks of an organization, as in `2026-12-01T09:00`. */
export const localTime = () =>
  z
    .string()
    .max(MAX_TIME)
    .refine((text) => isInstant(LOCAL_TIME.test(text) ? `${text.padEnd(LOCAL_LENGTH, ":00")}Z` : ""));

/** A day on the clocks of an organization, as in `2026-12-01`. */
export const localDate = () => z.iso.date();

/** Whether a text is a day without a time. */
export const isDate = (text: string): boolean => text.length === "2026-12-01".length;

function isInstant(text: string): boolean {
  if (!RFC_3339.test(text)) return false;
  const time = new Date(text.toUpperCase());
  if (Number.isNaN(time.getTime())) return false;
  // `Date` turns the 31st of a shorter month into a day of the next month.
  const day = text.slice(0, "2026-03-02".length);
  return new Date(day).toISOString().startsWith(day) && time.toISOString().length === STORED_LENGTH;
}

/** The stored form of an `instant`: ISO 8601 in UTC with milliseconds. */
export const storedInstant = (text: string): string => new Date(text.toUpperCase()).toISOString();
