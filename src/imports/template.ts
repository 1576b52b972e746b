import { csvText } from "../core/csv-text.ts";
import type { Retailer } from "../core/vocabulary.ts";
import {
  hasOffers,
  productBounds,
  requiresCustomUrl,
  VARIANTS,
  type Variant,
} from "../retailers/variants.ts";
import { COLUMNS } from "./columns.ts";

const NAMES = COLUMNS.map(({ name }) => name);

/** An empty import file: the headings alone. */
export const templateCsv = (): string => csvText(NAMES, []);

/** Products as each retailer numbers them, in the notation of the column. */
const PRODUCTS: Record<Retailer, string> = {
  marketplace: "B000000001*2>B000000002",
  grocer_a: "0001111041700",
  bigbox_w: "10450114*2>10450115",
  bigbox_t: "13474244",
  delivery_app: "16594382",
  custom: "",
  choice: "",
};

/** The content that the options of some variants must have. */
const OPTIONS: Partial<Record<Variant["envelope"], object>> = {
  shopping_list: {
    delivery_app: { shoppingList: { title: "Taco night", lineItems: [{ name: "tortillas", quantity: 8 }] } },
  },
  recipe: { delivery_app: { recipe: { title: "Tacos", ingredients: [{ name: "tortillas", quantity: 8 }] } } },
};

const OFFERS = [
  { retailer: "bigbox_w", intent: "product_detail", products: [{ retailerProductId: "10450114" }] },
  { retailer: "bigbox_t", intent: "product_detail", products: [{ retailerProductId: "13474244" }] },
];

/** An import file with one row of each kind of link, all of them without problems. */
export function examplesCsv(): string {
  const rows = VARIANTS.map((variant) => {
    const options = OPTIONS[variant.envelope];
    return {
      name: `Example: ${variant.title}`,
      retailer: variant.retailer,
      intent: variant.intent,
      ...(productBounds(variant).min > 0 && { products: PRODUCTS[variant.retailer] }),
      ...(requiresCustomUrl(variant) && { customUrl: "https://example.com/welcome" }),
      ...(hasOffers(variant) && { offers: JSON.stringify(OFFERS) }),
      ...(options && { options: JSON.stringify(options) }),
      tags: "summer | print",
    };
  });
  return csvText<string>(NAMES, rows);
}
