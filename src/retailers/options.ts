import * as z from "zod";
import { list } from "../core/list.ts";
import { anyText, httpUrl, text } from "../core/text.ts";
import { BIGBOX_T_DEFAULTS, BIGBOX_W_DEFAULTS, DELIVERY_APP_DEFAULTS } from "./option-defaults.ts";
import { backupProductIds } from "./parts.ts";

export const bigboxWOptions = z
  .strictObject({
    allowPdp: z
      .boolean()
      .default(BIGBOX_W_DEFAULTS.allowPdp)
      .describe("Lets a single-item link be a product page when cart construction is not appropriate."),
    cartMode: z.enum(["auto", "offers", "items"]).default(BIGBOX_W_DEFAULTS.cartMode),
    fallbackMode: z.enum(["offers", "items"]).default(BIGBOX_W_DEFAULTS.fallbackMode),
    includeStoreId: z.enum(["never", "auto", "always"]).default(BIGBOX_W_DEFAULTS.includeStoreId),
    preferItemsForWalmart: z.boolean().default(BIGBOX_W_DEFAULTS.preferItemsForWalmart),
    preferOffersForMarketplace: z.boolean().default(BIGBOX_W_DEFAULTS.preferOffersForMarketplace),
  })
  .meta({ id: "BigboxWOptions" });

export const bigboxTOptions = z
  .strictObject({ allowPdp: z.boolean().default(BIGBOX_T_DEFAULTS.allowPdp) })
  .meta({ id: "BigboxTOptions" });

const quantity = () => z.number().min(0);
const unit = () => text(0, 64);

export const lineItem = z
  .strictObject({
    name: text(1, 200),
    quantity: quantity().default(1),
    unit: unit().optional(),
    upcs: list(anyText()).describe("Help matching; primary and acceptable backup UPCs.").optional(),
    catalogProductId: text(1, 128).describe("Kept with the link; not sent to the retailer.").optional(),
    backupProductIds: backupProductIds()
      .describe("Kept as backup choices. To influence matching, send backupUpcs or upcs too.")
      .optional(),
    backupUpcs: list(text(1, 64)).max(25).describe("Sent on after upcs, and kept with the link.").optional(),
    displayText: text(0, 200).optional(),
    measurements: list(z.strictObject({ quantity: quantity(), unit: unit() })).optional(),
    filters: z
      .strictObject({
        brandFilters: list(anyText()).optional(),
        healthFilters: list(anyText()).optional(),
      })
      .optional(),
  })
  .meta({ id: "LineItem" });
export type LineItem = z.infer<typeof lineItem>;

const lineItems = () => list(lineItem).min(1).max(200);

export const shoppingList = z
  .strictObject({
    title: text(1, 160),
    imageUrl: httpUrl().optional(),
    instructions: text(0, 4000).optional(),
    lineItems: lineItems(),
  })
  .meta({ id: "InstacartShoppingList" });
export type ShoppingList = z.infer<typeof shoppingList>;

export const recipe = z
  .strictObject({
    title: text(1, 160),
    imageUrl: httpUrl().optional(),
    author: text(0, 160).optional(),
    servings: z.int().min(1).optional(),
    cookingTimeMinutes: z.int().min(0).optional(),
    instructions: list(anyText()).optional(),
    expiresInDays: z.int().min(1).max(365).optional(),
    ingredients: lineItems(),
    landingPageConfiguration: z
      .strictObject({
        partnerLinkbackUrl: httpUrl().optional(),
        enablePantryItems: z.boolean().optional(),
      })
      .optional(),
  })
  .meta({ id: "InstacartRecipe" });
export type Recipe = z.infer<typeof recipe>;

const deliveryAppFields = {
  routingMode: z.enum(["specific", "preferred", "no_preference"]).default(DELIVERY_APP_DEFAULTS.routingMode),
  retailer: anyText().describe("Store slug, for product detail links with routingMode specific.").optional(),
  retailerId: text(1, Infinity)
    .describe("Store id, for shopping lists and recipes with routingMode specific.")
    .optional(),
  preferredRetailers: list(anyText()).describe("Ordered store slugs, with routingMode preferred.").optional(),
  shoppingList: shoppingList.optional(),
  recipe: recipe.optional(),
};
export const deliveryAppOptions = z.strictObject(deliveryAppFields).meta({ id: "DeliveryAppOptions" });

/** The delivery-app options with one of the two contents required. */
const withShoppingList = z.strictObject({ ...deliveryAppFields, shoppingList });
const withRecipe = z.strictObject({ ...deliveryAppFields, recipe });

/** The option envelopes that a variant can name: its own key exactly, or any of the three. */
export const OPTION_ENVELOPES = {
  bigbox_w: z.strictObject({ bigbox_w: bigboxWOptions }).optional(),
  bigbox_t: z.strictObject({ bigbox_t: bigboxTOptions }).optional(),
  delivery_app: z.strictObject({ delivery_app: deliveryAppOptions }).optional(),
  shopping_list: z.strictObject({ delivery_app: withShoppingList }),
  recipe: z.strictObject({ delivery_app: withRecipe }),
  general: z
    .strictObject({
      bigbox_w: bigboxWOptions.optional(),
      bigbox_t: bigboxTOptions.optional(),
      delivery_app: deliveryAppOptions.optional(),
    })
    .optional(),
} as const;
