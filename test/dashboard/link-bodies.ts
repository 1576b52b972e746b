import type { Recipe, ShoppingList } from "../../src/features/retailers/options.ts";
import { linkBody, OFFERS } from "../bodies.ts";

/** Every field that all variants have. */
const COMMON = {
  publicName: "Taco night – für alle",
  tracking: {
    utm: { source: "newsletter", medium: "e-mail", campaign: "spring", term: "tacos", content: "header" },
    viaAsUtmSource: true,
    linkValue: 0.25,
    tags: ["spring", "two words", "tacos"],
  },
  forwardQuery: true,
  metadata: { season: "spring", nested: { list: [1, null, "x"], empty: {} } },
  defaultQrCode: { identifier: "shelf-1", name: "Shelf" },
};

/** Every field that all variants have that lead to one destination. */
const LEADING = {
  fallbackUrl: "https://example.com/fallback?a=1&b=%20#top",
  location: { zipCode: "90210", storeId: "store-7" },
};

const PRODUCTS = [
  { retailerProductId: "123456789", quantity: 2, backupProductIds: ["223456789", "323456789"] },
  { retailerProductId: "44391605", quantity: 999 },
];
/** The same as the marketplace numbers its products. */
const LISTINGS = [
  { retailerProductId: "B000000001", quantity: 2, backupProductIds: ["B000000003", "B000000004"] },
  { retailerProductId: "B000000002", quantity: 999 },
];

const ITEM = {
  name: "corn tortillas",
  quantity: 1.5,
  unit: "cup",
  upcs: ["012345678905", "112345678905"],
  catalogProductId: "cat-1",
  backupProductIds: ["1", "2"],
  backupUpcs: ["212345678905"],
  displayText: "1½ cups",
  measurements: [
    { quantity: 3, unit: "ears" },
    { quantity: 0, unit: "g" },
  ],
  filters: { brandFilters: ["Acme"], healthFilters: ["ORGANIC", "VEGAN"] },
};

const LIST = {
  title: "Taco night",
  imageUrl: "https://pictures.example/tacos.jpg",
  instructions: "First this.\n\nThen that.",
  lineItems: [ITEM, { name: "limes" }],
};

const RECIPE = {
  title: "Tacos",
  imageUrl: "https://pictures.example/tacos.jpg",
  author: "Marisol Vega",
  servings: 4,
  cookingTimeMinutes: 0,
  instructions: ["Char the corn.", "Serve."],
  expiresInDays: 30,
  ingredients: [ITEM, { name: "salt", quantity: 0 }],
  landingPageConfiguration: {
    partnerLinkbackUrl: "https://www.kitchen.example/tacos",
    enablePantryItems: false,
  },
};

const STORES = {
  routingMode: "preferred",
  retailer: "aldi",
  retailerId: "41",
  preferredRetailers: ["aldi", "kroger"],
};
const BIGBOX_W = {
  allowPdp: true,
  cartMode: "offers",
  fallbackMode: "offers",
  includeStoreId: "never",
  preferItemsForWalmart: false,
  preferOffersForMarketplace: true,
};

/** The richest options of a variant. */
function options(key: string): object {
  if (key === "bigbox_w add_to_cart") return { bigbox_w: BIGBOX_W };
  if (key === "bigbox_t product_detail") return { bigbox_t: { allowPdp: false } };
  const deliveryApp = { ...STORES, shoppingList: LIST, recipe: RECIPE };
  if (key.startsWith("delivery_app")) return { delivery_app: deliveryApp };
  return { bigbox_w: BIGBOX_W, bigbox_t: { allowPdp: true }, delivery_app: deliveryApp };
}

/** How many products a rich body of a variant has. */
const products = (key: string) => (/product_detail$/.test(key) && key !== "bigbox_t product_detail" ? 1 : 2);

const CHOICE = "choice choose_retailer";

