/** A valid field of a definition that is probably a mistake. */
export interface Doubt {
  code:
    | "product_id_format"
    | "looks_like_barcode"
    | "store_missing"
    | "store_ignored"
    | "option_ignored"
    | "upc_not_sent"
    | "filter_not_sent"
    | "unit_unknown"
    | "amount_not_sent";
  /** As the API names it, such as `products[0].retailerProductId`. */
  field: string;
  /** What to do, as a sentence. */
  hint?: string;
}
