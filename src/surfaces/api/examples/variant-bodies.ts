import type { VariantKey } from "../../../features/retailers/variants.ts";

const items = [
  { name: "Corn tortillas", quantity: 12 },
  { name: "Black beans", quantity: 2, unit: "can" },
  { name: "Avocado", quantity: 3, backupUpcs: ["3338322211"] },
];

/** The fields that create a link of each variant, besides those that all variants share. */
export const VARIANT_BODIES: Readonly<Record<VariantKey, Readonly<Record<string, unknown>>>> = {
  "bigbox_w add_to_cart": {
    name: "Breakfast",
    publicName: "Breakfast for two",
    products: [{ retailerProductId: "10450114", quantity: 2, backupProductIds: ["10450115"] }],
    tracking: { utm: { source: "poster" }, tags: ["spring"] },
  },
  "bigbox_t product_detail": { name: "Cereal", products: [{ retailerProductId: "12953464" }] },
  "delivery_app product_detail": {
    name: "Oat drink",
    products: [{ retailerProductId: "17315625" }],
    options: { delivery_app: { routingMode: "specific", retailer: "fairway-market" } },
  },
  "delivery_app shopping_list": {
    name: "Taco night",
    options: { delivery_app: { shoppingList: { title: "Taco night", lineItems: items } } },
  },
  "delivery_app recipe": {
    name: "Taco recipe",
    options: {
      delivery_app: {
        recipe: {
          title: "Black bean tacos",
          servings: 4,
          cookingTimeMinutes: 25,
          instructions: ["Warm the beans.", "Fill the tortillas."],
          ingredients: items,
        },
      },
    },
  },
  "bigbox_w product_detail": { name: "Honey", products: [{ retailerProductId: "10450114" }] },
  "bigbox_t add_to_cart": {
    name: "Snacks",
    products: [{ retailerProductId: "12953464", quantity: 2 }, { retailerProductId: "13276131" }],
  },
  "marketplace product_detail": { name: "Coffee", products: [{ retailerProductId: "B00CQ7PFIQ" }] },
  "marketplace add_to_cart": {
    name: "Coffee and filters",
    products: [{ retailerProductId: "B00CQ7PFIQ", quantity: 2 }, { retailerProductId: "B000FNNVGS" }],
  },
  "grocer_a product_detail": { name: "Milk", products: [{ retailerProductId: "0001111041700" }] },
  "choice choose_retailer": {
    name: "Cereal box",
    publicName: "Honey cereal",
    offers: [
      {
        retailer: "bigbox_w",
        intent: "add_to_cart",
        products: [{ retailerProductId: "10450114", quantity: 2 }],
      },
      { retailer: "marketplace", intent: "product_detail", products: [{ retailerProductId: "B00CQ7PFIQ" }] },
      {
        key: "our-shop",
        retailer: "custom",
        intent: "custom_url",
        customUrl: "https://shop.example.com/honey-cereal",
        label: "Our own shop",
        countries: ["US", "CA"],
      },
    ],
    page: { text: "Ready in two minutes.", soldOut: "last" },
  },
  "custom custom_url": { name: "First link", customUrl: "https://example.com/summer" },
};
