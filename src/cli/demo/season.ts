import { CHOICES, PANCAKES, PICNIC, SOUP } from "./season-choices.ts";
import type { SeasonLink } from "./season-visits.ts";

const product = (retailerProductId: string, quantity = 1, backupProductIds: string[] = []) => ({
  retailerProductId,
  quantity,
  ...(backupProductIds.length > 0 && { backupProductIds }),
});
const tracking = (tags: string[], campaign?: string) => ({
  tags,
  ...(campaign !== undefined && { utm: { source: "maple-and-pine", medium: "qr", campaign } }),
});

/** The brand of the season's pages and codes. */
export const SEASON_BRAND = {
  name: "Maple & Pine",
  accent: "#9a3412",
  imprintUrl: "https://example.com/legal",
  privacyUrl: "https://example.com/privacy",
};

/** Notes on days, by how many days ago they were. */
export const SEASON_NOTES = [
  [24, "Flyer with coupons"],
  [11, "Competition starts"],
] as const;

/**
 * A season of a fictitious brand. Product ids have the retailers' form and need not exist; custom URLs are of example.com,
 * which is reserved for examples.
 */
export const SEASON: readonly SeasonLink[] = [
  {
    body: {
      name: "Syrup bottle, front label",
      publicName: "Dark maple syrup",
      retailer: "bigbox_w",
      intent: "add_to_cart",
      products: [product("414600312", 1, ["414600313"])],
      tracking: tracking(["packaging", "syrup"], "syrup-label"),
    },
    age: 90,
    visits: 34,
    scans: 0.95,
    codes: [["neck-tag", "Neck tag"]],
  },
  {
    body: {
      name: "Pancake mix, back of box",
      publicName: "Pancake mix and syrup",
      retailer: "bigbox_w",
      intent: "add_to_cart",
      products: [product("414600320"), product("414600312", 1, ["414600313"])],
      tracking: tracking(["packaging", "pancakes"], "pancake-box"),
    },
    age: 90,
    visits: 27,
    scans: 0.92,
  },
  {
    body: {
      name: "Granola pouch",
      publicName: "Maple pecan granola",
      retailer: "bigbox_t",
      intent: "product_detail",
      products: [product("87654321")],
      tracking: tracking(["packaging"]),
    },
    age: 84,
    visits: 15,
    scans: 0.9,
  },
  {
    body: {
      name: "Shelf talker, breakfast aisle",
      publicName: "Breakfast bundle",
      retailer: "bigbox_t",
      intent: "add_to_cart",
      products: [product("87654321"), product("87654322", 2)],
      tracking: tracking(["in store"]),
    },
    age: 63,
    visits: 11,
    scans: 0.98,
  },
  {
    body: {
      name: "Newsletter September",
      publicName: "Dark maple syrup",
      retailer: "marketplace",
      intent: "product_detail",
      products: [product("B0DEMO0001")],
      tracking: tracking(["newsletter"], "newsletter-09"),
    },
    age: 75,
    visits: 9,
    scans: 0,
    schedule: { ends: -30, endedUrl: "https://example.com/newsletter" },
  },
  {
    body: {
      name: "Newsletter October",
      publicName: "Gift box",
      retailer: "marketplace",
      intent: "add_to_cart",
      products: [product("B0DEMO0001", 2), product("B0DEMO0002")],
      tracking: tracking(["newsletter", "gifts"], "newsletter-10"),
    },
    age: 45,
    visits: 13,
    scans: 0,
  },
  {
    body: {
      name: "Recipe card: blueberry pancakes",
      publicName: "Blueberry pancakes",
      retailer: "delivery_app",
      intent: "recipe",
      options: { delivery_app: { recipe: PANCAKES } },
      tracking: tracking(["recipe", "pancakes"]),
    },
    age: 88,
    visits: 22,
    scans: 0.7,
    codes: [
      ["card", "Printed card"],
      ["poster", "Poster in the test kitchen"],
    ],
  },
  {
    body: {
      name: "Recipe card: squash soup",
      publicName: "Roast squash soup",
      retailer: "delivery_app",
      intent: "recipe",
      options: { delivery_app: { recipe: SOUP } },
      tracking: tracking(["recipe"]),
    },
    age: 40,
    visits: 17,
    scans: 0.72,
  },
  {
    body: {
      name: "Summer picnic list",
      publicName: "Picnic for four",
      retailer: "delivery_app",
      intent: "shopping_list",
      options: { delivery_app: { shoppingList: PICNIC } },
      tracking: tracking(["list", "summer"]),
    },
    age: 90,
    visits: 12,
    scans: 0.4,
    ended: true,
  },
  {
    body: {
      name: "Butter at the delivery app",
      publicName: "Maple butter",
      retailer: "delivery_app",
      intent: "product_detail",
      products: [product("18530042")],
      tracking: tracking(["online"]),
    },
    age: 50,
    visits: 5,
    scans: 0.1,
  },
  {
    body: {
      name: "Grocer flyer, week 42",
      publicName: "Dark maple syrup",
      retailer: "grocer_a",
      intent: "product_detail",
      products: [product("0001111041700")],
      tracking: tracking(["flyer"]),
    },
    age: 38,
    visits: 19,
    scans: 0.88,
  },
  {
    body: {
      name: "Farmers' market stand",
      publicName: "Visit our farm shop",
      retailer: "custom",
      intent: "custom_url",
      customUrl: "https://example.com/farm-shop",
      tracking: tracking(["event"]),
    },
    age: 70,
    visits: 8,
    scans: 0.97,
  },
  {
    body: {
      name: "Competition on the lid",
      publicName: "Win a weekend in the woods",
      retailer: "custom",
      intent: "custom_url",
      customUrl: "https://example.com/win",
      tracking: tracking(["packaging", "competition"], "lid-competition"),
    },
    age: 56,
    visits: 41,
    scans: 0.99,
    codes: [["lid-small", "Small lid"]],
    schedule: { begins: -50, ends: 5 },
  },
  {
    body: {
      name: "Holiday gift guide",
      publicName: "Holiday gift guide",
      retailer: "custom",
      intent: "custom_url",
      customUrl: "https://example.com/gifts",
      tracking: tracking(["gifts"]),
    },
    age: 12,
    visits: 16,
    scans: 0.3,
  },
  {
    body: {
      name: "Store finder, receipt",
      publicName: "Find us in a store near you",
      retailer: "custom",
      intent: "custom_url",
      customUrl: "https://example.com/stores",
      tracking: tracking(["in store"]),
    },
    age: 5,
    visits: 6,
    scans: 0.9,
  },
  {
    body: {
      name: "Advent calendar, door 1",
      publicName: "Behind the first door",
      retailer: "custom",
      intent: "custom_url",
      customUrl: "https://example.com/advent",
      tracking: tracking(["packaging", "gifts"], "advent"),
    },
    age: 3,
    visits: 1,
    scans: 1,
    schedule: { begins: 9, ends: 33 },
  },
  ...CHOICES,
];
