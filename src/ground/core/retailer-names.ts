import { RETAILERS, type Retailer } from "./vocabulary.ts";

/** The names of retailers for people. The API has its own vocabulary. */
export const RETAILER_NAMES: Readonly<Record<Retailer, string>> = {
  marketplace: "Amazon",
  grocer_a: "Kroger",
  bigbox_w: "Walmart",
  bigbox_t: "Target",
  delivery_app: "Instacart",
  custom: "Web page",
  choice: "Choice of shops",
};

/** The retailer with this name, in any case; undefined for an unknown name. */
export const retailerNamed = (name: string): Retailer | undefined =>
  RETAILERS.find((retailer) => RETAILER_NAMES[retailer].toLowerCase() === name.trim().toLowerCase());
