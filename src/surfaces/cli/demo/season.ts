import type { TapCount, VisitCount, VisitMessage } from "../../../features/visits/visit-message.ts";
import { newId } from "../../../ground/core/ids.ts";
import type { SeasonLink } from "./season-visits.ts";

/** The number of counters per message: a running server accepts statements of 100 kB, with texts in hex. */
const COUNTERS_PER_MESSAGE = 100;

/** Characters of an id before its random part: the prefix and the time. */
const TIME_LENGTH = "vis_".length + 10;
/** The beginning of the random part of the season's ids; by chance, one of 10²¹ ids has it. */
const MARK = "z".repeat(14);

/** Whether a counted message is the season's, as a condition on `visit_messages`. */
export const IS_OF_SEASON = `substr(id, ${TIME_LENGTH + 1}, ${MARK.length}) = '${MARK}'`;

/**
 * The counters as messages of visits at `now`, because the dashboard shows when it was last updated. Their ids are marked, so
 * that they can be removed.
 */
export const seasonMessages = (
  counts: readonly VisitCount[],
  taps: readonly TapCount[],
  now: Date,
): VisitMessage[] =>
  Array.from(
    { length: Math.ceil(Math.max(counts.length, taps.length) / COUNTERS_PER_MESSAGE) },
    (_, index) => ({
      id: newId("vis", now, (length) =>
        Uint8Array.from({ length }, (_, at) =>
          at < MARK.length ? 31 : at === length - 1 ? index : index >> 5,
        ),
      ),
      counts: counts.slice(index * COUNTERS_PER_MESSAGE, (index + 1) * COUNTERS_PER_MESSAGE),
      referrers: [],
      taps: taps.slice(index * COUNTERS_PER_MESSAGE, (index + 1) * COUNTERS_PER_MESSAGE),
    }),
  );

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

/** A product, such as `414600312>414600313` with a backup, or `87654322*2` twice. */
function product(text: string) {
  const [main = "", backup] = text.split(">");
  const [retailerProductId, quantity = "1"] = main.split("*");
  return {
    retailerProductId,
    quantity: Number(quantity),
    ...(backup !== undefined && { backupProductIds: [backup] }),
  };
}
const shop =
  (retailer: string, intent: string) =>
  (...products: string[]) => ({ retailer, intent, products: products.map(product) });
const walmart = shop("bigbox_w", "add_to_cart");
const target = shop("bigbox_t", "product_detail");
const targetCart = shop("bigbox_t", "add_to_cart");
const amazon = shop("marketplace", "product_detail");
const amazonCart = shop("marketplace", "add_to_cart");
const kroger = shop("grocer_a", "product_detail");
const deliveryApp = shop("delivery_app", "product_detail");

/** A page of example.com, which is reserved for examples. */
const own = (page: string) => ({
  retailer: "custom",
  intent: "custom_url",
  customUrl: `https://example.com/${page}`,
});
const choice = (offers: readonly object[], page: object) => ({
  retailer: "choice",
  intent: "choose_retailer",
  offers,
  page,
});

/** Items such as `2 cup flour`. */
const items = (...texts: string[]) =>
  texts.map((text) => {
    const [quantity, unit, ...name] = text.split(" ");
    return { name: name.join(" "), quantity: Number(quantity), unit };
  });
const recipe = (title: string, servings: number, minutes: number, ingredients: object, steps: string[]) => ({
  retailer: "delivery_app",
  intent: "recipe",
  options: {
    delivery_app: {
      recipe: {
        ...{ title, author: "Maple & Pine Kitchen", servings, cookingTimeMinutes: minutes },
        ...{ ingredients, instructions: steps },
      },
    },
  },
});
const list = (title: string, lineItems: object) => ({
  retailer: "delivery_app",
  intent: "shopping_list",
  options: { delivery_app: { shoppingList: { title, lineItems } } },
});

const pancakes = recipe(
  "Blueberry pancakes",
  4,
  25,
  items("2 cup flour", "1.5 cup buttermilk", "2 each eggs", "1 pint blueberries", "4 tablespoon maple syrup"),
  [
    "Whisk flour, buttermilk and eggs until just combined.",
    "Fold in the blueberries.",
    "Fry in butter for two minutes on each side.",
    "Serve warm with maple syrup.",
  ],
);
const soup = recipe(
  "Roast squash soup",
  6,
  50,
  items("2 each butternut squash", "2 each onions", "1 quart vegetable stock", "2 tablespoon maple syrup"),
  ["Roast the squash for 40 minutes.", "Simmer with onions and stock.", "Blend and season."],
);
const picnic = list(
  "Picnic for four",
  items("1 each sourdough bread", "8 oz cheddar", "2 bottle lemonade", "2 pint strawberries"),
);
const syrup = choice(
  [
    ...[walmart("414600312"), target("87654330"), amazon("B0DEMO0001")],
    { ...own("farm-shop"), label: "Our farm shop", countries: ["US", "CA"] },
  ],
  { text: "Tapped in Vermont, bottled the same week." },
);
const granola = choice([target("87654321"), kroger("0001111041733"), walmart("414600344")], {
  soldOut: "last",
});
const giftBox = choice(
  [amazon("B0DEMO0002"), { ...own("gifts"), label: "maple-and-pine.example" }, walmart("414600377")],
  { skipSingle: false, text: "Three syrups and a spoon of maple wood." },
);

