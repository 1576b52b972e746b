/** The sign before the decimals of numbers. */
export type DecimalSign = "." | ",";

/** How many parts of a currency's unit amounts are counted in while they are added: networks write up to four decimals. */
const SCALE = 6;
/** The largest amount of a row, in units. */
const MAX_UNITS = 1_000_000_000n;

/** An amount in millionths of the currency's unit, and the currency if the text names it. */
export interface Money {
  millionths: bigint;
  currency: string | null;
  /** A sign that several currencies have; empty without one. */
  sign: string;
}

/** Signs that belong to one currency. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", zł: "PLN" },
  ...{ US$: "USD", CA$: "CAD", C$: "CAD", CDN$: "CAD", A$: "AUD", AU$: "AUD", MX$: "MXN", R$: "BRL" },
};
/** Signs of several currencies, with the one that they usually mean where nothing else says it. */
const SHARED: Readonly<Record<string, string>> = { $: "USD", "¥": "JPY" };

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether a text is the code of a currency, such as USD. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

/** The currency that a sign or a code in a heading or a cell names; null for a sign of several ones and for any other text. */
export function currencyNamed(text: string): string | null {
  const named = text.trim();
  return SIGNS[named] ?? (isCurrency(named.toUpperCase()) ? named.toUpperCase() : null);
}

/** The same, but what a sign of several currencies usually means. */
export const currencyOf = (text: string): string | null => currencyNamed(text) ?? SHARED[text.trim()] ?? null;

/** Whether amounts of a currency are written with this sign of several ones: a dollar sign for CAD, but not for EUR. */
export function hasSign(currency: string, sign: string): boolean {
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  return format.formatToParts(0).some(({ type, value }) => type === "currency" && value === sign);
}

/** An amount: a sign or parentheses for a negative one, a currency before or after it. */
const AMOUNT =
  /^(\(?)\s*([-−–+]?)\s*([^\d\s.,'()+−–-]*)\s*([-−–+]?)\s*(\d[\d.,'’\s]*|[.,]\d+)\s*([^\d\s.,'()+−–-]*)\s*(-?)\s*(\)?)$/u;

interface Parts {
  isNegative: boolean;
  digits: string;
  mark: string;
}

/** Longer than any amount. */
const MAX_LENGTH = 40;

function partsOf(text: string): Parts | null {
  const found = text.length > MAX_LENGTH ? null : AMOUNT.exec(text.trim());
  if (!found) return null;
  const [, open = "", sign = "", before = "", inner = "", digits = "", after = "", last = "", close = ""] =
    found;
  if ((open === "") !== (close === "") || (before !== "" && after !== "")) return null;
  if (`${sign}${inner}${last}`.length > 1) return null;
  const isNegative = open !== "" || /[-−–]/.test(sign + inner + last);
  return { isNegative, digits: digits.replace(/[\s'’]/g, ""), mark: before || after };
}

/** The amount that a text means with this decimal sign; null for any other text. An empty text is 0. */
export function moneyIn(text: string, decimal: DecimalSign): Money | null {
  if (text.trim() === "") return { millionths: 0n, currency: null, sign: "" };
  const parts = partsOf(text);
  if (!parts) return null;
  const group = decimal === "." ? "," : ".";
  const [whole = "", fraction = "", ...more] = parts.digits.split(decimal);
  const groups = whole.split(group);
  const isGrouped =
    groups.length === 1 || groups.every((each, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(each));
  // India groups by two digits.
  const isIndian =
    groups.length > 2 &&
    groups.every((each, index) => (index === groups.length - 1 ? /^\d{3}$/ : /^\d{1,2}$/).test(each));
  if (more.length > 0 || !(isGrouped || isIndian) || !/^\d*$/.test(fraction)) return null;
  const units = BigInt(groups.join("") || "0");
  if (units > MAX_UNITS) return null;
  // Further decimals are far below the smallest coin.
  const part = BigInt(fraction.slice(0, SCALE).padEnd(SCALE, "0"));
  const millionths = units * 10n ** BigInt(SCALE) + part;
  const named = parts.mark.trim();
  const currency = currencyNamed(named);
  const sign = SHARED[named] === undefined ? "" : named;
  if (named !== "" && currency === null && sign === "") return null;
  return { millionths: parts.isNegative ? -millionths : millionths, currency, sign };
}

/** What the amounts of a file show of their decimal sign: null if several are possible, or if two amounts differ. */
export function decimalIn(texts: readonly string[]): DecimalSign | null {
  const shown = new Set<DecimalSign>();
  let isOpen = false;
  for (const text of texts) {
    const sign = decimalOf(partsOf(text)?.digits ?? "");
    if (sign === "either") isOpen = true;
    else if (sign !== null) shown.add(sign);
  }
  const [only, other] = [...shown];
  if (other !== undefined) return null;
  return only ?? (isOpen ? null : ".");
}

/** The decimal sign that one amount shows. `either`: it can be read both ways, such as 1.234. */
function decimalOf(digits: string): DecimalSign | "either" | null {
  const signs = digits.replace(/\d/g, "");
  const last = signs.at(-1) as DecimalSign | undefined; // what is left besides digits
  if (last === undefined) return null;
  const other = last === "." ? "," : ".";
  if (signs.includes(other)) return last;
  if (signs.length > 1) return other;
  const [before = "", after = ""] = digits.split(last);
  return after.length === 3 && /^[1-9]\d{0,2}$/.test(before) ? "either" : last;
}

/** By currency; as many as there are. */
const decimals = new Map<string, number>();

/** How many decimals amounts of a currency have: 2 for USD, 0 for JPY. */
export function decimalsOf(currency: string): number {
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  if (isCurrency(currency)) decimals.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/** Millionths of a currency's unit in its minor unit, halves rounded away from zero. */
export function inMinorUnits(millionths: bigint, decimals: number): number {
  const divisor = 10n ** BigInt(SCALE - decimals);
  const rounded = ((millionths < 0n ? -millionths : millionths) + divisor / 2n) / divisor;
  return Number(millionths < 0n ? -rounded : rounded);
}

/** An amount in minor units as a decimal number without its currency, such as `-12.30`. */
export function decimalText(minor: number, currency: string): string {
  const fraction = decimalsOf(currency);
  const digits = String(Math.abs(minor)).padStart(fraction + 1, "0");
  const split = digits.length - fraction;
  const sign = minor < 0 ? "-" : "";
  return fraction === 0 ? sign + digits : `${sign}${digits.slice(0, split)}.${digits.slice(split)}`;
}
