/** The enumerations of the specification. All other lists of these values derive from here. */

export const SERVICE_NAME = "shoppable-links";

/** The retailers that a link, or an offer of a choice link, can redirect to. */
export const OFFER_RETAILERS = [
  "marketplace",
  "grocer_a",
  "bigbox_w",
  "bigbox_t",
  "delivery_app",
  "custom",
] as const;
export type OfferRetailer = (typeof OFFER_RETAILERS)[number];

/** The retailers of links. The offers of a `choice` link have their own retailers. */
export const RETAILERS = [...OFFER_RETAILERS, "choice"] as const;
export type Retailer = (typeof RETAILERS)[number];

/** The purposes of links. */
export const LINK_INTENTS = [
  "add_to_cart",
  "product_detail",
  "shopping_list",
  "recipe",
  "custom_url",
  "choose_retailer",
] as const;
/** A purpose of a link. */
export type LinkIntent = (typeof LINK_INTENTS)[number];

/** Whether a link redirects. */
export const LINK_STATUSES = ["active", "inactive"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** The state of a link at a moment: before, within or after its schedule, or deactivated. */
export const LINK_STATES = ["scheduled", "running", "ended", "off"] as const;
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
/** A kind of destination. */
export type UrlType = (typeof URL_TYPES)[number];

/** The scopes of API keys that allow operations. */
export const OPERATION_SCOPES = [
  "links:write",
  "links:read",
  "qr-codes:write",
  "projects:read",
  "projects:write",
  "events:read",
  "webhooks:write",
  "exports:write",
] as const;
export type OperationScope = (typeof OPERATION_SCOPES)[number];
/** A scope that allows writes for one retailer. */
type RetailerScope = `retailers:${OfferRetailer}`;
export type Scope = OperationScope | RetailerScope;

export const retailerScope = (retailer: OfferRetailer): RetailerScope => `retailers:${retailer}`;

/** The properties of a link that name its retailers. */
interface LinkRetailers {
  retailer: Retailer;
  /** For a choice link. */
  offers?: readonly { retailer: OfferRetailer }[] | undefined;
}

/** The scopes that a write of a link needs in addition to the operation's: for a choice, those of its offers. */
export const retailerScopes = (link: LinkRetailers): RetailerScope[] =>
  link.retailer === "choice"
    ? [...new Set((link.offers ?? []).map(({ retailer }) => retailerScope(retailer)))]
    : [retailerScope(link.retailer)];

/** Every scope that an API key can have. */
export const SCOPES: readonly Scope[] = [...OPERATION_SCOPES, ...OFFER_RETAILERS.map(retailerScope)];

/** The identifier of a link's default QR code, unless the caller chose another. */
export const DEFAULT_QR_IDENTIFIER = "default";
/** The name of a link's default QR code, unless the caller chose another. */
export const DEFAULT_QR_NAME = "Default QR code";

/** The names of retailers for people. The API has its own vocabulary. */
export const RETAILER_NAMES: Readonly<Record<Retailer, string>> = {
  marketplace: "Amazon",
  grocer_a: "Kroger",
  bigbox_w: "Walmart",
  bigbox_t: "Target",
  delivery_app: "Instacart",
  custom: "Web page",
  choice: "Choice of shops",
};

/** The retailer with this name, in any case; undefined for an unknown name. */
export const retailerNamed = (name: string): Retailer | undefined =>
  RETAILERS.find((retailer) => RETAILER_NAMES[retailer].toLowerCase() === name.trim().toLowerCase());
