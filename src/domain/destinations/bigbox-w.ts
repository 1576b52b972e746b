import type { LinkRequest } from "../../schemas/link-request.ts";
import type { ProductSelection } from "../../schemas/parts.ts";
import { BIGBOX_W_DEFAULTS } from "../option-defaults.ts";
import {
  type BuiltDestination,
  type DestinationBuilder,
  type DestinationContext,
  fallbackOr,
  firstProductId,
} from "./destination.ts";
import { appendEncoded } from "./tracking.ts";

const SITE = "https://www.walmart.com";
/** An offer id is 32 upper-case hex digits, an item id is decimal; an item id never goes into `offers=`. */
const OFFER_ID = /^[0-9A-F]{32}$/;

type CartMode = "items" | "offers";
type Options = typeof BIGBOX_W_DEFAULTS | NonNullable<NonNullable<LinkRequest["options"]>["bigbox_w"]>;

const productPage = (id: string, context: DestinationContext): BuiltDestination => ({
  url: `${SITE}/ip/${encodeURIComponent(id)}`,
  urlType: "pdp",
  page: "retailer",
  wrapper: context.settings.walmartAffiliateUrl,
});

/** Product page by item id. */
export const buildBigboxWProduct: DestinationBuilder = (request, context) =>
  productPage(firstProductId(request), context);

/**
 * Cart of all products, by item or by offer ids: `items=` and `offers=` are never mixed. The modes are tried in
 * the order of `cartModes`; one that can't name every product is passed over. Then, in this order: the product
 * page (one item with allowPdp), fallbackUrl, and the cart of what the first mode can name, else a search.
 */
export const buildBigboxWCart: DestinationBuilder = (request, context) => {
  const options = request.options?.bigbox_w ?? BIGBOX_W_DEFAULTS;
  const products = request.products ?? [];
  const modes = cartModes(options, products, context);
  for (const mode of modes) {
    const entries = cartEntries(mode, products, context);
    if (entries.length === products.length) return cart(mode, entries, request, options, context);
  }
  const id = firstProductId(request);
  if (options.allowPdp && products.length === 1 && !OFFER_ID.test(id)) return productPage(id, context);
  return fallbackOr(request, () => {
    for (const mode of modes) {
      const entries = cartEntries(mode, products, context);
      if (entries.length > 0) return cart(mode, entries, request, options, context);
    }
    return {
      url: `${SITE}/search?q=${encodeURIComponent(id)}`,
      urlType: "long_link",
      page: "retailer",
      wrapper: context.settings.walmartAffiliateUrl,
    };
  });
};

/** The modes to try, in order. A named mode falls back to fallbackMode; `auto` chooses by who sells. */
function cartModes(
  options: Options,
  products: readonly ProductSelection[],
  { offers }: DestinationContext,
): CartMode[] {
  if (options.cartMode !== "auto") return unique([options.cartMode, options.fallbackMode]);
  const thirdParty = products.some(({ retailerProductId }) => offers.get(retailerProductId)?.thirdParty);
  const preferOffers = thirdParty ? options.preferOffersForMarketplace : !options.preferItemsForWalmart;
  return unique([preferOffers ? "offers" : "items", options.fallbackMode, "items", "offers"]);
}

const unique = (modes: CartMode[]): CartMode[] => [...new Set(modes)];

/** `id_quantity` of every product that `mode` can name. */
function cartEntries(
  mode: CartMode,
  products: readonly ProductSelection[],
  { offers }: DestinationContext,
): string[] {
  return products.flatMap(({ retailerProductId: id, quantity }) => {
    const isOffer = OFFER_ID.test(id);
    const named = mode === "offers" ? (isOffer ? id : offers.get(id)?.offerId) : isOffer ? undefined : id;
    return named === undefined ? [] : [`${encodeURIComponent(named)}_${quantity}`];
  });
}

function cart(
  mode: CartMode,
  entries: readonly string[],
  request: LinkRequest,
  options: Options,
  context: DestinationContext,
): BuiltDestination {
  const pairs: [string, string][] = [[mode, entries.join(",")]];
  const storeId = request.location?.storeId;
  // `auto` adds only what the retailer documents, a number; `always` trusts the caller.
  const include = options.includeStoreId === "always" || /^[0-9]+$/.test(storeId ?? "");
  if (storeId !== undefined && options.includeStoreId !== "never" && include) {
    pairs.push(["storeId", encodeURIComponent(storeId)]);
  }
  return {
    url: appendEncoded(`${SITE}/sc/cart/addToCart`, pairs),
    urlType: "cart",
    page: "retailer",
    wrapper: context.settings.walmartAffiliateUrl,
  };
}
