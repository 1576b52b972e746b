import { SCOPE_DESCRIPTIONS } from "../../../features/access/scope-descriptions.ts";
import { shortened } from "../../../ground/core/text.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { momentText } from "../components/dates.ts";
import { useLocale } from "../layout/locale.tsx";
import { INTENT_NAMES, STATUS_NAMES } from "./link-labels.tsx";
import { ruleOfOffer } from "./rule-text.ts";

const SCOPES: Readonly<Record<string, string>> = Object.fromEntries(
  SCOPE_DESCRIPTIONS.map(({ scope, label }) => [scope, label]),
);

/** Labels of the values that a field can have in the API. */
const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scopes: SCOPES,
  status: STATUS_NAMES,
  retailer: RETAILER_NAMES,
  intent: INTENT_NAMES,
};

/**
 * The value of a field as text of at most `max` UTF-16 units: times on the clocks of the page's zone, lists with commas, products and
 * items by their ids and names, anything else as JSON.
 */
export function valueText(field: string, value: unknown, max: number): string {
  const text = Array.isArray(value) ? listed(field, value) : plain(field, value);
  return shortened(text, max);
}

/** What an empty list of a field means. A webhook without types gets events of all types. */
const EMPTY_LISTS: Readonly<Record<string, string>> = { types: "all" };

const listed = (field: string, values: readonly unknown[]): string =>
  values.length === 0
    ? (EMPTY_LISTS[field] ?? "none")
    : values.map((value) => itemOf(value) ?? plain(field, value)).join(", ");

/**
 * A product, or an item of a list or recipe: `2 × 123456`. A shop of a choice: `Walmart: 2 × 123456`. Null for anything
 * else.
 */
function itemOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const { retailerProductId, name, quantity, ...more } = value as Record<string, unknown>; // read only
  if (quantity === undefined) return shopOf(more);
  const id = retailerProductId ?? name;
  return typeof id === "string" ? `${quantity} × ${id}` : null;
}

/** A shop of a choice by its name on the page, with its rule, and its products or web page. */
function shopOf(shop: Record<string, unknown>): string | null {
  const { retailer, intent, label, products, customUrl } = shop;
  if (typeof retailer !== "string" || typeof intent !== "string") return null;
  const rule = ruleOfOffer(shop, useLocale().zone, {
    pick: shop.weight === undefined ? undefined : "split",
    index: 0,
  });
  const shown = typeof label === "string" ? label : plain("retailer", retailer);
  const name = rule === "" ? shown : `${shown} (${rule})`;
  const targets = Array.isArray(products) ? products.map(itemOf).filter((item) => item !== null) : [];
  if (typeof customUrl === "string") targets.push(customUrl);
  return targets.length === 0 ? name : `${name}: ${targets.join(" ")}`;
}

function plain(field: string, value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const labels = Object.hasOwn(VALUE_LABELS, field) ? VALUE_LABELS[field] : undefined;
  if (labels && Object.hasOwn(labels, value)) return labels[value] ?? value;
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[\d.]+Z$/.test(value)
    ? momentText(new Date(value), useLocale())
    : value;
}
