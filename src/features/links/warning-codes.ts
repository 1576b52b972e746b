import { HEALTH_FILTERS } from "../retailers/health-filters.ts";

/** Longer URLs are rejected or cut by some servers, browsers and apps. */
export const LONG_URL = 8_000;

/** Every warning about a link that can nevertheless be created, for messages, OpenAPI and the documentation. */
export const WARNINGS = {
  link_inactive: "The link is switched off: shoppers get 410 until it is active again.",
  link_scheduled: "The link does not redirect yet: its schedule starts later.",
  link_ended: "The link no longer redirects: its schedule has ended.",
  product_id_format: "This can't be a product id of the retailer.",
  looks_like_barcode: "This looks like the number on a package, not like a product id of the retailer.",
  product_unavailable:
    "The retailer reports a product as unavailable, and no backup is known to be available.",
  backups_not_checked:
    "The availability of the products is unknown, so the link points to the products, not to backups.",
  products_left_out: "The destination does not show every product of the link.",
  cart_needs_tag:
    "The retailer fills a cart only with a registered Associates tag, and for scans of printed codes only if tags are allowed on scans. Without it, one product opens its page; several open fallbackUrl, or else a page of this service that lists them.",
  fallback_missing: "This destination is a last resort. A fallbackUrl would replace it.",
  store_missing: "No store is named here, so the link opens without the store that its options ask for.",
  store_ignored: "This store has no effect.",
  store_unknown: "No store has this name in the list of stores, so the link may not open in it.",
  option_ignored: "Links of this retailer and purpose store this, but do not use it.",
  upc_not_sent:
    "This UPC is not sent to the delivery app, which accepts numbers of 12 to 14 digits, each for one item of a list.",
  filter_not_sent: `This filter is not sent to the delivery app, which knows ${HEALTH_FILTERS.join(", ")}.`,
  unit_unknown: "The delivery app does not know this unit, so shoppers may get another quantity.",
  amount_not_sent: "The item's measurements are sent instead of this. Leave it out.",
  utm_not_added:
    "If the delivery app's page has UTM values of its own, the link's UTM values are not added to it.",
  url_near_limit: `This URL is longer than ${LONG_URL} characters. Some browsers, apps and servers reject such URLs.`,
  url_not_plain:
    "This URL contains HTML codes, such as &amp;, or invisible characters, and is read without them.",
  http_destination: "The destination is http, not https: browsers may warn shoppers or block it.",
  tag_on_printed_code:
    "A scan of a QR code opens a URL with an Associates tag. The Associates program does not allow tagged links in print.",
  tag_format:
    "This can't be an Associates tag, so nobody earns a commission: tags end in a hyphen and two digits, such as maple-20.",
  offer_unreachable: "No visit gets this offer.",
  rest_missing:
    "A visit that fits no rule gets a page with all offers. An offer without conditions, or a fallbackUrl, would take it.",
  region_unknown: "This country has no such region, so no visit comes from it.",
  code_unknown: "The link has no code with this identifier yet, so no scan has it.",
} as const;

export type WarningCode = keyof typeof WARNINGS;

/** A possible problem of a link. */
export interface Warning {
  code: WarningCode;
  message: string;
  /** The field, as in `offers[1].location.storeId`, or the offer of a choice, as in `offers[1]`; absent for the whole link. */
  field?: string;
}

export const WARNING_CODES = Object.keys(WARNINGS) as [WarningCode, ...WarningCode[]]; // the keys of a constant with entries

/** Warnings that need no action. */
export const HARMLESS: readonly WarningCode[] = [
  "link_inactive",
  "link_scheduled",
  "link_ended",
  "backups_not_checked",
];
