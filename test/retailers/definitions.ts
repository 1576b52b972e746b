import type { DestinationContext, Offer } from "../../src/retailers/destinations/destination.ts";
import { buildDestination, type Destination } from "../../src/retailers/destinations/destination.ts";
import { findVariant, type Variant } from "../../src/retailers/variants.ts";
import { type LinkRequest, linkRequestSchema } from "../../src/retailers/definition.ts";

/** A valid request as the API would have it after parsing, defaults filled in. */
export function parsedRequest(fields: Record<string, unknown>): { variant: Variant; request: LinkRequest } {
  const body = { projectId: "main", name: "Test", ...fields };
  const { retailer, intent } = body as unknown as Pick<LinkRequest, "retailer" | "intent">;
  const variant = findVariant(retailer, intent);
  if (!variant) throw new TypeError(`no variant ${retailer} ${intent}`);
  return { variant, request: linkRequestSchema(variant).parse(body) };
}

/** Where a link of these fields leads. */
export function destinationOf(
  fields: Record<string, unknown>,
  {
    offers = {},
    settings = {},
  }: { offers?: Record<string, Offer>; settings?: DestinationContext["settings"] } = {},
): Destination {
  const { variant, request } = parsedRequest(fields);
  const context = { shortId: "abcd1234", settings, offers: new Map(Object.entries(offers)) };
  return buildDestination(variant.build, request, context);
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
