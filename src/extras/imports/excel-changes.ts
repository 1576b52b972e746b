import { monthNamed } from "../files/read-dates.ts";

/** A number as spreadsheets read it: with zeros in front, a sign, groups or an exponent. */
const NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:[.,]\d+)?(?:E[+-]?\d+)?%?$/i;

function numberOf(text: string): number | null {
  if (!NUMBER.test(text) || !/\d/.test(text)) return null;
  const digits = text.replace(/,(?=\d{3}(?:\D|$))/g, "").replace(",", ".");
  return digits.endsWith("%") ? Number(digits.slice(0, -1)) / 100 : Number(digits);
}

/** Whether two texts are the same number; one in `E` notation is rounded, and spreadsheets keep 15 digits. */
function isSameNumber(from: string, to: string): boolean {
  const [one, other] = [numberOf(from), numberOf(to)];
  if (one === null || other === null) return false;
  const precision = /E/i.test(to) ? 0.5 * 10 ** -(/[.,](\d+)/.exec(to)?.[1]?.length ?? 0) : 1e-14;
  return Math.abs(one - other) <= Math.abs(other) * precision;
}

/** The numbers of what a spreadsheet takes for a date or a time: of months in words too, of years the last two digits. */
function datePartsOf(text: string): number[] | null {
  if (/\d{5}/.test(text)) return null;
  const parts = text.replace(/\s*[ap]m$/i, "").match(/\d{1,4}|\p{L}+|[^\d\p{L}]+/gu) ?? [];
  const numbers: number[] = [];
  for (const part of parts) {
    if (/^[\s\-/.,:]+$/.test(part)) continue;
    const number = /^\d/.test(part) ? Number(part) : monthNamed(part);
    if (number === undefined) return null;
    numbers.push(number > 99 ? number % 100 : number);
  }
  return numbers.length >= 2 && numbers.length <= 6 ? numbers : null;
}

/** The parts of the day that a spreadsheet counts as this number of days. */
function serialParts(text: string): number[] | null {
  if (!/^\d{5}$/.test(text)) return null;
  const day = new Date(Date.UTC(1899, 11, 30) + Number(text) * 86_400_000).toISOString();
  return [Number(day.slice(2, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];
}

/** Whether all numbers of `from` are among those of `to`, where a spreadsheet adds a year, a day or seconds. */
function isSameDate(from: string, to: string): boolean {
  const [one, other] = [datePartsOf(from), datePartsOf(to) ?? serialParts(to)];
  if (one === null || other === null) return false;
  const rest = [...other];
  return one.every((part) => {
    const index = rest.indexOf(part);
    if (index >= 0) rest.splice(index, 1);
    return index >= 0;
  });
}

/** Whether a spreadsheet makes `to` of the cell `from` when a file is opened and saved: of numbers, dates and truth values. */
export function isExcelChange(from: string, to: string): boolean {
  const [one, other] = [from.trim(), to.trim()];
  if (one === other || one === "" || other === "") return false;
  const isTruth = /^(?:true|false)$/i.test(one) && one.toUpperCase() === other;
  return isTruth || isSameNumber(one, other) || isSameDate(one, other);
}
