import { SALES_NETWORKS, type SalesNetwork } from "./networks.ts";
import { currencyNamed, currencyOf } from "./read-money.ts";
import { SALES_FIELDS, type SalesField } from "./sales-report.ts";

/** A currency in parentheses or brackets at the end of a heading: `Revenue($)`, `Sale Amount (USD)`. */
const CURRENCY = /\s*[([]\s*([^\s()[\]]{1,4})\s*[)\]]\s*$/;

/** A heading in lower case, without its currency, blanks and punctuation. */
export const headingKey = (heading: string): string =>
  (currencyIn(heading) === null ? heading : heading.replace(CURRENCY, ""))
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The currency in a heading; null without one. */
export const currencyIn = (heading: string): string | null => currencyOf(CURRENCY.exec(heading)?.[1] ?? "");

/** The same, but null for a sign of several currencies, such as a dollar sign. */
export const certainCurrencyIn = (heading: string): string | null =>
  currencyNamed(CURRENCY.exec(heading)?.[1] ?? "");

/** Which heading says what; the first of several equal ones. */
export type SalesColumns = ReadonlyMap<SalesField, number>;

/** The columns with these headings. */
export function columnsNamed(
  keys: readonly string[],
  wanted: Partial<Record<SalesField, string | readonly string[]>>,
): SalesColumns {
  const found = SALES_FIELDS.flatMap((field): [SalesField, number][] => {
    const place = [wanted[field] ?? []]
      .flat()
      .map((key) => keys.indexOf(key))
      .find((index) => index >= 0);
    return place === undefined ? [] : [[field, place]];
  });
  return new Map(found);
}

/** The network whose report has these headings, with its columns; null for any other file. */
export function networkOfHeadings(
  keys: readonly string[],
): { network: SalesNetwork; columns: SalesColumns } | null {
  for (const network of SALES_NETWORKS) {
    const columns = columnsNamed(keys, network.columns);
    if (network.signature.every((field) => columns.has(field))) return { network, columns };
  }
  return null;
}

/** What a heading of an unknown network probably says, by its words. The first that fits counts. */
const GUESSES: readonly (readonly [SalesField, RegExp])[] = [
  [
    "subId",
    /^(?:sub(?:id|affiliate)?|sid|u1|afftrack|affcomment|epi|trackingid|pubref)\d?$|subid|clickref|publisherref|^ref(?:erence)?$/,
  ],
  ["currency", /currency|währung|waehrung|devise|moneda|valuta/],
  ["state", /status|state|zustand|statut|estado|stato/],
  [
    "commission",
    /^(?!.*(?:rate|percent|group|id$)).*(?:commission|earning|payout|provision|publisherfee|comisi)/,
  ],
  [
    "amount",
    /amount|^value$|salevalue|sales?$|revenue|umsatz|bestellwert|montant|importe|importo|ordervalue|total/,
  ],
  ["orders", /^(?:orders?|sales|conversions|transactions|bestellungen|numberoforders|oforders)$/],
  ["order", /orderid|ordernumber|orderref|transactionid|bestellnummer|actionid/],
  ["items", /items|quantity|qty|units|stück|menge|anzahl/],
  ["shop", /^(?!.*id$).*(?:advertiser|merchant|program|brand|shop|retailer|campaign|händler)/],
  [
    "day",
    /^(?!.*(?:click|lock|valid|pa(?:id|yment)|process|posting|modif)).*(?:date|datum|fecha|zeit|time$)|^(?:day|tag)$/,
  ],
];

/** The columns that the headings of an unknown network probably are. */
export function guessSalesColumns(keys: readonly string[]): SalesColumns {
  const found = new Map<SalesField, number>();
  for (const [index, key] of keys.entries()) {
    const field = GUESSES.find(([field, words]) => !found.has(field) && words.test(key))?.[0];
    if (field) found.set(field, index);
  }
  return found;
}
