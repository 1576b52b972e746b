import { CONDITION_WORDS } from "../../../features/retailers/offer-when.ts";
import type { FieldLabels, Section } from "./form-sections.ts";

/** The paths of a shopping list and of a recipe in a body. */
export const LIST = "options.delivery_app.shoppingList";
export const RECIPE = "options.delivery_app.recipe";

const item = (list: string): Record<string, FieldLabels> => ({
  [`${list}[].name`]: { label: "Name" },
  [`${list}[].quantity`]: { label: "Quantity" },
  [`${list}[].unit`]: { label: "Unit" },
  [`${list}[].displayText`]: { label: "Text for shoppers" },
  [`${list}[].upcs`]: { label: "UPCs", hint: "One on each line. They find the exact product.", folded: true },
  [`${list}[].backupUpcs`]: {
    label: "Backup UPCs",
    hint: "One on each line, tried after the UPCs.",
    folded: true,
  },
  [`${list}[].catalogProductId`]: {
    label: "Product id in your catalog",
    hint: "Stored with the link, not sent.",
    folded: true,
  },
  [`${list}[].backupProductIds`]: {
    label: "Backup product ids",
    hint: "One on each line. Stored with the link.",
    folded: true,
  },
  [`${list}[].filters.brandFilters`]: { label: "Brands", hint: "One on each line.", folded: true },
  [`${list}[].filters.healthFilters`]: {
    label: "Diets",
    hint: "One on each line, such as ORGANIC.",
    folded: true,
  },
  [`${list}[].measurements`]: { label: "Other measurements", row: "Measurement", folded: true },
  [`${list}[].measurements[].quantity`]: { label: "Quantity" },
  [`${list}[].measurements[].unit`]: { label: "Unit" },
});

/** The content of a shopping list or a recipe. */
export const LIST_SECTIONS: readonly Section[] = [
  {
    title: "Shopping list",
    labels: {
      [`${LIST}.title`]: { label: "Title" },
      [`${LIST}.imageUrl`]: { label: "Picture", hint: "The URL of an image." },
      [`${LIST}.instructions`]: { label: "Instructions" },
      [`${LIST}.lineItems`]: { label: "Items", row: "Item" },
      ...item(`${LIST}.lineItems`),
    },
  },
  {
    title: "Recipe",
    labels: {
      [`${RECIPE}.title`]: { label: "Title" },
      [`${RECIPE}.author`]: { label: "Author" },
      [`${RECIPE}.servings`]: { label: "Servings" },
      [`${RECIPE}.cookingTimeMinutes`]: { label: "Cooking time", hint: "In minutes." },
      [`${RECIPE}.imageUrl`]: { label: "Picture", hint: "The URL of an image." },
      [`${RECIPE}.ingredients`]: { label: "Ingredients", row: "Ingredient" },
      ...item(`${RECIPE}.ingredients`),
      [`${RECIPE}.instructions`]: { label: "Steps", hint: "One on each line." },
      [`${RECIPE}.landingPageConfiguration.partnerLinkbackUrl`]: {
        label: "Link back to your site",
        hint: "The URL of the recipe there.",
      },
      [`${RECIPE}.landingPageConfiguration.enablePantryItems`]: {
        label: "Ask what is in the pantry",
        hint: "Shoppers skip what they have.",
      },
      [`${RECIPE}.expiresInDays`]: {
        label: "Days until the page is renewed",
        hint: "Instacart deletes its page after these days, 30 by default. A new page replaces it before, so printed codes keep working.",
      },
    },
  },
];

/** The fields of an offer of a choice, besides those that a link has too. */
export const OFFER_LABELS: Section["labels"] = {
  "offers[].label": { label: "Name on the page" },
  "offers[].countries": { label: "Country", example: "Canada" },
  ...Object.fromEntries(
    Object.entries(CONDITION_WORDS).map(([name, { label, example }]) => [
      `offers[].when.${name}`,
      { label, ...(example !== undefined && { example }) },
    ]),
  ),
  "offers[].weight": { label: "Weight" },
  "offers[].key": { label: "Name in its address", hint: "Such as target. Keep it once printed." },
};

/** What a link takes of the URL of a visit. */
export const VISIT_SECTION: Section = {
  title: "From the address of a visit",
  fold: "UTM",
  labels: {
    forwardQuery: {
      label: "Keep ad parameters such as gclid",
      hint: "They may identify people: say so in your privacy notice.",
      standard: "false",
    },
    "tracking.viaAsUtmSource": {
      label: "Use ?via= as utm_source",
      hint: "Where UTM source is empty: newsletter for ?via=newsletter.",
      standard: "false",
    },
  },
};

/** What belongs to one shop: who gets the commission of a link to Amazon, and how a cart at Walmart is filled. */
export const SHOP_SECTIONS: readonly Section[] = [
  {
    title: "Commission",
    fold: "Shop details",
    labels: {
      "affiliate.tag": {
        label: "Amazon tag",
        hint: "Replaces the project's, so that Amazon's sales report names this link.",
      },
    },
  },
  {
    title: "Cart at Walmart",
    fold: "Advanced",
    labels: {
      "options.bigbox_w.allowPdp": {
        label: "Open the product page if no cart is possible",
        hint: "For links with one product.",
      },
      "options.bigbox_w.cartMode": { label: "Fill the cart by" },
      "options.bigbox_w.fallbackMode": { label: "If that isn't possible, by" },
      "options.bigbox_w.includeStoreId": { label: "Select the store in the cart" },
      "options.bigbox_w.preferItemsForWalmart": { label: "Prefer item ids for Walmart's own products" },
      "options.bigbox_w.preferOffersForMarketplace": { label: "Prefer offer ids for other sellers" },
    },
  },
];