/** The offers and the page of a choice, with every field that they can carry. */
const CHOICE_FIELDS = {
  fallbackUrl: "https://example.com/elsewhere",
  offers: [
    ...OFFERS,
    {
      key: "cart",
      label: "Cart – für alle",
      countries: ["US", "CA"],
      when: {
        countries: ["US"],
        regions: ["US-CA", "US-NV"],
        devices: ["phone", "ios"],
        languages: ["en", "pt-BR"],
        qrCodes: ["shelf-1"],
        sources: ["newsletter"],
        from: "2026-12-01T08:00:00.000Z",
        until: "2026-12-24T08:00:00.000Z",
      },
      weight: 3,
      ...LEADING,
      retailer: "bigbox_w",
      intent: "add_to_cart",
      products: PRODUCTS,
      customUrl: "https://example.com/welcome",
      options: { bigbox_w: BIGBOX_W },
    },
  ],
  page: {
    pick: "split",
    imageUrl: "https://pictures.example/tacos.jpg",
    text: "Choose where you shop – für alle",
    soldOut: "last",
    skipSingle: false,
    disclosure: "We earn from qualifying purchases.",
    language: "de",
  },
};

/** A body of a variant with every field that it can carry. */
export const richBody = (key: string): Record<string, unknown> =>
  key === CHOICE
    ? linkBody(key, { ...COMMON, ...CHOICE_FIELDS, affiliate: { tag: "own-20" } })
    : linkBody(key, {
        ...COMMON,
        ...LEADING,
        products: (key.startsWith("marketplace") ? LISTINGS : PRODUCTS).slice(0, products(key)),
        customUrl: "https://example.com/welcome",
        options: options(key),
        ...(key.startsWith("marketplace") && { affiliate: { tag: "own-20" } }),
      });

/** A body with every option left to its default, sent explicitly. */
export const bareBody = (key: string): Record<string, unknown> => ({
  ...linkBody(key),
  ...(key === "bigbox_w add_to_cart" && { options: { bigbox_w: { cartMode: "auto" } } }),
});

/** What the specification allows and a control can't show exactly: spaces around texts, empty texts, empty objects. */
export function strangeBody(key: string): Record<string, unknown> & {
  options: { delivery_app: { recipe: Recipe; shoppingList: ShoppingList } };
} {
  const item = {
    ...ITEM,
    name: "  two\nlines  ",
    unit: "",
    displayText: "",
    upcs: ["", " 1 ", "2\n3"],
    backupUpcs: [],
    measurements: [{ quantity: 1e300, unit: "" }],
    filters: {},
  };
  const strange = {
    shoppingList: {
      ...LIST,
      instructions: "\n\n  a\r\nb\rc  ",
      lineItems: [{ ...item, measurements: [] }, item],
    },
    recipe: {
      ...RECIPE,
      author: "",
      instructions: ["Char the corn.\nSet it aside.", "", "  Serve  ", "Char the corn."],
      ingredients: [item, { name: "\u202e backwards" }],
      landingPageConfiguration: {},
    },
    preferredRetailers: [],
    retailer: " ",
  };
  const rich = richBody(key);
  const strangeProducts = PRODUCTS.slice(0, products(key)).map((product) => ({
    ...product,
    retailerProductId: " 1\n",
    backupProductIds: [],
  }));
  const strangeOptions = key.startsWith("delivery_app")
    ? { delivery_app: { ...strange } }
    : key === "bigbox_w add_to_cart"
      ? { bigbox_w: {} }
      : key === "bigbox_t product_detail"
        ? { bigbox_t: {} }
        : {};
  // The return type is that of the variants whose tests look into the options.
  return {
    ...rich,
    name: "  spaces\tand\r\nbreaks ",
    publicName: " ",
    tracking: { utm: { source: "", medium: " x " }, tags: [" a ", "b\nc"] },
    metadata: {},
    ...(key === CHOICE
      ? {
          offers: OFFERS.map((offer) => ({
            ...offer,
            fallbackUrl: "https://example.com/?a=%20",
            location: {},
          })),
          page: { text: "  two\nlines  ", disclosure: " " },
        }
      : { location: {}, products: strangeProducts, options: strangeOptions }),
  } as unknown as ReturnType<typeof strangeBody>;
}
