import type { LineItem } from "../retailers/options.ts";
import { mergeUtm } from "../retailers/destinations/tracking.ts";
import type { Link } from "../links/link.ts";
import { wantsPage } from "./page-request.ts";

/** What our own page of a list or recipe shows. All text is the caller's, as sent. */
export interface HostedPage {
  kind: "list" | "recipe";
  title: string;
  /** The title for previews of the link. */
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

export interface HostedItem {
  name: string;
  /** "2 cup", "250 g / 9 oz", or empty. */
  amount: string;
  /** What the caller wants shown, where it says more than the name. */
  note: string | undefined;
  searchUrl: string;
}

/** The page of a list or recipe link, or null where it is of another kind. */
export function hostedPage({ request, createdAt }: Link): HostedPage | null {
  const { shoppingList, recipe } = request.options?.delivery_app ?? {};
  const isRecipe = request.intent === "recipe";
  const content = isRecipe ? recipe : shoppingList;
  if (!wantsPage(request) || !content) return null;
  const lineItems = (isRecipe ? recipe?.ingredients : shoppingList?.lineItems) ?? [];
  const texts = (isRecipe ? recipe?.instructions : [shoppingList?.instructions ?? ""]) ?? [];
  return {
    kind: isRecipe ? "recipe" : "list",
    title: content.title,
    publicTitle: request.publicName ?? content.title,
    imageUrl: content.imageUrl,
    author: (isRecipe && recipe?.author) || undefined,
    servings: isRecipe ? recipe?.servings : undefined,
    minutes: (isRecipe && recipe?.cookingTimeMinutes) || undefined,
    items: lineItems.map((item) => hostedItem(item, request.tracking?.utm ?? {})),
    instructions: shownSteps(texts),
    linkbackUrl: isRecipe ? recipe?.landingPageConfiguration?.partnerLinkbackUrl : undefined,
    createdAt,
  };
}

/**
 * What a page shows of lists that requests bound by their 4 MiB alone: of a million steps it would be 50 MB, written
 * in the memory that an isolate's requests share. Recipes have some 20 steps of 200 characters.
 */
const MAX_STEPS_LENGTH = 100_000;
const MAX_MEASUREMENTS = 10;

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

const numbers = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

function amountOf({ quantity, unit, measurements }: LineItem): string {
  return (measurements?.length ? measurements : [{ quantity, unit }])
    .filter((measurement) => measurement.quantity > 0)
    .slice(0, MAX_MEASUREMENTS)
    .map((measurement) => `${numbers.format(measurement.quantity)} ${measurement.unit ?? ""}`.trim())
    .join(" / ");
}
