import * as z from "zod";
import { httpUrl, imageUrl, text } from "../../ground/core/text.ts";
import { list } from "../../ground/core/zod-extensions.ts";
import { backupProductIds } from "./parts.ts";

/** Defaults of options. The schemas fill them in; builders use them if a definition has no options. */

export const BIGBOX_W_DEFAULTS = {
  allowPdp: false,
  cartMode: "auto",
  fallbackMode: "items",
  includeStoreId: "auto",
  preferItemsForWalmart: true,
  preferOffersForMarketplace: false,
} as const;

export const BIGBOX_T_DEFAULTS = { allowPdp: true } as const;

export const DELIVERY_APP_DEFAULTS = { routingMode: "no_preference" } as const;

const bigboxWOptions = z
  .strictObject({
    allowPdp: z
      .boolean()
      .default(BIGBOX_W_DEFAULTS.allowPdp)
      .describe("Allows a product page for a single-item link if a cart is not appropriate."),
    cartMode: z
      .enum(["auto", "offers", "items"])
      .default(BIGBOX_W_DEFAULTS.cartMode)
      .describe("Whether a cart uses item ids or offer ids; `auto` chooses."),
    fallbackMode: z
      .enum(["offers", "items"])
      .default(BIGBOX_W_DEFAULTS.fallbackMode)
      .describe("The ids to use if the ids of `cartMode` can't name every product."),
    includeStoreId: z
      .enum(["never", "auto", "always"])
      .default(BIGBOX_W_DEFAULTS.includeStoreId)
      .describe("Whether a cart includes `location.storeId`; `auto`: if it is a number."),
    preferItemsForWalmart: z
      .boolean()
      .default(BIGBOX_W_DEFAULTS.preferItemsForWalmart)
      .describe("With `cartMode` `auto`: item ids first for products that the retailer sells itself."),
    preferOffersForMarketplace: z
      .boolean()
      .default(BIGBOX_W_DEFAULTS.preferOffersForMarketplace)
      .describe("With `cartMode` `auto`: offer ids first for products that third parties sell."),
  })
  .describe("Options of bigbox_w links.")
  .meta({ id: "BigboxWOptions" });

const bigboxTOptions = z
  .strictObject({
    allowPdp: z
      .boolean()
      .default(BIGBOX_T_DEFAULTS.allowPdp)
      .describe("Whether the link opens the first product's page; otherwise, `fallbackUrl` or a search."),
  })
  .describe("Options of bigbox_t links.")
  .meta({ id: "BigboxTOptions" });

/**
 * Limits that the specification leaves open, far above real lists and recipes: without them, one link could use as much
 * of the shared database as a request can carry.
 */
const MAX_ITEMS = { steps: 200, upcs: 100, filters: 100, measurements: 50, stores: 100 } as const;
/** In characters. */
const MAX_LENGTH = { step: 5_000, upc: 64, filter: 200, store: 256 } as const;

const quantity = () => z.number().min(0).describe("Amount in `unit`; fractions such as 0.5 are allowed.");
const unit = () => text(0, 64).describe("Unit of `quantity`, such as `cup` or `ounce`.");

const lineItem = z
  .strictObject({
    name: text(1, 200).describe("What to buy. The delivery app searches for this text."),
    quantity: quantity().default(1),
    unit: unit().optional(),
    upcs: list(text(0, MAX_LENGTH.upc).describe("One UPC."))
      .max(MAX_ITEMS.upcs)
      .describe("Primary and acceptable backup UPCs, to improve matching.")
      .optional(),
    catalogProductId: text(1, 128).describe("Stored with the link; not sent to the retailer.").optional(),
    backupProductIds: backupProductIds()
      .describe("Stored as backup choices. To influence matching, also send backupUpcs or upcs.")
      .optional(),
    backupUpcs: list(text(1, 64).describe("One UPC."))
      .max(25)
      .describe("Sent to the delivery app after upcs, and stored with the link.")
      .optional(),
    displayText: text(0, 200).describe("Text of the item on the page. Default: its name.").optional(),
    measurements: list(
      z.strictObject({ quantity: quantity(), unit: unit() }).describe("An amount in another unit."),
    )
      .max(MAX_ITEMS.measurements)
      .describe("The same amount in other units.")
      .optional(),
    filters: z
      .strictObject({
        brandFilters: list(text(0, MAX_LENGTH.filter).describe("A brand."))
          .max(MAX_ITEMS.filters)
          .describe("Brands to prefer.")
          .optional(),
        healthFilters: list(text(0, MAX_LENGTH.filter).describe("A dietary need."))
          .max(MAX_ITEMS.filters)
          .describe("Dietary needs as the delivery app names them, such as `ORGANIC`.")
          .optional(),
      })
      .describe("Filters for the products that may match.")
      .optional(),
  })
  .describe("An item of a shopping list, or an ingredient of a recipe.")
  .meta({ id: "LineItem" });
