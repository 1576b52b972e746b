/** The enumerations of the specification. Every other list of these words is derived from here. */

/** The name of this service. */
export const SERVICE_NAME = "shoppable-links";

/** The retailers of links. */
export const RETAILERS = [
  "marketplace",
  "grocer_a",
  "bigbox_w",
  "bigbox_t",
  "delivery_app",
  "custom",
] as const;
/** One retailer. */
export type Retailer = (typeof RETAILERS)[number];

/** What links are made for. */
export const LINK_INTENTS = [
  "add_to_cart",
  "product_detail",
  "shopping_list",
  "recipe",
  "custom_url",
] as const;
/** One intent. */
export type LinkIntent = (typeof LINK_INTENTS)[number];

/** Whether a link redirects. */
export const LINK_STATUSES = ["active", "inactive"] as const;
/** One status. */
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** The kinds of destinations. */
export const URL_TYPES = [
  "cart",
  "pdp",
  "long_link",
  "custom",
  "instacart_list",
  "instacart_recipe",
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
] as const;
/** A scope that allows operations. */
export type OperationScope = (typeof OPERATION_SCOPES)[number];
/** A scope that allows writes for one retailer. */
export type RetailerScope = `retailers:${Retailer}`;
/** Any scope. */
export type Scope = OperationScope | RetailerScope;

/** The scope that a write for `retailer` needs in addition to the scope of the operation. */
export const retailerScope = (retailer: Retailer): RetailerScope => `retailers:${retailer}`;

/** Every scope that an API key can have. */
export const SCOPES: readonly Scope[] = [...OPERATION_SCOPES, ...RETAILERS.map(retailerScope)];

/** The identifier of a link's default QR code, unless the caller chose another. */
export const DEFAULT_QR_IDENTIFIER = "default";
/** The name of a link's default QR code, unless the caller chose another. */
export const DEFAULT_QR_NAME = "Default QR code";
