/** The enumerations of the specification. Every other list of these words is derived from here. */

/** The name of this service. */
export const SERVICE_NAME = "shoppable-links";

/** The retailers that a link, or an offer of a choice link, can lead to. */
export const OFFER_RETAILERS = [
  "marketplace",
  "grocer_a",
  "bigbox_w",
  "bigbox_t",
  "delivery_app",
  "custom",
] as const;
/** One of them. */
export type OfferRetailer = (typeof OFFER_RETAILERS)[number];

/** The retailers of links. The offers of a `choice` link lead to retailers of their own. */
export const RETAILERS = [...OFFER_RETAILERS, "choice"] as const;
/** One retailer. */
export type Retailer = (typeof RETAILERS)[number];

/** What links are made for. */
export const LINK_INTENTS = [
  "add_to_cart",
  "product_detail",
  "shopping_list",
  "recipe",
  "custom_url",
  "choose_retailer",
] as const;
/** One intent. */
export type LinkIntent = (typeof LINK_INTENTS)[number];

/** Whether a link redirects. */
export const LINK_STATUSES = ["active", "inactive"] as const;
/** One status. */
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** What a link is at a moment: before, within or after the times of its schedule, or switched off. */
export const LINK_STATES = ["scheduled", "running", "ended", "off"] as const;
/** One state. */
export type LinkState = (typeof LINK_STATES)[number];

/** The kinds of destinations. */
export const URL_TYPES = [
  "cart",
  "pdp",
  "long_link",
  "custom",
  "instacart_list",
  "instacart_recipe",
  "choice_page",
] as const;
/** One kind of destination. */
export type UrlType = (typeof URL_TYPES)[number];

/** The scopes of API keys that allow operations. */
export const OPERATION_SCOPES = [
  "links:write",
  "links:read",
  "qr-codes:write",
  "projects:read",
  "projects:write",
  "exports:write",
] as const;
/** A scope that allows operations. */
export type OperationScope = (typeof OPERATION_SCOPES)[number];
/** A scope that allows writes for one retailer. */
export type RetailerScope = `retailers:${OfferRetailer}`;
/** Any scope. */
export type Scope = OperationScope | RetailerScope;

/** The scope that a write for `retailer` needs in addition to the scope of the operation. */
export const retailerScope = (retailer: OfferRetailer): RetailerScope => `retailers:${retailer}`;

/** What of a link tells which retailers it leads to. */
export interface LedRetailers {
  retailer: Retailer;
  /** Of a choice. */
  offers?: readonly { retailer: OfferRetailer }[] | undefined;
}

/** The scopes that a write of a link needs in addition to that of the operation: of a choice, those of its offers. */
export const retailerScopes = (link: LedRetailers): RetailerScope[] =>
  link.retailer === "choice"
    ? [...new Set((link.offers ?? []).map(({ retailer }) => retailerScope(retailer)))]
    : [retailerScope(link.retailer)];

/** Every scope that an API key can have. */
export const SCOPES: readonly Scope[] = [...OPERATION_SCOPES, ...OFFER_RETAILERS.map(retailerScope)];

/** The identifier of a link's default QR code, unless the caller chose another. */
export const DEFAULT_QR_IDENTIFIER = "default";
/** The name of a link's default QR code, unless the caller chose another. */
export const DEFAULT_QR_NAME = "Default QR code";
