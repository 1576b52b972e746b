import * as z from "zod";

/** For descriptions: the maximum length of a time, with fractions of a second and an offset. */
const MAX_TIME = 40;
/** RFC 3339, section 5.6: date and time with seconds, and `Z` or an offset. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;
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
