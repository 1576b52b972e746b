import {
  LIST,
  LIST_SECTIONS,
  OFFER_LABELS,
  RECIPE,
  SHOP_SECTIONS,
  VISIT_SECTION,
} from "./content-sections.ts";

/** What a field is called and what it is for. Everything else about it comes from the schema. */
export interface FieldLabels {
  label: string;
  hint?: string;
  /** An example in the empty control. */
  example?: string;
  /** What one row of a list is called. */
  row?: string;
  /** The value that is meant where none is chosen, if the schema has no default. */
  standard?: string;
  /** In a row: closed at first, because few rows need it. */
  folded?: boolean;
  /**
   * Shown in this section only if the variant requires it, or only if it doesn't; only for a choice of shops, or only for
   * links with a single destination.
   */
  only?: "required" | "optional" | "choice" | "single";
}

/** What most links don't need, in this order. A closed fold shows its values. */
export const FOLDS = ["UTM", "Address and tags", "Schedule", "Barcode", "Shop details", "Advanced"] as const;
export type Fold = (typeof FOLDS)[number];

/** Fields that are shown together, in their order. */
export interface Section {
  title: string;
  /** The fold with the section; without one, the section is always open. */
  fold?: Fold;
  /** Offers saved UTM values. */
  templates?: boolean;
  /** Shows the card of the link. */
  card?: boolean;
  /** The field for the URL of a picture, which can also be uploaded. */
  picture?: string;
  /** Labels by the API's path of the field; `[]` stands for each row. */
  labels: Readonly<Record<string, FieldLabels>>;
}

const CUSTOM_URL: FieldLabels = { label: "Web page" };
const PUBLIC_NAME: FieldLabels = { label: "Public name", hint: "Shoppers see it instead of the name." };
const UNUSED_JSON = "JSON. Not used by this link.";

