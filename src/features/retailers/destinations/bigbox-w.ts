import { appendEncoded } from "../../../ground/core/urls.ts";
import type { LinkDefinition } from "../definition.ts";
import type { ReasonCode } from "../destination-reasons.ts";
import { BIGBOX_W_DEFAULTS } from "../options.ts";
import type { ProductSelection } from "../parts.ts";
import { isOfferId, isPossibleId } from "../product-ids.ts";
import {
  type BuiltDestination,
  cartLines,
  type DestinationBuilder,
  type DestinationContext,
  fallbackOrSearch,
  firstProductId,
} from "./destination-builder.ts";

const SITE = "https://www.walmart.com";

type CartMode = "items" | "offers";
type BigboxWDefinition = Extract<LinkDefinition, { retailer: "bigbox_w" }>;
type Options = typeof BIGBOX_W_DEFAULTS | NonNullable<NonNullable<BigboxWDefinition["options"]>["bigbox_w"]>;

const productPage = (id: string, reason: ReasonCode): BuiltDestination => ({
  url: `${SITE}/ip/${encodeURIComponent(id)}`,
  urlType: "pdp",
  page: "retailer",
  reason,
});

/** Product page by item id. */
export const buildBigboxWProduct: DestinationBuilder<BigboxWDefinition> = (definition) =>
  productPage(firstProductId(definition), "product_page");

/**
 * Where an add-to-cart link redirects. `items=` and `offers=` are never mixed: a *mode* names every product in one of
 * them: an item id as it is or as its looked-up offer id, an offer id only as it is.
 *
 * First the modes, in the order to try. Third parties are known only if products were looked up.
 *
 * | row | cartMode | products                     | option that decides              | modes                  |
 * |-----|----------|------------------------------|----------------------------------|------------------------|
 * | M1  | items    | any                          | fallbackMode                     | items, fallbackMode    |
 * | M2  | offers   | any                          | fallbackMode                     | offers, fallbackMode   |
 * | M3  | auto     | one or more of a third party | preferOffersForMarketplace true  | offers, items          |
 * | M4  | auto     | one or more of a third party | preferOffersForMarketplace false | items, offers          |
 * | M5  | auto     | no known third party         | preferItemsForWalmart true       | items, offers          |
 * | M6  | auto     | no known third party         | preferItemsForWalmart false      | offers, items          |
 *
 * Then the destination; the first matching row wins. "Single": allowPdp and one product, by an item id.
 *
 * | row | when                                                     | destination                                   |
 * |-----|----------------------------------------------------------|-----------------------------------------------|
 * | D1  | single, known to be unavailable: its cart would be empty | product page                                  |
 * | D2  | single, under M3, offer id unknown: a cart by item       | product page, where the shopper sees sellers  |
 * |     | would not choose the seller                              |                                               |
 * | D3  | a mode names every product                               | cart, by the first such mode                  |
 * | D4  | single                                                   | product page                                  |
 * | D5  | fallbackUrl is given                                     | fallbackUrl                                   |
 * | D6  | a mode names some products                               | cart of these, by the mode that names most;   |
 * |     |                                                          | a tie goes to fallbackMode                    |
 * | D7  | otherwise                                                | search for the first product                  |
 *
 * The reasons, in the order of the rows: `unavailable_product_page`, `seller_choice_page`, `cart_by_items` or
 * `cart_by_offers`, `cart_impossible_page`, `fallback_url`, `cart_in_part`, `search_page`.
 *
 * A cart includes `storeId` from location: with includeStoreId `auto` if it is a number, as the retailer documents;
 * with `always` in any case; with `never` not at all.
 */
