import { RETAILERS, type Retailer } from "./vocabulary.ts";

/** The names of retailers as people know them, wherever people read. The API has words of its own. */
export const RETAILER_NAMES: Readonly<Record<Retailer, string>> = {
  marketplace: "Amazon",
  grocer_a: "Kroger",
  bigbox_w: "Walmart",
  bigbox_t: "Target",
  delivery_app: "Instacart",
  custom: "Web page",
  choice: "Choice of shops",
};

/** The retailer that people call `name`, whatever its case; undefined where there is none. */
export const retailerNamed = (name: string): Retailer | undefined =>
  RETAILERS.find((retailer) => RETAILER_NAMES[retailer].toLowerCase() === name.trim().toLowerCase());
