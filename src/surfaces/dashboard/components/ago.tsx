import { onClocks } from "../../../ground/core/zone-time.ts";
import { DEFAULT_LOCALE, type Locale, useLocale } from "../layout/locale.tsx";
import { dateText, dayText, momentText } from "./dates.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Moments before this many days are shown as a date. */
const MAX_DAYS = 31;

/** How long ago a moment was, or its date after a month. */
export const Ago = ({ at, now }: { at: string; now: Date }) => (
  <time datetime={at} title={momentText(new Date(at), useLocale())}>
    {agoOf(new Date(at), now, useLocale())}
  </time>
);

/** As in "Just now", "12 min ago", "5 h ago", "3 d ago", "13 Oct" and "13 Oct 2025". */
export function agoOf(moment: Date, now: Date, { zone }: Pick<Locale, "zone"> = DEFAULT_LOCALE): string {
  const passed = now.getTime() - moment.getTime();
  if (passed < MINUTE_MS) return "Just now";
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min ago`;
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)} h ago`;
  if (passed < MAX_DAYS * DAY_MS) return `${Math.floor(passed / DAY_MS)} d ago`;
  const [then, today] = [onClocks(zone.textOf(moment)), onClocks(zone.textOf(now))];
  return (then.getUTCFullYear() === today.getUTCFullYear() ? dayText : dateText)(then);
}
