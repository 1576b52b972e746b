import { CATALOG_RETAILERS } from "../../availability/look-up-products.ts";
import { RETAILER_NAMES } from "../../core/retailer-names.ts";
import { RETAILERS } from "../../core/vocabulary.ts";

/** Why backups do nothing yet for a retailer, to be said beside their field; undefined where they work. */
export function backupsHint(retailer: string, catalogs: ReadonlyMap<string, unknown>): string | undefined {
  if (catalogs.has(retailer)) return undefined;
  const known = RETAILERS.find((each) => each === retailer);
  if (!known) return undefined;
  const name = RETAILER_NAMES[known];
  return CATALOG_RETAILERS.some((each) => each === retailer)
    ? `They work after ${name} access is set up: until then nobody knows what is available.`
    : `${name} does not say what is available, so they are kept and not used.`;
}
