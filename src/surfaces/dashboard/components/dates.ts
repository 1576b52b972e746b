/** Dates and times for people, in UTC. */
const format = (options: Intl.DateTimeFormatOptions) => {
  const { format } = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  return (date: Date): string => format(date);
};

/** As in "13 Oct 2026". */
export const dateText = format({ dateStyle: "medium" });

/** As in "13 Oct". */
export const dayText = format({ day: "numeric", month: "short" });

/** As in "13". */
export const dayOfMonth = format({ day: "numeric" });

/** As in "Tue". */
export const weekdayText = format({ weekday: "short" });

/** As in "October 2026". */
export const monthText = format({ month: "long", year: "numeric" });

/** As in "Oct 26". */
export const shortMonthText = format({ month: "short", year: "2-digit" });

/** As in "09:00". */
export const clockText = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** As in "13 Oct 2026, 09:00 UTC". */
export const momentText = (date: Date): string => `${dateText(date)}, ${clockText(date)} UTC`;
