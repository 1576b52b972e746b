import { BIGBOX_T_DEFAULTS } from "../option-defaults.ts";
import { type DestinationBuilder, fallbackOr, firstProductId } from "./destination.ts";

const SITE = "https://www.target.com";

/**
 * The retailer has no public cart link and no page for several products: the first product's page where
 * allowPdp, else fallbackUrl, else a search for the product.
 */
export const buildBigboxTProduct: DestinationBuilder = (request, { settings }) => {
  const { allowPdp } = request.options?.bigbox_t ?? BIGBOX_T_DEFAULTS;
  const id = encodeURIComponent(firstProductId(request));
  const wrapper = settings.targetAffiliateUrl;
  if (allowPdp) return { url: `${SITE}/p/-/A-${id}`, urlType: "pdp", page: "retailer", wrapper };
  return fallbackOr(request, () => ({
    url: `${SITE}/s?searchTerm=${id}`,
    urlType: "long_link",
    page: "retailer",
    wrapper,
  }));
};