export const buildBigboxWCart: DestinationBuilder<BigboxWDefinition> = (definition, context) => {
  const options = definition.options?.bigbox_w ?? BIGBOX_W_DEFAULTS;
  const products = definition.products;
  const modes = cartModes(options, products, context);
  const carts = modes.map((mode) => {
    const lines = namedLines(mode, products, context);
    return { mode, lines, page: cart(mode, lines, definition, options) };
  });
  const id = firstProductId(definition);
  const single = options.allowPdp && cartLines(products, (each) => each).size === 1 && !isOfferId(id);
  const offer = context.offers.get(id);
  if (single && offer?.availability === "unavailable") return productPage(id, "unavailable_product_page");
  const wantsSeller = options.cartMode === "auto" && options.preferOffersForMarketplace;
  if (single && wantsSeller && offer?.thirdParty && !offer.offerId)
    return productPage(id, "seller_choice_page");

  const complete = carts.find(({ mode }) =>
    products.every(({ retailerProductId }) => nameIn(mode, retailerProductId, context)),
  );
  if (complete) return complete.page;
  if (single) return productPage(id, "cart_impossible_page");
  const [most] = carts
    .filter(({ lines }) => lines.size > 0)
    .sort((a, b) => b.lines.size - a.lines.size || rank(a.mode, options) - rank(b.mode, options));
  if (most && definition.fallbackUrl === undefined) return { ...most.page, reason: "cart_in_part" };
  return fallbackOrSearch(definition);
};

/**
 * Whether looked-up offers can change a cart's destination, backup products aside. With most options they can't, so no
 * look-up is made.
 */
export function dependsOnOffers(definition: BigboxWDefinition): boolean {
  const options = definition.options?.bigbox_w ?? BIGBOX_W_DEFAULTS;
  const ids = [
    ...cartLines(definition.products, (id) => (isPossibleId(definition, id) ? id : undefined)).keys(),
  ];
  const items = ids.filter((id) => !isOfferId(id)).length;
  if (items === 0) return false;
  const mixed = items < ids.length;
  const single = options.allowPdp && !mixed && items === 1;
  const preferred =
    options.cartMode === "auto"
      ? options.preferOffersForMarketplace || !options.preferItemsForWalmart
      : options.cartMode === "offers";
  const offersAllowed = options.cartMode !== "items" || options.fallbackMode === "offers";
  return single || preferred || (mixed && offersAllowed);
}

/** Rows M1 to M6. */
function cartModes(
  options: Options,
  products: readonly ProductSelection[],
  { offers }: DestinationContext,
): CartMode[] {
  if (options.cartMode !== "auto") return [...new Set([options.cartMode, options.fallbackMode])];
  const thirdParty = products.some(({ retailerProductId }) => offers.get(retailerProductId)?.thirdParty);
  const offersFirst = thirdParty ? options.preferOffersForMarketplace : !options.preferItemsForWalmart;
  return offersFirst ? ["offers", "items"] : ["items", "offers"];
}

const rank = (mode: CartMode, options: Options): number => (mode === options.fallbackMode ? 0 : 1);

/** The id that names a product in `mode`, if any. */
function nameIn(mode: CartMode, id: string, context: DestinationContext): string | undefined {
  if (mode === "items") return isOfferId(id) ? undefined : id;
  return isOfferId(id) ? id : context.offers.get(id)?.offerId;
}

const namedLines = (mode: CartMode, products: readonly ProductSelection[], context: DestinationContext) =>
  cartLines(products, (id) => nameIn(mode, id, context));

function cart(
  mode: CartMode,
  lines: ReadonlyMap<string, number>,
  definition: BigboxWDefinition,
  options: Options,
): BuiltDestination {
  const entries = [...lines].map(([id, quantity]) => `${encodeURIComponent(id)}_${quantity}`);
  const pairs: [string, string][] = [[mode, entries.join(",")]];
  const storeId = definition.location?.storeId;
  const include = options.includeStoreId === "always" || /^[0-9]+$/.test(storeId ?? "");
  if (storeId !== undefined && options.includeStoreId !== "never" && include) {
    pairs.push(["storeId", encodeURIComponent(storeId)]);
  }
  const url = appendEncoded(`${SITE}/sc/cart/addToCart`, pairs);
  return { url, urlType: "cart", page: "retailer", reason: `cart_by_${mode}` };
}
