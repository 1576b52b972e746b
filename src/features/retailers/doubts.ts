import { gtinProblem } from "../../ground/core/gtin.ts";
import type { AnyOptions, SingleDestinationDefinition } from "./definition.ts";
import { isUsableShopId, namedStores, storesOf } from "./destinations/delivery-app-pages.ts";
import type { Doubt } from "./doubt.ts";
import { itemDoubts } from "./line-items.ts";
import { BIGBOX_W_DEFAULTS } from "./options.ts";
import { idFields, impossibleProductIds } from "./product-ids.ts";
import { requireVariant } from "./variants.ts";

/** Every doubt about a link or offer that follows from its definition alone. */
export const doubtsAbout = (definition: SingleDestinationDefinition): Doubt[] => [
  ...idDoubts(definition),
  ...storeDoubts(definition),
  ...unusedFields(definition).map((field): Doubt => ({ code: "option_ignored", field })),
  ...listDoubts(definition),
];

/** The number on a package: 12 digits, or 13 or 14 that begin with a zero, with the check digit of a GTIN. */
const isPackageNumber = (id: string): boolean =>
  /^(?:\d{12}|0\d{12,13})$/.test(id) && gtinProblem(id) === undefined;

function idDoubts(definition: SingleDestinationDefinition): Doubt[] {
  const { rule, fields } = impossibleProductIds(definition);
  const hint = rule ? `Its ${rule.description}, such as ${rule.example}.` : "";
  const { ids } = requireVariant(definition.retailer, definition.intent);
  const numbers =
    ids === "asin" || ids === "any" ? [] : idFields(definition).filter(({ id }) => isPackageNumber(id));
  return [
    ...fields.map(({ field }): Doubt => ({ code: "product_id_format", field, hint })),
    ...numbers.map(({ field, id }): Doubt => {
      const own = `The retailer's id of that product is ${id.slice(0, -1).padStart(13, "0")}.`;
      return { code: "looks_like_barcode", field, ...(ids === "barcode" && { hint: own }) };
    }),
  ];
}

const MODES = { retailer: "specific", retailerId: "specific", preferredRetailers: "preferred" } as const;

/** Contradictory or incomplete choices of a store. */
function storeDoubts(definition: SingleDestinationDefinition): Doubt[] {
  const options: AnyOptions = definition.options;
  if (definition.retailer === "bigbox_w" && definition.intent === "add_to_cart") {
    const { includeStoreId } = options?.bigbox_w ?? BIGBOX_W_DEFAULTS;
    const storeId = definition.location?.storeId;
    const field = "location.storeId";
    if (storeId === undefined) return includeStoreId === "always" ? [{ code: "store_missing", field }] : [];
    if (includeStoreId === "never")
      return [{ code: "store_ignored", field, hint: "includeStoreId is never." }];
    const hint = "Store ids are numbers. With includeStoreId always, it is sent as it is.";
    return includeStoreId === "always" || /^\d+$/.test(storeId)
      ? []
      : [{ code: "store_ignored", field, hint }];
  }
  if (definition.retailer !== "delivery_app" || !options?.delivery_app) return [];
  const routing = options.delivery_app;
  const own = definition.intent === "product_detail" ? "retailer" : "retailerId";
  const needed = { specific: own, preferred: "preferredRetailers", no_preference: null }[routing.routingMode];
  const at = (name: string) => `options.delivery_app.${name}`;
  const hasStore = (name: keyof typeof MODES): boolean => [routing[name] ?? []].flat().some(isUsableShopId);
  const unused = (["retailer", "retailerId", "preferredRetailers"] as const).filter(
    (name) => name !== needed && hasStore(name),
  );
  return [
    ...(needed && storesOf(definition).length === 0
      ? [{ code: "store_missing", field: at(needed) } as const]
      : []),
    ...unused.map((name): Doubt => {
      const isOther = name !== own && name !== "preferredRetailers";
      const hint = isOther
        ? "Product links use retailer, and lists and recipes use retailerId."
        : `It needs routingMode ${MODES[name]}.`;
      return { code: "store_ignored", field: at(name), hint };
    }),
  ];
}

/** Fields that are checked and stored, but that links of this variant never use. */
function unusedFields(definition: SingleDestinationDefinition): string[] {
  const { retailer, intent, products = [], customUrl, fallbackUrl, location } = definition;
  const options: AnyOptions = definition.options;
  const { uses } = requireVariant(retailer, intent);
  const isList = intent === "shopping_list" || intent === "recipe";
  const { shoppingList, recipe } = options?.delivery_app ?? {};
  // The redirect chooses among several preferred stores by the postal code.
  const readsZipCode = ["bigbox_w", "grocer_a"].includes(retailer) || namedStores(definition).length > 1;
  const unused: Record<string, boolean> = {
    customUrl: customUrl !== undefined && retailer !== "custom",
    fallbackUrl: fallbackUrl !== undefined && retailer === "custom",
    products: isList && products.length > 0,
    "location.zipCode": location?.zipCode !== undefined && (isList || !readsZipCode),
    "location.storeId": location?.storeId !== undefined && uses !== "bigbox_w" && retailer !== "grocer_a",
    "options.bigbox_w": options?.bigbox_w !== undefined && uses !== "bigbox_w",
    "options.bigbox_t": options?.bigbox_t !== undefined && uses !== "bigbox_t",
    "options.delivery_app": options?.delivery_app !== undefined && uses !== "delivery_app",
    "options.delivery_app.shoppingList":
      uses === "delivery_app" && shoppingList !== undefined && intent !== "shopping_list",
    "options.delivery_app.recipe": uses === "delivery_app" && recipe !== undefined && intent !== "recipe",
  };
  return Object.keys(unused).filter((field) => unused[field]);
}

function listDoubts({ intent, options }: SingleDestinationDefinition): Doubt[] {
  const {
    shoppingList,
    recipe,
  }: NonNullable<NonNullable<AnyOptions>["delivery_app"]> | Record<string, never> =
    (options as AnyOptions)?.delivery_app ?? {};
  if (intent === "shopping_list" && shoppingList)
    return itemDoubts("options.delivery_app.shoppingList.lineItems", shoppingList.lineItems);
  if (intent === "recipe" && recipe)
    return itemDoubts("options.delivery_app.recipe.ingredients", recipe.ingredients);
  return [];
}
