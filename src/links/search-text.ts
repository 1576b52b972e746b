import { RETAILER_NAMES } from "../core/retailer-names.ts";
import { searchForm } from "../core/search-form.ts";
import { labelOf } from "./choice-entry.ts";
import type { Link } from "./link.ts";
import { definitionParts } from "./link-part.ts";

/**
 * The most that the text of one link takes, in bytes, so that its row stays below the 2 MB of D1. 100 products with 25
 * backups each fit, with ids of 128 letters. What is beyond is not found.
 */
const MAX_BYTES = 350_000;

/**
 * What a search of links looks through, in search form, a line for each text: a link's id and names, its addresses, where it
 * leads, its tags and its products with their backups, of all offers.
 */
export function searchTextOf(link: Link): string {
  const parts = definitionParts(link).map(({ definition }) => definition);
  const products = parts.flatMap((part) => part.products ?? []);
  const texts = [
    link.id,
    link.name,
    link.publicName,
    link.shortId,
    ...(link.slugs ?? []),
    ...[link, ...parts].flatMap(({ retailer }) => [RETAILER_NAMES[retailer], retailer]),
    ...(link.offers?.map(labelOf) ?? []),
    ...parts.map(({ customUrl }) => customUrl),
    ...(link.tracking?.tags ?? []),
    ...products.map(({ retailerProductId }) => retailerProductId),
    ...products.flatMap(({ backupProductIds }) => backupProductIds ?? []),
  ].filter((text) => text !== undefined);
  return cut([...new Set(texts.map(searchForm))].join("\n"));
}

/** The beginning of a text that takes at most MAX_BYTES in UTF-8. */
function cut(text: string): string {
  if (text.length * 3 <= MAX_BYTES) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_BYTES));
  return text.slice(0, read);
}
