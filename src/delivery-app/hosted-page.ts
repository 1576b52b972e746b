import type { Link } from "../links/link.ts";
import { mergeUtm } from "../retailers/destinations/utm.ts";
import type { LineItem, Recipe, ShoppingList } from "../retailers/options.ts";
import { amountOf } from "./amount.ts";
import { wantsPage } from "./page-request.ts";

/** What our own page of a list or recipe shows. All texts are the caller's, unchanged. */
export interface HostedPage {
  kind: "list" | "recipe";
  title: string;
  /** The name for shoppers: that of the link, else the title. */
  publicTitle: string;
  imageUrl: string | undefined;
  author: string | undefined;
  servings: number | undefined;
  minutes: number | undefined;
  items: HostedItem[];
  /** Steps of a recipe; at most one text of a list. */
  instructions: string[];
  linkbackUrl: string | undefined;
  createdAt: string;
}

/** An item of the page. */
export interface HostedItem {
  name: string;
  /** "2 cups", "250 g / 9 oz", or empty. */
  amount: string;
  /** The caller's displayText, if it differs from the name. */
  note: string | undefined;
  searchUrl: string;
}

/** The page of a list or recipe link; null for any other link. */
export function hostedPage(link: Link): HostedPage | null {
  if (!wantsPage(link)) return null;
  const utm = link.tracking?.utm ?? {};
  const shared = ({ title, imageUrl }: ShoppingList | Recipe, lineItems: readonly LineItem[]) => ({
    title,
    publicTitle: link.publicName ?? title,
    imageUrl,
    items: lineItems.map((item) => hostedItem(item, utm)),
    createdAt: link.createdAt,
  });
  if (link.intent === "recipe") {
    const { recipe } = link.options.delivery_app;
    return {
      kind: "recipe",
      ...shared(recipe, recipe.ingredients),
      author: recipe.author || undefined,
      servings: recipe.servings,
      minutes: recipe.cookingTimeMinutes || undefined,
      instructions: shownSteps(recipe.instructions ?? []),
      linkbackUrl: recipe.landingPageConfiguration?.partnerLinkbackUrl,
    };
  }
  const { shoppingList } = link.options.delivery_app;
  return {
    kind: "list",
    ...shared(shoppingList, shoppingList.lineItems),
    author: undefined,
    servings: undefined,
    minutes: undefined,
    instructions: shownSteps([shoppingList.instructions ?? ""]),
    linkbackUrl: undefined,
  };
}

/**
 * The most text of instructions that a page shows, in UTF-16 units. Requests limit it only by their size of 4 MiB, and a
 * page of a million steps would take 50 MB of the memory that all requests of an isolate share. Recipes usually have
 * some 20 steps of 200 characters.
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

const SEARCH = "https://www.instacart.com/store/s";

function hostedItem(item: LineItem, utm: Parameters<typeof mergeUtm>[1]): HostedItem {
  const { name, displayText } = item;
  return {
    name,
    amount: amountOf(item),
    note: displayText?.trim() && displayText !== name ? displayText : undefined,
    searchUrl: mergeUtm(`${SEARCH}?k=${encodeURIComponent(name)}`, utm, false),
  };
}
