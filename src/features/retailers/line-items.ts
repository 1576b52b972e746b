import { gtin14, gtinProblem } from "../../ground/core/gtin.ts";
import type { Doubt } from "./doubt.ts";
import { healthFilter } from "./health-filters.ts";
import type { LineItem } from "./options.ts";

// The delivery app's limits for items of lists and recipes:
// https://docs.instacart.com/developer_platform_api/api/products/create_shopping_list_page

/** https://docs.instacart.com/developer_platform_api/api/units_of_measurement */
const UNITS = new Set(
  [
    "cup,cups,c,fl oz,fl oz can,fl oz container,fl oz jar,fl oz pouch,fl oz ounce,gallon,gallons,gal,gals",
    "milliliter,millilitre,milliliters,millilitres,ml,mls,liter,litre,liters,litres,l,pint,pints,pt,pts,pt container",
    "quart,quarts,qt,qts,tablespoon,tablespoons,tb,tbs,teaspoon,teaspoons,ts,tsp,tspn,gram,grams,g,gs",
    "kilogram,kilograms,kg,kgs,lb,lbs,lb bag,lb can,lb container,per lb,pound,pounds,ounce,ounces,oz,ounces bag,oz bag",
    "ounces can,oz can,ounces container,oz container,bunch,bunches,can,cans,each,ears,head,heads,large,lrg,lge,lg",
    "medium,med,md,package,packages,packet,small,sm,small ears,small head,small heads",
  ].flatMap((line) => line.split(",")),
);

/** Whether the delivery app knows a unit. */
export const isKnownUnit = (unit: string): boolean => UNITS.has(unit.trim().toLowerCase());

/**
 * A UPC in a form that the delivery app accepts, 12 to 14 digits: without separators, and with the zeros that a
 * spreadsheet removed, if the check digit then fits. Undefined if there is no such form.
 */
function sentUpc(text: string): string | undefined {
  const digits = text.replace(/[\s.\p{Pd}]/gu, "");
  if (/^\d{12,14}$/.test(digits)) return digits;
  const restored = digits.padStart(12, "0");
  return /^\d{10,11}$/.test(digits) && gtinProblem(restored) === undefined ? restored : undefined;
}

/**
 * The UPCs to send for each item, in the order of the items. The API rejects a request with duplicate UPCs, so each UPC
 * goes to one item only. The first UPC of an item ranks its shops. The primaries of all items are assigned before any
 * backup, so that a backup never takes the primary of a later item. `leaveOut` is called with each field that is not sent.
 */
export function assignUpcs(
  items: readonly LineItem[],
  leaveOut: (index: number, field: string) => void = () => {},
): string[][] {
  const owners = new Map<string, number>();
  const take = (index: number, name: "upcs" | "backupUpcs"): string[] =>
    (items[index]?.[name] ?? []).flatMap((text, place) => {
      const upc = sentUpc(text);
      const owner = upc && owners.get(gtin14(upc));
      if (upc !== undefined && owner === undefined) {
        owners.set(gtin14(upc), index);
        return [upc];
      }
      if (text.trim() !== "" && owner !== index) leaveOut(index, `${name}[${place}]`);
      return [];
    });
  const primaries = items.map((_, index) => take(index, "upcs"));
  return primaries.map((upcs, index) => [...upcs, ...take(index, "backupUpcs")]);
}

/** The properties of items in the field `list` that the delivery app does not get or understand. */
export function itemDoubts(list: string, items: readonly LineItem[]): Doubt[] {
  const doubts: Doubt[] = [];
  const doubt = (code: Doubt["code"], index: number, field: string) =>
    doubts.push({ code, field: `${list}[${index}].${field}` });
  assignUpcs(items, (index, field) => doubt("upc_not_sent", index, field));
  for (const [index, { quantity, unit, measurements = [], filters }] of items.entries()) {
    for (const [place, word] of (filters?.healthFilters ?? []).entries())
      if (word.trim() !== "" && !healthFilter(word))
        doubt("filter_not_sent", index, `filters.healthFilters[${place}]`);
    const isKnown = (name = "") => name.trim() === "" || isKnownUnit(name);
    for (const [place, measurement] of measurements.entries())
      if (!isKnown(measurement.unit)) doubt("unit_unknown", index, `measurements[${place}].unit`);
    if (measurements.length === 0) {
      if (!isKnown(unit)) doubt("unit_unknown", index, "unit");
      continue;
    }
    // A quantity of 1 may be the default.
    if (quantity !== 1) doubt("amount_not_sent", index, "quantity");
    if (unit) doubt("amount_not_sent", index, "unit");
  }
  return doubts;
}
