/** The closed word lists of the specification. Every other list of these words is derived from here. */

export const SERVICE_NAME = "shoppable-links";

export const RETAILERS = [
  "marketplace",
  "grocer_a",
  "bigbox_w",
  "bigbox_t",
  "delivery_app",
  "custom",
] as const;
export type Retailer = (typeof RETAILERS)[number];

export const LINK_INTENTS = [
  "add_to_cart",
  "product_detail",
  "shopping_list",
  "recipe",
  "custom_url",
] as const;
export type LinkIntent = (typeof LINK_INTENTS)[number];

export const LINK_STATUSES = ["active", "inactive"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const URL_TYPES = [
  "cart",
  "pdp",
  "long_link",
  "custom",
  "instacart_list",
  "instacart_recipe",
] as const;
export type UrlType = (typeof URL_TYPES)[number];

export const OPERATION_SCOPES = ["links:write", "links:read", "qr-codes:write"] as const;
export type OperationScope = (typeof OPERATION_SCOPES)[number];
export type RetailerScope = `retailers:${Retailer}`;
export type Scope = OperationScope | RetailerScope;

/** The scope that a write for `retailer` needs besides its operation's. */
export const retailerScope = (retailer: Retailer): RetailerScope => `retailers:${retailer}`;

export const SCOPES: readonly Scope[] = [...OPERATION_SCOPES, ...RETAILERS.map(retailerScope)];

/** Identifier of every link's default QR code unless the caller chose another. */
export const DEFAULT_QR_IDENTIFIER = "default";
export const DEFAULT_QR_NAME = "Default QR code";
