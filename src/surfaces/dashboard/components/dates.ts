import { onClocks } from "../../../ground/core/zone.ts";
import { DEFAULT_LOCALE, type Locale, tagOf } from "../layout/locale.tsx";

/** Dates and times for people, by the clocks of UTC. */
const format = (options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (date: Date, { language }: Pick<Locale, "language"> = DEFAULT_LOCALE): string => {
    const known =
      formats.get(language) ?? new Intl.DateTimeFormat(tagOf(language), { ...options, timeZone: "UTC" });
    formats.set(language, known);
    // Every other month has three letters.
    return known.format(date).replace(/\bSept\b/, "Sep");
  };
};

/** As in "13 Oct 2026". */
export const dateText = format({ dateStyle: "medium" });

/** As in "13 Oct". */
export const dayText = format({ day: "numeric", month: "short" });

/** As in "13". */
export const dayOfMonth = format({ day: "numeric" });

/** As in "Tue". */
export const weekdayText = format({ weekday: "short" });

/** The short name of a day of the week; Sunday is 0. */
export const weekdayName = (day: number, locale?: Pick<Locale, "language">): string =>
  weekdayText(new Date(Date.UTC(2026, 10, 22 + day)), locale);

/** As in "October 2026". */
export const monthText = format({ month: "long", year: "numeric" });

/** As in "Oct 26". */
export const shortMonthText = format({ month: "short", year: "2-digit" });

/** As in "09:00". */
export const clockText = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** A time on the clocks of the locale's zone: as in "13 Oct 2026" and "09:00". UTC is named, because nobody chose it. */
export function dateAndClock(time: Date, locale: Locale = DEFAULT_LOCALE): [date: string, clock: string] {
  const clocks = onClocks(locale.zone.textOf(time));
  const name = locale.zone.name === "UTC" ? " UTC" : "";
  return [dateText(clocks, locale), clockText(clocks, locale) + name];
}

/** The same as in "13 Oct 2026, 09:00". */
export const momentText = (time: Date, locale: Locale = DEFAULT_LOCALE): string =>
  dateAndClock(time, locale).join(", ");

/** A time within a day from `now`, as in "tomorrow, 09:00". */
export function soonText(time: Date, now: Date, locale: Locale = DEFAULT_LOCALE): string {
  const [, clock] = dateAndClock(time, locale);
  return `${locale.zone.dayOf(time) === locale.zone.dayOf(now) ? "today" : "tomorrow"}, ${clock}`;
}
