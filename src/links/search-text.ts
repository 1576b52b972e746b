import { RETAILER_NAMES } from "../core/retailer-names.ts";
import { searchForm } from "../core/search-form.ts";
import { labelOf } from "./choice-entry.ts";
import type { Link } from "./link.ts";
import { definitionParts } from "./link-part.ts";

/**
 * Maximum search text of a link, in bytes, so that its row stays below D1's limit of 2 MB. Enough for 100 products with
 * 25 backups each, with ids of 128 letters. Text beyond the limit is not searchable.
 */
const MAX_BYTES = 350_000;

/**
 * The searchable text of a link in search form, one line per text: id, names, slugs, retailers, custom URLs, tags, and
 * products with backups, of all offers.
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

/** Truncates a text to MAX_BYTES in UTF-8. */
function cut(text: string): string {
  if (text.length * 3 <= MAX_BYTES) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_BYTES));
  return text.slice(0, read);
}