type Row = readonly [
  name: string,
  publicName: string,
  opens: object,
  tags: readonly string[],
  /** As in `SeasonLink`. */
  ...numbers: [age: number, visits: number, scans: number],
  more?: { campaign?: string } & Pick<SeasonLink, "codes" | "taps" | "ended" | "schedule">,
];

/** Product ids have the retailers' form and need not exist. */
// biome-ignore format: a row for each link.
const ROWS: readonly Row[] = [
  ["Syrup bottle, front label", "Dark maple syrup", walmart("414600312>414600313"), ["packaging", "syrup"], 90, 34, 0.95, { campaign: "syrup-label", codes: [["neck-tag", "Neck tag"]] }],
  ["Pancake mix, back of box", "Pancake mix and syrup", walmart("414600320", "414600312>414600313"), ["packaging", "pancakes"], 90, 27, 0.92, { campaign: "pancake-box" }],
  ["Granola pouch", "Maple pecan granola", target("87654321"), ["packaging"], 84, 15, 0.9],
  ["Shelf talker, breakfast aisle", "Breakfast bundle", targetCart("87654321", "87654322*2"), ["in store"], 63, 11, 0.98],
  ["Newsletter September", "Dark maple syrup", amazon("B0DEMO0001"), ["newsletter"], 75, 9, 0, { campaign: "newsletter-09", schedule: { ends: -30, endedUrl: "https://example.com/newsletter" } }],
  ["Newsletter October", "Gift box", amazonCart("B0DEMO0001*2", "B0DEMO0002"), ["newsletter", "gifts"], 45, 13, 0, { campaign: "newsletter-10" }],
  ["Recipe card: blueberry pancakes", "Blueberry pancakes", pancakes, ["recipe", "pancakes"], 88, 22, 0.7, { codes: [["card", "Printed card"], ["poster", "Poster in the test kitchen"]] }],
  ["Recipe card: squash soup", "Roast squash soup", soup, ["recipe"], 40, 17, 0.72],
  ["Summer picnic list", "Picnic for four", picnic, ["list", "summer"], 90, 12, 0.4, { ended: true }],
  ["Butter at the delivery app", "Maple butter", deliveryApp("18530042"), ["online"], 50, 5, 0.1],
  ["Grocer flyer, week 42", "Dark maple syrup", kroger("0001111041700"), ["flyer"], 38, 19, 0.88],
  ["Farmers' market stand", "Visit our farm shop", own("farm-shop"), ["event"], 70, 8, 0.97],
  ["Poster, spring tasting", "Taste our syrups", { ...own("tasting"), customUrl: "https://tasting.maple-and-pine.example/" }, ["event"], 80, 4, 0.98],
  ["Competition on the lid", "Win a weekend in the woods", own("win"), ["packaging", "competition"], 56, 41, 0.99, { campaign: "lid-competition", codes: [["lid-small", "Small lid"]], schedule: { begins: -50, ends: 5 } }],
  ["Holiday gift guide", "Holiday gift guide", own("gifts"), ["gifts"], 12, 16, 0.3],
  ["Store finder, receipt", "Find us in a store near you", own("stores"), ["in store"], 5, 6, 0.9],
  ["Advent calendar, door 1", "Behind the first door", own("advent"), ["packaging", "gifts"], 3, 1, 1, { campaign: "advent", schedule: { begins: 9, ends: 33 } }],
  ["Syrup bottle, back label", "Dark maple syrup", syrup, ["packaging", "syrup"], 60, 38, 0.96, { codes: [["large-bottle", "Large bottle"]], taps: { "bigbox-w": 0.31, "bigbox-t": 0.17, marketplace: 0.14, custom: 0.05 } }],
  ["Granola, end-of-aisle display", "Maple pecan granola", granola, ["in store"], 33, 21, 0.99, { taps: { "bigbox-t": 0.35, "grocer-a": 0.22, "bigbox-w": 0.12 } }],
  ["Gift box card", "Maple gift box", giftBox, ["gifts"], 10, 14, 0.8, { taps: { marketplace: 0.4, custom: 0.1, "bigbox-w": 0.18 } }],
];

/** The links of a season of a fictitious brand. */
export const SEASON: readonly SeasonLink[] = ROWS.map(
  ([name, publicName, opens, tags, age, visits, scans, { campaign, ...more } = {}]) => {
    const utm = { source: "maple-and-pine", medium: "qr", campaign };
    const tracking = { tags, ...(campaign !== undefined && { utm }) };
    return { body: { name, publicName, ...opens, tracking }, age, visits, scans, ...more };
  },
);
