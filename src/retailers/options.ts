import * as z from "zod";
import { httpUrl, imageUrl, text } from "../core/text.ts";
import { list } from "../core/zod-extensions.ts";
import { BIGBOX_T_DEFAULTS, BIGBOX_W_DEFAULTS, DELIVERY_APP_DEFAULTS } from "./option-defaults.ts";
import { backupProductIds } from "./parts.ts";

export const bigboxWOptions = z
  .strictObject({
    allowPdp: z
      .boolean()
      .default(BIGBOX_W_DEFAULTS.allowPdp)
      .describe("Lets a single-item link be a product page when cart construction is not appropriate."),
    cartMode: z
      .enum(["auto", "offers", "items"])
      .default(BIGBOX_W_DEFAULTS.cartMode)
      .describe("Whether a cart names its products by item ids or by offer ids; `auto` chooses."),
    fallbackMode: z
      .enum(["offers", "items"])
      .default(BIGBOX_W_DEFAULTS.fallbackMode)
      .describe("The ids to use where those of `cartMode` can't name every product."),
    includeStoreId: z
      .enum(["never", "auto", "always"])
      .default(BIGBOX_W_DEFAULTS.includeStoreId)
      .describe("Whether a cart carries `location.storeId`; `auto`: where it is a number."),
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

export const bigboxTOptions = z
  .strictObject({
    allowPdp: z
      .boolean()
      .default(BIGBOX_T_DEFAULTS.allowPdp)
      .describe("Lets the link lead to the first product's page; without it, to `fallbackUrl` or a search."),
  })
  .describe("Options of bigbox_t links.")
  .meta({ id: "BigboxTOptions" });

/**
 * Bounds that the specification leaves open, far above what a list or a recipe has: without them, one link takes as much
 * of everybody's database as a request can carry.
 */
const MOST = { steps: 200, upcs: 100, filters: 100, measurements: 50, stores: 100 } as const;
/** In characters. */
const LONGEST = { step: 5_000, upc: 64, filter: 200, store: 256 } as const;

const quantity = () => z.number().min(0).describe("How much, in `unit`; parts such as 0.5 are allowed.");
const unit = () => text(0, 64).describe("Unit of `quantity`, such as `cup` or `ounce`.");

export const lineItem = z
  .strictObject({
    name: text(1, 200).describe("What to buy, as the delivery app searches for it."),
    quantity: quantity().default(1),
    unit: unit().optional(),
    upcs: list(text(0, LONGEST.upc).describe("One UPC."))
      .max(MOST.upcs)
      .describe("Help matching; primary and acceptable backup UPCs.")
      .optional(),
    catalogProductId: text(1, 128).describe("Kept with the link; not sent to the retailer.").optional(),
    backupProductIds: backupProductIds()
      .describe("Kept as backup choices. To influence matching, send backupUpcs or upcs too.")
      .optional(),
    backupUpcs: list(text(1, 64).describe("One UPC."))
      .max(25)
      .describe("Sent on after upcs, and kept with the link.")
      .optional(),
    displayText: text(0, 200).describe("The item's words on the page; without it, its name.").optional(),
    measurements: list(
      z.strictObject({ quantity: quantity(), unit: unit() }).describe("An amount in another unit."),
    )
      .max(MOST.measurements)
      .describe("The same amount in other units.")
      .optional(),
    filters: z
      .strictObject({
        brandFilters: list(text(0, LONGEST.filter).describe("A brand."))
          .max(MOST.filters)
          .describe("Brands to prefer.")
          .optional(),
        healthFilters: list(text(0, LONGEST.filter).describe("A need."))
          .max(MOST.filters)
          .describe("Needs to meet, in the delivery app's words, such as `ORGANIC`.")
          .optional(),
      })
      .describe("What narrows the products that may match.")
      .optional(),
  })
  .describe("An item of a shopping list, or an ingredient of a recipe.")
  .meta({ id: "LineItem" });
export type LineItem = z.infer<typeof lineItem>;

const lineItems = (description: string) => list(lineItem).min(1).max(200).describe(description);

export const shoppingList = z
  .strictObject({
    title: text(1, 160).describe("Heading of the list's page."),
    imageUrl: imageUrl().describe("Picture of the list.").optional(),
    instructions: text(0, 4000).describe("Words for the shopper.").optional(),
    lineItems: lineItems("What to buy."),
  })
  .describe("What the page of a shopping list shows.")
  .meta({ id: "ShoppingList" });
export type ShoppingList = z.infer<typeof shoppingList>;

export const recipe = z
  .strictObject({
    title: text(1, 160).describe("Heading of the recipe's page."),
    imageUrl: imageUrl().describe("Picture of the dish.").optional(),
    author: text(0, 160).describe("Who wrote the recipe.").optional(),
    servings: z.int().min(1).describe("For how many people.").optional(),
    cookingTimeMinutes: z.int().min(0).describe("Time to cook, in minutes.").optional(),
    instructions: list(text(0, LONGEST.step).describe("One step."))
      .max(MOST.steps)
      .describe("The steps, in order.")
      .optional(),
    expiresInDays: z
      .int()
      .min(1)
      .max(365)
      .describe("How many days the delivery app keeps the page. It is made again before they are over.")
      .optional(),
    ingredients: lineItems("What the dish needs."),
    landingPageConfiguration: z
      .strictObject({
        partnerLinkbackUrl: httpUrl().describe("Where the page leads back to.").optional(),
        enablePantryItems: z
          .boolean()
          .describe("Asks the shopper which ingredients are at home already.")
          .optional(),
      })
      .describe("Settings of the recipe's page.")
      .optional(),
  })
  .describe("What the page of a recipe shows.")
  .meta({ id: "Recipe" });
export type Recipe = z.infer<typeof recipe>;

const deliveryAppFields = {
  routingMode: z
    .enum(["specific", "preferred", "no_preference"])
    .default(DELIVERY_APP_DEFAULTS.routingMode)
    .describe("How the store is chosen: a certain one, the first of several, or any."),
  retailer: text(0, LONGEST.store)
    .describe("Store slug, for product detail links with routingMode specific.")
    .optional(),
  retailerId: text(1, LONGEST.store)
    .describe("Store id, for shopping lists and recipes with routingMode specific.")
    .optional(),
  preferredRetailers: list(text(0, LONGEST.store).describe("A store slug."))
    .max(MOST.stores)
    .describe("Ordered store slugs, with routingMode preferred.")
    .optional(),
  shoppingList: shoppingList.optional(),
  recipe: recipe.optional(),
};
export const deliveryAppOptions = z
  .strictObject(deliveryAppFields)
  .describe("Options of delivery_app links.")
  .meta({ id: "DeliveryAppOptions" });

/** The delivery-app options with one of the two contents required. */
const withShoppingList = z
  .strictObject({ ...deliveryAppFields, shoppingList })
  .describe("Options of delivery_app links, with the list.");
const withRecipe = z
  .strictObject({ ...deliveryAppFields, recipe })
  .describe("Options of delivery_app links, with the recipe.");

const OPTIONS = "Options by the word of their retailer.";

/** The option envelopes that a variant can name: its own key exactly, or any of the three. */
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
