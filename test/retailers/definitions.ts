import { buildDestination } from "../../src/features/retailers/build-destination.ts";
import type { Offer, SingleDestinationDefinition } from "../../src/features/retailers/definition.ts";
import type { Destination } from "../../src/features/retailers/destinations/destination-builder.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";

/** A valid definition of a link with one destination, as the API would have it after parsing, defaults filled in. */
export function definition(fields: Record<string, unknown>): SingleDestinationDefinition {
  const parsed = parseDefinition({ projectId: "main", name: "Test", ...fields });
  if (parsed.retailer === "choice") throw new TypeError("a choice has several destinations");
  return parsed;
}

/** Where a link of these fields leads. */
export function destinationOf(
  fields: Record<string, unknown>,
  { offers = {} }: { offers?: Record<string, Offer> } = {},
): Omit<Destination, "reason"> {
  const { url, urlType } = leadingOf(fields, { offers });
  return { url, urlType };
}

/** The same with the reason. */
export function leadingOf(
  fields: Record<string, unknown>,
  { offers = {} }: { offers?: Record<string, Offer> } = {},
): Destination {
  const context = { ownPage: "/lists/abcd1234", offers: new Map(Object.entries(offers)) };
  return buildDestination(definition(fields), context);
}

/** A product of a request. */
export const product = (retailerProductId: string, quantity = 1) => ({ retailerProductId, quantity });

/** The fields of a link to one product. */
export const one = (retailer: string, intent: string, id: string, more: Record<string, unknown> = {}) => ({
  retailer,
  intent,
  products: [product(id)],
  ...more,
});

/** The fields of a link to a URL of the brand's own. */
export const custom = (customUrl: string, utm?: Record<string, string>) => ({
  retailer: "custom",
  intent: "custom_url",
  customUrl,
  ...(utm && { tracking: { utm } }),
});

const lineItems = [{ name: "Flour" }];
/** The fields of a link to a page that the delivery app makes. */
export const page = (intent: "shopping_list" | "recipe", more: Record<string, unknown> = {}) => ({
  retailer: "delivery_app",
  intent,
  options: {
    delivery_app:
      intent === "recipe"
        ? { recipe: { title: "Cake", ingredients: lineItems } }
        : { shoppingList: { title: "List", lineItems } },
  },
  ...more,
});
