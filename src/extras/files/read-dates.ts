import { DAY_MS } from "../../ground/core/days.ts";

/** Which number comes first in dates such as 3/4/2026; null if nothing says it. */
export type DayOrder = "day" | "month" | null;

/** Languages of spreadsheets whose names of months are read. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl"];

const plainMonth = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

/** The names of months, long and short, without accents and dots; numbers from 1. */
const MONTHS = new Map(
  LANGUAGES.flatMap((language) =>
    (["long", "short"] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, index): [string, number] => [
        plainMonth(format.format(Date.UTC(2026, index, 15))),
        index + 1,
      ]);
    }),
  ),
);

/** The number of a month's name, from 1. */
export const monthNamed = (name: string): number | undefined => MONTHS.get(plainMonth(name));

const two = (number: number): string => String(number).padStart(2, "0");

/** A day in ISO 8601; null for a date that doesn't exist. Of a year in two digits, it is this century's. */
function isoDay(year: number, month: number, day: number): string | null {
  const full = year < 100 ? 2000 + year : year;
  const text = `${full}-${two(month)}-${two(day)}`;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text) ? null : text;
}

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)$/;
const EITHER = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d\d)$/;
const NAMED = /^(\d{1,2})(?:\.|st|nd|rd|th)?[\s-]*(?:de\s+)?(\p{L}{3,12})\.?[\s,-]*(?:de\s+)?(\d{4}|\d\d)$/iu;
const NAME_FIRST = /^(\p{L}{3,12})\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4}|\d\d)$/iu;

/** The days that a text can mean: none, one, or two where the order of day and month decides. */
function daysIn(text: string, order: DayOrder): string[] {
  const [, y = "", m = "", d = ""] = YEAR_FIRST.exec(text) ?? [];
  const [, dotDay = "", dotMonth = "", dotYear = ""] = DOTTED.exec(text) ?? [];
  const [, nameDay = "", name = "", nameYear = ""] = NAMED.exec(text) ?? [];
  const [, first = "", firstDay = "", firstYear = ""] = NAME_FIRST.exec(text) ?? [];
  const [, one = "", , other = "", year = ""] = EITHER.exec(text) ?? [];
  const found = [
    y && isoDay(Number(y), Number(m), Number(d)),
    dotYear && isoDay(Number(dotYear), Number(dotMonth), Number(dotDay)),
    name && isoDay(Number(nameYear), monthNamed(name) ?? 0, Number(nameDay)),
    first && isoDay(Number(firstYear), monthNamed(first) ?? 0, Number(firstDay)),
    order !== "month" && year && isoDay(Number(year), Number(other), Number(one)),
    order !== "day" && year && isoDay(Number(year), Number(one), Number(other)),
  ];
  return [...new Set(found.flatMap((each) => each || []))];
}

/** The day and the time of a number of days since 1900, as spreadsheets count them; from 2000 to 2099. */
const SERIAL = /^(\d{5})(?:[.,](\d{1,12}))?$/;
const SERIAL_BEGIN = Date.UTC(1899, 11, 30);

function serialIn(text: string): { day: string; time: string | null } | null {
  const [, days, fraction] = SERIAL.exec(text) ?? [];
  if (days === undefined || Number(days) < 36_526 || Number(days) > 73_050) return null;
  const seconds = Math.round(Number(`0.${fraction ?? 0}`) * 86_400);
  const at = new Date(SERIAL_BEGIN + Number(days) * DAY_MS + seconds * 1_000).toISOString();
  return { day: at.slice(0, 10), time: fraction === undefined ? null : at.slice(11, 19) };
}

/** A time of day at the end of a text: `23:59`, `11:59:00 PM`. */
const CLOCK = /[\s,T]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?$/i;

/** What a cell with a date means, as people and spreadsheets write it: its days, and its time if it has one. */
export function readDate(text: string, order: DayOrder): { days: string[]; time: string | null } {
  const serial = serialIn(text);
  if (serial) return { days: [serial.day], time: serial.time };
  const [clock = "", hour = "", minute = "", second = "00", half] = CLOCK.exec(text) ?? [];
  const days = daysIn(text.slice(0, text.length - clock.length).trim(), order);
  if (clock === "") return { days, time: null };
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  return { days, time: `${two(hours)}:${minute}:${second}` };
}

/** The two days that a date can mean if nothing says what comes first; null for any other text. */
export function ambiguousDays(text: string): readonly [string, string] | null {
  const [one, other] = readDate(text, null).days;
  return one !== undefined && other !== undefined ? [one, other] : null;
}

/** What comes first in these dates: what one of them shows is true for all, unless another shows the opposite. */
export function dayOrderIn(texts: readonly string[]): DayOrder {
  const shown = new Set<DayOrder>();
  for (const text of texts) {
    const [, one, , other] = EITHER.exec(text.replace(CLOCK, "").trim()) ?? [];
    if (Number(one) > 12) shown.add("day");
    if (Number(other) > 12) shown.add("month");
  }
  return shown.size === 1 ? ([...shown][0] ?? null) : null;
}
