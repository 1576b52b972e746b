import type { SeasonLink } from "./season-visits.ts";

const target = (id: string) => ({
  retailer: "bigbox_t",
  intent: "product_detail",
  products: [{ retailerProductId: id }],
});
const walmart = (id: string) => ({
  retailer: "bigbox_w",
  intent: "add_to_cart",
  products: [{ retailerProductId: id }],
});
const amazon = (id: string) => ({
  retailer: "marketplace",
  intent: "product_detail",
  products: [{ retailerProductId: id }],
});
const own = (page: string, label: string) => ({
  retailer: "custom",
  intent: "custom_url",
  customUrl: `https://example.com/${page}`,
  label,
});

/** Links of the season on which shoppers choose a shop. */
export const CHOICES: readonly SeasonLink[] = [
  {
    body: {
      name: "Syrup bottle, back label",
      publicName: "Dark maple syrup",
      retailer: "choice",
      intent: "choose_retailer",
      offers: [
        walmart("414600312"),
        target("87654330"),
        amazon("B0DEMO0001"),
        { ...own("farm-shop", "Our farm shop"), countries: ["US", "CA"] },
      ],
      page: { text: "Tapped in Vermont, bottled the same week." },
      tracking: { tags: ["packaging", "syrup"] },
    },
    age: 60,
    visits: 38,
    scans: 0.96,
    codes: [["large-bottle", "Large bottle"]],
    taps: { "bigbox-w": 0.31, "bigbox-t": 0.17, marketplace: 0.14, custom: 0.05 },
  },
  {
    body: {
      name: "Granola, end-of-aisle display",
      publicName: "Maple pecan granola",
      retailer: "choice",
      intent: "choose_retailer",
      offers: [
        target("87654321"),
        {
          retailer: "grocer_a",
          intent: "product_detail",
          products: [{ retailerProductId: "0001111041733" }],
        },
        walmart("414600344"),
      ],
      page: { soldOut: "last" },
      tracking: { tags: ["in store"] },
    },
    age: 33,
    visits: 21,
    scans: 0.99,
    taps: { "bigbox-t": 0.35, "grocer-a": 0.22, "bigbox-w": 0.12 },
  },
  {
    body: {
      name: "Gift box card",
      publicName: "Maple gift box",
      retailer: "choice",
      intent: "choose_retailer",
      offers: [amazon("B0DEMO0002"), own("gifts", "maple-and-pine.example"), walmart("414600377")],
      page: { skipSingle: false, text: "Three syrups and a spoon of maple wood." },
      tracking: { tags: ["gifts"] },
    },
    age: 10,
    visits: 14,
    scans: 0.8,
    taps: { marketplace: 0.4, custom: 0.1, "bigbox-w": 0.18 },
  },
];

/** The recipes and the list of the season. */
export const PANCAKES = {
  title: "Blueberry pancakes",
  author: "Maple & Pine Kitchen",
  servings: 4,
  cookingTimeMinutes: 25,
  ingredients: [
    { name: "flour", quantity: 2, unit: "cup" },
    { name: "buttermilk", quantity: 1.5, unit: "cup" },
    { name: "eggs", quantity: 2, unit: "each" },
    { name: "blueberries", quantity: 1, unit: "pint" },
    { name: "maple syrup", quantity: 4, unit: "tablespoon" },
  ],
  instructions: [
    "Whisk flour, buttermilk and eggs until just combined.",
    "Fold in the blueberries.",
    "Fry in butter for two minutes on each side.",
    "Serve warm with maple syrup.",
  ],
};

export const SOUP = {
  title: "Roast squash soup",
  author: "Maple & Pine Kitchen",
  servings: 6,
  cookingTimeMinutes: 50,
  ingredients: [
    { name: "butternut squash", quantity: 2, unit: "each" },
    { name: "onions", quantity: 2, unit: "each" },
    { name: "vegetable stock", quantity: 1, unit: "quart" },
    { name: "maple syrup", quantity: 2, unit: "tablespoon" },
  ],
  instructions: ["Roast the squash for 40 minutes.", "Simmer with onions and stock.", "Blend and season."],
};

export const PICNIC = {
  title: "Picnic for four",
  lineItems: [
    { name: "sourdough bread", quantity: 1, unit: "each" },
    { name: "cheddar", quantity: 8, unit: "oz" },
    { name: "lemonade", quantity: 2, unit: "bottle" },
    { name: "strawberries", quantity: 2, unit: "pint" },
  ],
};
