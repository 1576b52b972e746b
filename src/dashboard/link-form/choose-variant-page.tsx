import { RETAILER_NAMES } from "../../core/retailer-names.ts";
import { OFFER_VARIANTS, productBounds, variantKey } from "../../retailers/variants.ts";
import type { Place } from "../frame/context.ts";
import { Screen } from "../frame/layout.tsx";
import { INTENT_NAMES, VARIANT_WORDS } from "../labels/variant-words.ts";
import { LINK_FORM_STYLE } from "./link-form-style.ts";

/** The choice of what a new link does: a card for each retailer and intent. */
export const ChooseVariantPage = ({ place }: { place: Place }) => (
  <Screen place={place} here="Links" title="Create a link" styles={[LINK_FORM_STYLE]}>
    <p class="quiet">What should happen when somebody scans the code or opens the link?</p>
    {Array.from(
      Map.groupBy(OFFER_VARIANTS, ({ retailer }) => retailer),
      ([retailer, variants]) => (
        <section class="section">
          <h2>{RETAILER_NAMES[retailer]}</h2>
          <ul class="cards">
            {variants.map((variant) => {
              const { min, max } = productBounds(variant);
              const query = new URLSearchParams({ retailer, intent: variant.intent });
              return (
                <li>
                  <a class="card" href={`${place.base}/links/new?${query}`}>
                    <strong>{INTENT_NAMES[variant.intent]}</strong>
                    <span>{VARIANT_WORDS[variantKey(variant)]}</span>
                    {min > 0 && <small>{max === 1 ? "One product" : `Up to ${max} products`}</small>}
                  </a>
                </li>
              );
            })}
          </ul>
        </section>
      ),
    )}
  </Screen>
);