/** The form from top to bottom. A field that a variant does not have is left out. */
export const SECTIONS: readonly Section[] = [
  {
    title: "Link",
    labels: {
      customUrl: { ...CUSTOM_URL, only: "required" },
      name: { label: "Name" },
      projectId: { label: "Project" },
    },
  },
  {
    title: "Shops to choose from",
    labels: {
      "page.pick": {
        label: "How people are sent",
        standard: "shopper",
      },
      offers: { label: "Shops to choose from", row: "Shop" },
      ...OFFER_LABELS,
    },
  },
  { title: "Page with the shops", labels: { publicName: { ...PUBLIC_NAME, only: "choice" } } },
  ...LIST_SECTIONS,
  {
    title: "Products",
    labels: {
      products: {
        label: "Products",
        row: "Product",
        hint: "Backups replace a product that is sold out, one id on each line.",
      },
      "products[].retailerProductId": { label: "Product id" },
      "products[].quantity": { label: "Quantity" },
      "products[].backupProductIds": { label: "Backup ids" },
    },
  },
  {
    title: "More pages for the barcode",
    labels: {
      gtinLinks: {
        label: "More pages for this barcode (instructions, recipe)",
        row: "Page",
        hint: "Apps that ask for one get it. Everybody else gets this link.",
      },
      "gtinLinks[].type": { label: "Type" },
      "gtinLinks[].url": { label: "Web page" },
      "gtinLinks[].language": {
        label: "Language",
        hint: "Such as de or pt-BR. Default: any.",
        folded: true,
      },
      "gtinLinks[].title": { label: "Title", folded: true },
      gtinLots: {
        label: "Lots with their own page",
        row: "Lot",
        hint: "Such as a recalled lot, exactly as printed. Scans of its code open this page instead.",
      },
      "gtinLots[].lot": { label: "Lot" },
      "gtinLots[].url": { label: "Web page" },
      "gtinLots[].title": { label: "Title", folded: true },
    },
  },
  {
    title: "UTM",
    fold: "UTM",
    templates: true,
    labels: {
      "tracking.utm.source": { label: "UTM source", hint: "Such as newsletter." },
      "tracking.utm.medium": { label: "UTM medium", hint: "Such as print." },
      "tracking.utm.campaign": { label: "UTM campaign", hint: "Such as spring-sale." },
      "tracking.utm.term": { label: "UTM term" },
      "tracking.utm.content": { label: "UTM content" },
    },
  },
  VISIT_SECTION,
  {
    title: "Address and tags",
    fold: "Address and tags",
    labels: {
      slug: { label: "Address", hint: "Such as summer-soups. Old addresses keep working." },
      "tracking.tags": { label: "Tags", hint: "Separated by commas, or one on each line." },
      "addresses.keep": {
        label: "Addresses printed before",
        hint: "Exactly as printed, such as /Spring_Sale, one on each line. Needs a project with its own domain.",
      },
    },
  },
  {
    title: "Card in messages",
    fold: "Address and tags",
    card: true,
    picture: "card.imageUrl",
    labels: {
      publicName: { ...PUBLIC_NAME, only: "single" },
      "card.title": { label: "Card title", hint: "Messengers show it. Default: the public name." },
      "card.text": { label: "Card text" },
      "card.imageUrl": {
        label: "Card picture",
        hint: "Best 1200 × 630 pixels. An uploaded one is printed too.",
      },
    },
  },
  {
    title: "Schedule",
    fold: "Schedule",
    labels: {
      "schedule.activeFrom": { label: "Starts", hint: "Until then, shoppers see when the offer starts." },
      "schedule.activeUntil": { label: "Ends", hint: 'Then shoppers see "This offer has ended".' },
      "schedule.endedUrl": { label: "Web page before and after", hint: "Replaces these messages." },
    },
  },
  {
    title: "Barcode",
    fold: "Barcode",
    labels: {
      gtin: {
        label: "GTIN (barcode number)",
        hint: "8, 12, 13 or 14 digits. Adds a code for the till and the phone. Needs a project with its own domain.",
      },
    },
  },
  {
    title: "Page with the shops",
    fold: "Shop details",
    picture: "page.imageUrl",
    labels: {
      "page.imageUrl": { label: "Picture of the product", hint: "An uploaded one is printed too." },
      "page.text": { label: "Text", hint: "A few words below the heading." },
      "page.soldOut": { label: "Shops where it is sold out" },
      "page.skipSingle": { label: "Skip the page if only one shop is left" },
      "page.disclosure": {
        label: "Affiliate disclosure",
        hint: "Shown if a shop's link has your tag. Default: our text.",
      },
      "page.language": { label: "Language" },
    },
  },
  {
    title: "Store",
    fold: "Shop details",
    labels: {
      "options.delivery_app.routingMode": { label: "Which store" },
      "options.delivery_app.retailer": { label: "Store slug", hint: "For one store." },
      "options.delivery_app.retailerId": { label: "Store id at Instacart", hint: "For one store." },
      "options.delivery_app.preferredRetailers": {
        label: "Preferred stores",
        hint: "Store slugs, one on each line, best first.",
      },
      "location.country": { label: "Amazon's site", hint: "Each has its own tag.", standard: "US" },
      "location.storeId": { label: "Store id", hint: "The retailer's store number." },
      "location.zipCode": { label: "ZIP code" },
    },
  },
  {
    title: "Fallback",
    fold: "Shop details",
    labels: {
      fallbackUrl: {
        label: "Fallback URL",
        hint: "Opens if no cart or product page is possible, everything is sold out, or no shop fits.",
      },
      "options.bigbox_t.allowPdp": { label: "Open the product page", hint: "No: the fallback URL." },
    },
  },
  ...SHOP_SECTIONS,
  {
    title: "QR code",
    fold: "Advanced",
    labels: {
      "defaultQrCode.name": { label: "Name of the code" },
      "defaultQrCode.identifier": {
        label: "Name in its address",
        hint: "It is printed, after ?qr=, and can't be changed.",
      },
    },
  },
  {
    title: "For programs",
    fold: "Advanced",
    labels: {
      customUrl: { ...CUSTOM_URL, only: "optional" },
      "tracking.linkValue": { label: "Value of a visit", hint: "A number, such as 0.25." },
      metadata: { label: "Metadata", hint: "JSON, for your own programs. No passwords or keys." },
      "options.bigbox_w": { label: "Options for Walmart", hint: UNUSED_JSON },
      "options.bigbox_t": { label: "Options for Target", hint: UNUSED_JSON },
      "options.delivery_app": { label: "Options for Instacart", hint: UNUSED_JSON },
      [LIST]: { label: "Shopping list", hint: UNUSED_JSON },
      [RECIPE]: { label: "Recipe", hint: UNUSED_JSON },
    },
  },
];
