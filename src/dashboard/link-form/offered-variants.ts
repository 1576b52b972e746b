import { RETAILERS, type Retailer } from "../../core/vocabulary.ts";
import { hasCarts } from "../../retailers/read-pasted.ts";
import { OFFER_VARIANTS, type OfferVariant, VARIANTS, type Variant } from "../../retailers/variants.ts";

/** Cart links that fill no cart are for programs alone: a person would take them for what they are not. */
const makesSense = ({ retailer, intent }: Variant): boolean =>
  retailer === "choice" || intent !== "add_to_cart" || hasCarts(retailer);

/** The shops that most people ask for come first, all others in the order of the vocabulary. */
const FIRST: readonly Retailer[] = ["bigbox_w", "bigbox_t"];
const ORDER: readonly Retailer[] = [...new Set([...FIRST, ...RETAILERS])];

const ordered = <V extends Variant>(variants: readonly V[]): V[] =>
  variants
    .filter(makesSense)
    .sort((one, other) => ORDER.indexOf(one.retailer) - ORDER.indexOf(other.retailer));

/** The variants that links are made of. */
export const OFFERED_VARIANTS: readonly Variant[] = ordered(VARIANTS);
/** Those that an offer of a choice can be of. */
export const OFFERED_OFFERS: readonly OfferVariant[] = ordered(OFFER_VARIANTS);
