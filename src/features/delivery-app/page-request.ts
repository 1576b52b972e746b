import { plainUrl } from "../../ground/core/plain-url.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { HEALTH_FILTERS, healthFilter } from "../retailers/health-filters.ts";
import { assignUpcs } from "../retailers/line-items.ts";
import type { LineItem, Recipe, ShoppingList } from "../retailers/options.ts";

/**
 * The body of the request for a list page. It and `RecipeBody` follow the API's documentation:
 * https://docs.instacart.com/developer_platform_api/api/products/create_shopping_list_page
 * https://docs.instacart.com/developer_platform_api/api/products/create_recipe_page
 */
interface ListBody {
  title: string;
  link_type: "shopping_list";
  image_url?: string;
  instructions?: string[];
  line_items: (Item & { line_item_measurements?: Measurement[] })[];
}

interface RecipeBody {
  title: string;
  image_url?: string;
  author?: string;
  servings?: number;
  /** Minutes. */
  cooking_time?: number;
  instructions?: string[];
  ingredients: (Item & { measurements?: Measurement[] })[];
  external_reference_id: string;
  /** Days. */
  expires_in: number;
  landing_page_configuration?: { partner_linkback_url?: string; enable_pantry_items?: boolean };
}

interface Item {
  name: string;
  display_text?: string;
  upcs?: string[];
  filters?: { brand_filters?: string[]; health_filters?: string[] };
}

interface Measurement {
  quantity: number;
  unit: string;
}

export type PageRequest = { kind: "list"; body: ListBody } | { kind: "recipe"; body: RecipeBody };

/** Default lifetime of a recipe page, in days: the API's own default. */
const DEFAULT_RECIPE_DAYS = 30;
const DEFAULT_UNIT = "each";

export type PageDefinition = Extract<LinkDefinition, { intent: "shopping_list" | "recipe" }>;

/** Whether the delivery app creates a page for this link. */
export const wantsPage = <D extends LinkDefinition>(definition: D): definition is D & PageDefinition =>
  definition.intent === "shopping_list" || definition.intent === "recipe";

export const pageRequest = (linkId: string, { intent, options }: PageDefinition): PageRequest =>
  intent === "recipe"
    ? { kind: "recipe", body: recipeBody(options.delivery_app.recipe, linkId) }
    : { kind: "list", body: listBody(options.delivery_app.shoppingList) };

function listBody(list: ShoppingList): ListBody {
  return {
    title: list.title,
    link_type: "shopping_list",
    ...(list.imageUrl !== undefined && { image_url: plainUrl(list.imageUrl) }),
    ...(list.instructions && { instructions: [list.instructions] }),
    line_items: items(list.lineItems, "line_item_measurements"),
  };
}

function recipeBody(recipe: Recipe, linkId: string): RecipeBody {
  const { author, servings, cookingTimeMinutes } = recipe;
  const instructions = recipe.instructions?.filter((step) => step !== "") ?? [];
  const { partnerLinkbackUrl, enablePantryItems } = recipe.landingPageConfiguration ?? {};
  const landingPage = {
    ...(partnerLinkbackUrl !== undefined && { partner_linkback_url: plainUrl(partnerLinkbackUrl) }),
    ...(enablePantryItems !== undefined && { enable_pantry_items: enablePantryItems }),
  };
  return {
    title: recipe.title,
    ...(recipe.imageUrl !== undefined && { image_url: plainUrl(recipe.imageUrl) }),
    ...(author && { author }),
    ...(servings !== undefined && { servings }),
    // Zero minutes means unknown.
    ...(cookingTimeMinutes && { cooking_time: cookingTimeMinutes }),
    ...(instructions.length > 0 && { instructions }),
    ingredients: items(recipe.ingredients, "measurements"),
    external_reference_id: linkId,
    expires_in: recipe.expiresInDays ?? DEFAULT_RECIPE_DAYS,
    ...(Object.keys(landingPage).length > 0 && { landing_page_configuration: landingPage }),
  };
}

/** The items with their measurements under `key`. catalogProductId and backupProductIds are not sent. */
function items<K extends string>(
  lineItems: readonly LineItem[],
  key: K,
): (Item & { [key in K]?: Measurement[] })[] {
  const upcsOf = assignUpcs(lineItems);
  return lineItems.map((item, index) => {
    const upcs = upcsOf[index] ?? [];
    const measured = measurements(item);
    const filters = itemFilters(item);
    const base: Item = {
      name: item.name,
      ...(item.displayText && { display_text: item.displayText }),
      ...(upcs.length > 0 && { upcs }),
      ...(filters && { filters }),
    };
    // TypeScript widens a computed key to string.
    return { ...base, ...(measured.length > 0 && { [key]: measured }) } as Item & {
      [key in K]?: Measurement[];
    };
  });
}

/**
 * The item's own measurements, else its quantity and unit. Measurements with a quantity of 0, which the API rejects,
 * are left out.
 */
function measurements({ measurements: explicit, quantity, unit }: LineItem): Measurement[] {
  return (explicit?.length ? explicit : [{ quantity, unit }])
    .filter((measurement) => measurement.quantity > 0)
    .map((measurement) => ({ quantity: measurement.quantity, unit: measurement.unit || DEFAULT_UNIT }));
}

function itemFilters({ filters }: LineItem): Item["filters"] {
  const brands = [...new Set(filters?.brandFilters?.filter((brand) => brand !== ""))];
  const words = filters?.healthFilters?.map(healthFilter) ?? [];
  const health = HEALTH_FILTERS.filter((word) => words.includes(word));
  if (brands.length === 0 && health.length === 0) return undefined;
  return {
    ...(brands.length > 0 && { brand_filters: brands }),
    ...(health.length > 0 && { health_filters: health }),
  };
}
