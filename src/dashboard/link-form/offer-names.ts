import { RETAILER_NAMES } from "../../core/retailer-names.ts";
import { OFFER_RETAILERS } from "../../core/vocabulary.ts";
import { type FormState, isBlank } from "./form-state.ts";

/** What the offers in a form are called: by their names on the page, else by their retailers. */
export const offerNames = ({ rows }: FormState): string[] =>
  (rows.get("offers") ?? [])
    .filter((row) => !isBlank(row))
    .map(({ texts }) => {
      const retailer = OFFER_RETAILERS.find((each) => each === texts.get("retailer"));
      return texts.get("label")?.trim() || (retailer ? RETAILER_NAMES[retailer] : "Shop");
    });
