import { plainUrl } from "../../ground/core/plain-url.ts";
import type { Retailer } from "../../ground/core/vocabulary.ts";
import type { LinkPart } from "../links/link-part.ts";
import type { ProductDetails } from "../retailers/definition.ts";
import { storesOf } from "../retailers/destinations/delivery-app-pages.ts";
import { cartLines, siteOf } from "../retailers/destinations/destination-builder.ts";
import type { LineItem, Recipe, ShoppingList } from "../retailers/options.ts";
import { possibleProducts } from "../retailers/product-ids.ts";
import { cartProducts, marketplaceProductPage } from "../short-links/commission.ts";
import { mergeUtm } from "../short-links/utm.ts";
import { wantsPage } from "./page-request.ts";
import type { RetailerStore } from "./retailer-store.ts";

/** The content of our own page of a list, a recipe or products. All texts are the caller's, unchanged. */
export interface HostedPage {
  kind: "list" | "recipe" | "products";
  title: string;
  /** The name for shoppers: the link's public name, else the title; empty for products without a public name. */
  publicTitle: string;
  imageUrl?: string | undefined;
  author?: string | undefined;
  servings?: number | undefined;
  minutes?: number | undefined;
  items: HostedItem[];
  /** Steps of a recipe; at most one text for a list. */
  instructions: string[];
  /** The name of the store where its items are searched. */
  store?: string | undefined;
  linkbackUrl?: string | undefined;
  createdAt: string;
}

export interface HostedItem {
  name: string;
  /** "2 cups", "250 g / 9 oz", or empty. */
  amount: string;
  /** The caller's displayText, if it differs from the name. */
  note?: string | undefined;
  /** A search for it, or its page. */
  url: string;
  pictureUrl?: string | undefined;
}

/** A store of the delivery app, as shoppers know it. */
interface HostedStore {
  slug: string;
  name: string;
}

/** The store that a list or recipe asks for. A store that discovery does not know is named by its slug. */
export async function storeOfPage(
  link: LinkPart,
  retailers: RetailerStore,
): Promise<HostedStore | undefined> {
  const [slug] = wantsPage(link) ? storesOf(link) : [];
  return slug === undefined
    ? undefined
    : ((await retailers.named(slug).catch(() => null)) ?? { slug, name: slug });
}

/** What a retailer's catalog tells about a product. */
type Details = (retailer: Retailer, id: string) => ProductDetails | undefined;

/**
 * The page of a list, a recipe or a cart of the marketplace; null for any other link. The items of a list are searched in
 * `store`, or in any store.
 */
export function hostedPage(link: LinkPart, details?: Details, store?: HostedStore): HostedPage | null {
  if (!wantsPage(link)) return productsPage(link, details);
  const utm = link.tracking?.utm ?? {};
  const shared = ({ title, imageUrl }: ShoppingList | Recipe, lineItems: readonly LineItem[]) => ({
    title,
    publicTitle: link.publicName ?? title,
    imageUrl: imageUrl && plainUrl(imageUrl),
    items: lineItems.map((item) => hostedItem(item, store, utm)),
    store: store?.name,
    createdAt: link.createdAt,
  });
  if (link.intent === "recipe") {
    const { recipe } = link.options.delivery_app;
    const { partnerLinkbackUrl } = recipe.landingPageConfiguration ?? {};
    return {
      kind: "recipe",
      ...shared(recipe, recipe.ingredients),
      author: recipe.author || undefined,
      servings: recipe.servings,
      minutes: recipe.cookingTimeMinutes || undefined,
      instructions: shownSteps(recipe.instructions ?? []),
      linkbackUrl: partnerLinkbackUrl && plainUrl(partnerLinkbackUrl),
    };
  }
  const { shoppingList } = link.options.delivery_app;
  return {
    kind: "list",
    ...shared(shoppingList, shoppingList.lineItems),
    instructions: shownSteps([shoppingList.instructions ?? ""]),
  };
}

