import { SCOPE_DESCRIPTIONS } from "../../access/scope-descriptions.ts";
import { RETAILER_NAMES } from "../../core/retailer-names.ts";
import { STATUS_NAMES } from "./link-words.ts";
import { shortened } from "./shortened.ts";
import { INTENT_NAMES } from "./variant-words.ts";

const SCOPES: Readonly<Record<string, string>> = Object.fromEntries(
  SCOPE_DESCRIPTIONS.map(({ scope, label }) => [scope, label]),
);

/** The words of the API that a field can have as its value, as people say them. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scopes: SCOPES,
  status: STATUS_NAMES,
  retailer: RETAILER_NAMES,
  intent: INTENT_NAMES,
};

/**
 * The value of a field as text, of at most `most` UTF-16 units: times without their seconds, lists with commas, products
 * and items by their ids and names, anything else as JSON.
 */
export function inWords(field: string, value: unknown, most: number): string {
  const text = Array.isArray(value) ? listed(field, value) : plain(field, value);
  return shortened(text, most);
}

const listed = (field: string, values: readonly unknown[]): string =>
  values.length === 0 ? "none" : values.map((value) => itemOf(value) ?? plain(field, value)).join(", ");

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

/** A shop of a choice by its name on the page, and what it leads to. */
function shopOf({ retailer, intent, label, products, customUrl }: Record<string, unknown>): string | null {
  if (typeof retailer !== "string" || typeof intent !== "string") return null;
  const name = typeof label === "string" ? label : plain("retailer", retailer);
  const leads = Array.isArray(products) ? products.map(itemOf).filter((item) => item !== null) : [];
  if (typeof customUrl === "string") leads.push(customUrl);
  return leads.length === 0 ? name : `${name}: ${leads.join(" ")}`;
}

function plain(field: string, value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const words = Object.hasOwn(WORDS, field) ? WORDS[field] : undefined;
  if (words && Object.hasOwn(words, value)) return words[value] ?? value;
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):[\d.]+Z$/.exec(value) ?? [];
  return day && time ? `${day}, ${time} UTC` : value;
}
