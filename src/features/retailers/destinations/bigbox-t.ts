import type { LinkDefinition } from "../definition.ts";
import { BIGBOX_T_DEFAULTS } from "../options.ts";
import { type DestinationBuilder, fallbackOr, firstProductId } from "./destination-builder.ts";

const SITE = "https://www.target.com";

/**
 * The retailer has no public cart links and no pages for several products: the first product's page if allowPdp, else
 * fallbackUrl, else a search for the product.
 */
export const buildBigboxTProduct: DestinationBuilder<Extract<LinkDefinition, { retailer: "bigbox_t" }>> = (
  definition,
  { settings },
) => {
  const { allowPdp } = definition.options?.bigbox_t ?? BIGBOX_T_DEFAULTS;
  const id = encodeURIComponent(firstProductId(definition));
  const wrapper = settings.targetAffiliateUrl;
  if (allowPdp) {
    const url = `${SITE}/p/-/A-${id}`;
    return { url, urlType: "pdp", page: "retailer", wrapper, reason: "first_product_page" };
  }
  return fallbackOr(definition, () => ({
    url: `${SITE}/s?searchTerm=${id}`,
    urlType: "long_link",
    page: "retailer",
    wrapper,
    reason: "search_page",
  }));
};
