import type { OfferVariant, VariantKey } from "../src/features/retailers/variants.ts";

/** A small valid body of each variant of POST /v1/links, by "retailer intent". */
const product = { retailerProductId: "123456789", quantity: 2 };
const shoppingList = { title: "Taco night", lineItems: [{ name: "tortillas" }] };
const recipe = { title: "Tacos", ingredients: [{ name: "tortillas", quantity: 8 }] };

const fields: Readonly<Record<VariantKey<OfferVariant>, object>> = {
  "bigbox_w add_to_cart": { products: [product] },
  "bigbox_t product_detail": { products: [product] },
  "delivery_app product_detail": { products: [product] },
  "delivery_app shopping_list": { options: { delivery_app: { shoppingList } } },
  "delivery_app recipe": { options: { delivery_app: { recipe } } },
  "bigbox_w product_detail": { products: [product] },
  "bigbox_t add_to_cart": { products: [product] },
  "marketplace product_detail": { products: [{ retailerProductId: "B000000001" }] },
  "marketplace add_to_cart": { products: [{ retailerProductId: "B000000001", quantity: 3 }] },
  "grocer_a product_detail": { products: [{ retailerProductId: "1111041700" }] },
  "custom custom_url": { customUrl: "https://example.com/welcome" },
};

/** What a choice link is made of: four offers, the last two of one retailer. */
export const OFFERS = [
  { retailer: "bigbox_w", intent: "add_to_cart", products: [product] },
  { retailer: "marketplace", intent: "product_detail", products: [{ retailerProductId: "B000000001" }] },
  { retailer: "custom", intent: "custom_url", customUrl: "https://www.shop.example/cereal" },
  {
    key: "own",
    label: "Our own shop",
    countries: ["US", "CA"],
    retailer: "custom",
    intent: "custom_url",
    customUrl: "https://own.example/cereal",
  },
];

/** A valid body of a choice link, changed by `changes`. */
export const choiceBody = (changes: object = {}): Record<string, unknown> => ({
  projectId: "main",
  name: "Cereal box",
  publicName: "Honey cereal",
  retailer: "choice",
  intent: "choose_retailer",
  offers: OFFERS,
  ...changes,
});

/** The pairs of every variant that leads to one destination, in the order of the specification. */
export const PAIRS = Object.keys(fields);

const fieldsOf = (pair: string): object =>
  pair === "choice choose_retailer"
    ? { offers: OFFERS }
    : (new Map<string, object>(Object.entries(fields)).get(pair) ?? {});

/** A valid body of the variant `pair`, changed by `changes`. */
export function linkBody(pair = "custom custom_url", changes: object = {}): Record<string, unknown> {
  const [retailer, intent] = pair.split(" ");
  return { projectId: "main", name: "Spring campaign", retailer, intent, ...fieldsOf(pair), ...changes };
}