/** The products of a cart, each with its page at the marketplace, for visits without an Associates tag. */
function productsPage(part: LinkPart, details: Details = () => undefined): HostedPage | null {
  const { retailer, intent, products, destination, tracking, createdAt, publicName = "" } = part;
  if (retailer !== "marketplace" || intent !== "add_to_cart") return null;
  const possible = possibleProducts(part, products);
  const lines = cartProducts(destination)?.lines ?? [...cartLines(possible, (id) => id)];
  if (lines.length === 0) return null;
  const items = lines.map(([id, quantity]) => {
    const { name = id, pictureUrl } = details(retailer, id) ?? {};
    const url = mergeUtm(marketplaceProductPage(siteOf(part), id), tracking?.utm ?? {}, false);
    return { name, amount: quantity > 1 ? `× ${quantity}` : "", url, pictureUrl };
  });
  return { kind: "products", title: publicName, publicTitle: publicName, items, instructions: [], createdAt };
}

/**
 * Maximum length of instructions on a page, in UTF-16 units. Otherwise only the request size of 4 MiB limits it, and a page
 * of a million steps would use 50 MB of the isolate's shared memory. Recipes usually have about 20 steps of 200 characters.
 */
const MAX_STEPS_LENGTH = 100_000;

function shownSteps(texts: readonly string[]): string[] {
  let left = MAX_STEPS_LENGTH;
  return texts.filter((text) => {
    if (text.trim() === "") return false;
    left -= text.length;
    return left >= 0;
  });
}

/** The search of the delivery app for a text, in a store or in any store. */
export const searchUrl = (text: string, store?: HostedStore): string =>
  `https://www.instacart.com/store/${store ? `${encodeURIComponent(store.slug)}/` : ""}s?k=${encodeURIComponent(text)}`;

function hostedItem(
  item: LineItem,
  store: HostedStore | undefined,
  utm: Parameters<typeof mergeUtm>[1],
): HostedItem {
  const { name, displayText } = item;
  return {
    name,
    amount: amountOf(item),
    note: displayText?.trim() && displayText !== name ? displayText : undefined,
    url: mergeUtm(searchUrl(name, store), utm, false),
  };
}

const MAX_MEASUREMENTS = 10;

const numbers = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** The fractions that recipes are written with. */
const FRACTIONS = [
  [1 / 4, "¼"],
  [1 / 3, "⅓"],
  [1 / 2, "½"],
  [2 / 3, "⅔"],
  [3 / 4, "¾"],
] as const;
/** People round a third to 0.33, and two thirds to 0.66 or 0.67. */
const NEAR = 0.008;

/** A number as recipes have it: 1.5 is "1½". */
function amountText(quantity: number): string {
  const whole = Math.floor(quantity);
  const [, sign] = FRACTIONS.find(([fraction]) => Math.abs(quantity - whole - fraction) < NEAR) ?? [];
  if (sign === undefined) return numbers.format(quantity);
  return whole === 0 ? sign : numbers.format(whole) + sign;
}

/**
 * Units that people count, with their plurals; abbreviations such as "lb" have none. From the delivery app's list of
 * units: https://docs.instacart.com/developer_platform_api/api/units_of_measurement
 */
const PLURALS: Readonly<Record<string, string>> = {
  bag: "bags",
  bottle: "bottles",
  box: "boxes",
  bunch: "bunches",
  can: "cans",
  clove: "cloves",
  cup: "cups",
  ear: "ears",
  gallon: "gallons",
  gram: "grams",
  head: "heads",
  jar: "jars",
  kilogram: "kilograms",
  liter: "liters",
  milliliter: "milliliters",
  ounce: "ounces",
  package: "packages",
  packet: "packets",
  piece: "pieces",
  pint: "pints",
  pound: "pounds",
  quart: "quarts",
  slice: "slices",
  tablespoon: "tablespoons",
  teaspoon: "teaspoons",
};

/**
 * The amount of an item, as people write it: "2 tablespoons", "250 g / 9 oz", "6"; empty if unknown. Unknown units are
 * shown as sent.
 */
export function amountOf({ quantity, unit, measurements }: LineItem): string {
  return (measurements?.length ? measurements : [{ quantity, unit }])
    .filter((measurement) => measurement.quantity > 0)
    .slice(0, MAX_MEASUREMENTS)
    .map((measurement) =>
      `${amountText(measurement.quantity)} ${unitOf(measurement.quantity, measurement.unit)}`.trim(),
    )
    .join(" / ");
}

function unitOf(quantity: number, sent = ""): string {
  const unit = sent.trim();
  // "each" is the delivery app's unit for pieces and adds nothing to the number.
  if (unit.toLowerCase() === "each") return "";
  const plural = Object.hasOwn(PLURALS, unit) ? PLURALS[unit] : undefined;
  return quantity > 1 && plural !== undefined ? plural : unit;
}
