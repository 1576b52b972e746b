import type { Retailer } from "./vocabulary.ts";

/** The names of retailers as people read them. */
export const RETAILER_NAMES: Readonly<Record<Retailer, string>> = {
  marketplace: "Marketplace",
  grocer_a: "Grocer A",
  bigbox_w: "Big box W",
  bigbox_t: "Big box T",
  delivery_app: "Delivery app",
  custom: "Custom URLs",
};