export type LineItem = z.infer<typeof lineItem>;

const lineItems = (description: string) => list(lineItem).min(1).max(200).describe(description);

const shoppingList = z
  .strictObject({
    title: text(1, 160).describe("Heading of the list's page."),
    imageUrl: imageUrl().describe("Picture of the list.").optional(),
    instructions: text(0, 4000).describe("Text for the shopper.").optional(),
    lineItems: lineItems("What to buy."),
  })
  .describe("Content of a shopping list's page.")
  .meta({ id: "ShoppingList" });
export type ShoppingList = z.infer<typeof shoppingList>;

const recipe = z
  .strictObject({
    title: text(1, 160).describe("Heading of the recipe's page."),
    imageUrl: imageUrl().describe("Picture of the dish.").optional(),
    author: text(0, 160).describe("Author of the recipe.").optional(),
    servings: z.int().min(1).describe("Number of servings.").optional(),
    cookingTimeMinutes: z.int().min(0).describe("Time to cook, in minutes.").optional(),
    instructions: list(text(0, MAX_LENGTH.step).describe("One step."))
      .max(MAX_ITEMS.steps)
      .describe("The steps, in order.")
      .optional(),
    expiresInDays: z
      .int()
      .min(1)
      .max(365)
      .describe(
        "How many days the delivery app keeps the page, 30 by default. The service then requests a new page, so the short link and printed codes keep working.",
      )
      .optional(),
    ingredients: lineItems("The ingredients."),
    landingPageConfiguration: z
      .strictObject({
        partnerLinkbackUrl: httpUrl().describe("URL that the page links back to.").optional(),
        enablePantryItems: z
          .boolean()
          .describe("Asks the shopper which ingredients are at home already.")
          .optional(),
      })
      .describe("Settings of the recipe's page.")
      .optional(),
  })
  .describe("Content of a recipe's page.")
  .meta({ id: "Recipe" });
export type Recipe = z.infer<typeof recipe>;

const deliveryAppFields = {
  routingMode: z
    .enum(["specific", "preferred", "no_preference"])
    .default(DELIVERY_APP_DEFAULTS.routingMode)
    .describe("How the store is chosen: a specific store, the first of several, or any."),
  retailer: text(0, MAX_LENGTH.store)
    .describe("Store slug, for product detail links with routingMode specific.")
    .optional(),
  retailerId: text(1, MAX_LENGTH.store)
    .describe("Store id, for shopping lists and recipes with routingMode specific.")
    .optional(),
  preferredRetailers: list(text(0, MAX_LENGTH.store).describe("A store slug."))
    .max(MAX_ITEMS.stores)
    .describe("Ordered store slugs, with routingMode preferred.")
    .optional(),
  shoppingList: shoppingList.optional(),
  recipe: recipe.optional(),
};
/** The fields that name stores. */
export type DeliveryAppStores = Partial<
  Pick<z.infer<typeof deliveryAppOptions>, "retailer" | "retailerId" | "preferredRetailers">
>;
const deliveryAppOptions = z
  .strictObject(deliveryAppFields)
  .describe("Options of delivery_app links.")
  .meta({ id: "DeliveryAppOptions" });

/** Delivery-app options that require the list or the recipe. */
const withShoppingList = z
  .strictObject({ ...deliveryAppFields, shoppingList })
  .describe("Options of delivery_app links, with the list.");
const withRecipe = z
  .strictObject({ ...deliveryAppFields, recipe })
  .describe("Options of delivery_app links, with the recipe.");

const OPTIONS = "Options by retailer.";

/** The option envelopes of variants: exactly one retailer's options, or any of the three. */
export const OPTION_ENVELOPES = {
  bigbox_w: z.strictObject({ bigbox_w: bigboxWOptions }).describe(OPTIONS).optional(),
  bigbox_t: z.strictObject({ bigbox_t: bigboxTOptions }).describe(OPTIONS).optional(),
  delivery_app: z.strictObject({ delivery_app: deliveryAppOptions }).describe(OPTIONS).optional(),
  shopping_list: z.strictObject({ delivery_app: withShoppingList }).describe(OPTIONS),
  recipe: z.strictObject({ delivery_app: withRecipe }).describe(OPTIONS),
  general: z
    .strictObject({
      bigbox_w: bigboxWOptions.optional(),
      bigbox_t: bigboxTOptions.optional(),
      delivery_app: deliveryAppOptions.optional(),
    })
    .describe(OPTIONS)
    .optional(),
} as const;
