import type { Section, Words } from "./form-section.ts";
import { LIST, LIST_SECTIONS, RECIPE } from "./list-sections.ts";
import { SCHEDULE_SECTION } from "./schedule-section.ts";

const CUSTOM_URL: Words = {
  label: "Web page",
  hint: "Where a link to a web page leads. Other links only keep it.",
};
const PUBLIC_NAME: Words = { label: "Public name", hint: "What shoppers see where a name is shown." };

/** The form from top to bottom. A field that a variant does not have is left out. */
export const SECTIONS: readonly Section[] = [
  {
    title: "About the link",
    words: {
      customUrl: { ...CUSTOM_URL, only: "required" },
      name: { label: "Name", hint: "For you and your colleagues." },
      "tracking.tags": { label: "Tags", hint: "One on each line, to find links again." },
      projectId: { label: "Project" },
      slug: {
        label: "Address",
        hint: "Words that end the short link in place of random characters, such as summer-soups. Every one that a link ever had goes on leading.",
      },
    },
  },
  {
    title: "Shops to choose from",
    words: {
      offers: { label: "Shops to choose from", row: "Shop" },
      "offers[].label": { label: "Name on the page", hint: "Without it, that of the shop." },
      "offers[].countries": {
        label: "Countries",
        hint: "Two letters each, such as GB, one on each line. Without any, everywhere.",
      },
      "offers[].key": {
        label: "Last part of its address",
        hint: "Such as target. It may be printed, so keep it. Without it, made from the shop.",
      },
    },
  },
  {
    title: "Page with the shops",
    words: {
      publicName: { ...PUBLIC_NAME, only: "choice" },
      "page.imageUrl": { label: "Picture", hint: "The address of an image." },
      "page.text": { label: "Text", hint: "Text below the heading." },
      "page.soldOut": { label: "Shops where it is sold out" },
      "page.skipSingle": {
        label: "Skip the page when one shop is left",
        hint: "Shoppers are led to that shop at once.",
      },
      "page.disclosure": {
        label: "Affiliate disclosure",
        hint: "Shown where a shop's link carries your tag. Empty: the page's own words.",
      },
      "page.language": { label: "Language", hint: "If not said, that of the shopper's browser." },
    },
  },
  ...LIST_SECTIONS,
  {
    title: "Products",
    words: {
      products: { label: "Products", row: "Product" },
      "products[].retailerProductId": { label: "Product id" },
      "products[].quantity": { label: "Quantity" },
      "products[].backupProductIds": {
        label: "Backup product ids",
        hint: "One on each line, tried in this order when the product is unavailable.",
        folded: true,
      },
    },
  },
  {
    title: "UTM values",
    templates: true,
    columns: true,
    words: {
      "tracking.utm.source": { label: "UTM source", hint: "Such as newsletter." },
      "tracking.utm.medium": { label: "UTM medium", hint: "Such as print." },
      "tracking.utm.campaign": { label: "UTM campaign", hint: "Such as spring-sale." },
      "tracking.utm.term": { label: "UTM term" },
      "tracking.utm.content": { label: "UTM content" },
    },
  },
  {
    title: "Public name and value",
    folded: true,
    words: {
      publicName: { ...PUBLIC_NAME, only: "leading" },
      "tracking.linkValue": { label: "Value", hint: "What the link is worth to you, as a number." },
    },
  },
  {
    title: "Store",
    folded: true,
    words: {
      "options.delivery_app.routingMode": {
        label: "Which store",
        hint: "A certain one, the first of several that delivers to the shopper, or any.",
      },
      "options.delivery_app.retailer": {
        label: "Store slug",
        hint: "For a product link that names a certain store.",
      },
      "options.delivery_app.retailerId": {
        label: "Store id at Instacart",
        hint: "For a list or recipe that names a certain store.",
      },
      "options.delivery_app.preferredRetailers": {
        label: "Preferred stores",
        hint: "Store slugs, one on each line, the best first.",
      },
      "location.storeId": { label: "Store id", hint: "The retailer's number of a store." },
      "location.zipCode": { label: "ZIP code" },
    },
  },
  {
    title: "Fallback",
    folded: true,
    words: {
      fallbackUrl: {
        label: "Fallback URL",
        hint: "Where the link leads when no cart or product page is possible.",
      },
    },
  },
  SCHEDULE_SECTION,
  {
    title: "How the destination is chosen",
    folded: true,
    words: {
      "options.bigbox_w.allowPdp": {
        label: "Show the product page when no cart is possible",
        hint: "For links with one product.",
      },
      "options.bigbox_w.cartMode": { label: "Fill the cart by" },
      "options.bigbox_w.fallbackMode": { label: "If that is not possible, by" },
      "options.bigbox_w.includeStoreId": { label: "Name the store in the cart" },
      "options.bigbox_w.preferItemsForWalmart": { label: "Prefer item ids for the retailer's own products" },
      "options.bigbox_w.preferOffersForMarketplace": { label: "Prefer offer ids for other sellers" },
      "options.bigbox_t.allowPdp": { label: "Show the product page", hint: "If not, the fallback URL." },
    },
  },
  {
    title: "First QR code",
    folded: true,
    words: {
      "defaultQrCode.name": { label: "Name of the code" },
      "defaultQrCode.identifier": {
        label: "Identifier",
        hint: "A part of the printed address. It can't be changed later.",
      },
    },
  },
  {
    title: "Expert",
    folded: true,
    words: {
      customUrl: { ...CUSTOM_URL, only: "optional" },
      metadata: {
        label: "Metadata",
        hint: "A JSON object that is kept with the link. No passwords or keys.",
      },
      "options.bigbox_w": {
        label: "Options for Walmart",
        hint: "As JSON. They do not matter for this link.",
      },
      "options.bigbox_t": {
        label: "Options for Target",
        hint: "As JSON. They do not matter for this link.",
      },
      "options.delivery_app": {
        label: "Options for Instacart",
        hint: "As JSON. They do not matter for this link.",
      },
      [LIST]: { label: "Shopping list", hint: "As JSON. It does not matter for this link." },
      [RECIPE]: { label: "Recipe", hint: "As JSON. It does not matter for this link." },
    },
  },
];
