import { buildBigboxTProduct } from "./destinations/bigbox-t.ts";
import { buildBigboxWCart, buildBigboxWProduct } from "./destinations/bigbox-w.ts";
import { buildCustomUrl } from "./destinations/custom.ts";
import { buildDeliveryAppPage, buildDeliveryAppProduct } from "./destinations/delivery-app.ts";
import type { DestinationBuilder } from "./destinations/destination.ts";
import { buildGrocerAProduct } from "./destinations/grocer-a.ts";
import { buildMarketplaceCart, buildMarketplaceProduct } from "./destinations/marketplace.ts";
import type { LinkIntent, Retailer } from "../core/vocabulary.ts";

/** One supported retailer and intent. A further retailer is a row here and its builder. */
export interface Variant {
  retailer: Retailer;
  intent: LinkIntent;
  title: string;
  products: { required: boolean; max: number };
  /** Which `options` it takes: its own key exactly, its own with that content, or any of the three. */
  envelope: "bigbox_w" | "bigbox_t" | "delivery_app" | "shopping_list" | "recipe" | "general";
  customUrlRequired: boolean;
  build: DestinationBuilder;
}

const row = (
  retailer: Retailer,
  intent: LinkIntent,
  title: string,
  products: "1" | "1-100" | "0-100",
  envelope: Variant["envelope"],
  build: DestinationBuilder,
): Variant => ({
  retailer,
  intent,
  title,
  products: { required: products !== "0-100", max: products === "1" ? 1 : 100 },
  envelope,
  customUrlRequired: intent === "custom_url",
  build,
});

/** The variants of POST /v1/links: validation, the 422 rule, destinations and OpenAPI are derived from it. */
// biome-ignore format: one row a line reads as the table it is
export const VARIANTS: readonly Variant[] = [
  row("bigbox_w", "add_to_cart", "Add-to-cart, first big-box", "1-100", "bigbox_w", buildBigboxWCart),
  row("bigbox_t", "product_detail", "Product detail, second big-box", "1-100", "bigbox_t", buildBigboxTProduct),
  row("delivery_app", "product_detail", "Product detail, delivery app", "1", "delivery_app", buildDeliveryAppProduct),
  row("delivery_app", "shopping_list", "Shopping list", "0-100", "shopping_list", buildDeliveryAppPage),
  row("delivery_app", "recipe", "Recipe", "0-100", "recipe", buildDeliveryAppPage),
  row("bigbox_w", "product_detail", "Direct: first big-box product detail", "1", "general", buildBigboxWProduct),
  row("bigbox_t", "add_to_cart", "Direct: second big-box add-to-cart", "1-100", "general", buildBigboxTProduct),
  row("marketplace", "product_detail", "Direct: marketplace product detail", "1", "general", buildMarketplaceProduct),
  row("marketplace", "add_to_cart", "Direct: marketplace add-to-cart", "1-100", "general", buildMarketplaceCart),
  row("grocer_a", "product_detail", "Direct: grocer_a product detail", "1", "general", buildGrocerAProduct),
  row("custom", "custom_url", "Custom URL", "0-100", "general", buildCustomUrl),
];

const byPair = new Map(VARIANTS.map((variant) => [`${variant.retailer} ${variant.intent}`, variant]));

/** The variant of a retailer and intent, or undefined where the pair is not supported. */
export const findVariant = (retailer: Retailer, intent: LinkIntent): Variant | undefined =>
  byPair.get(`${retailer} ${intent}`);
