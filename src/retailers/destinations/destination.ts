import type { LinkRequest } from "../definition.ts";
import type { Availability } from "../../availability/choose-products.ts";
import type { UrlType } from "../../core/vocabulary.ts";
import { appendEncoded, mergeUtm } from "./tracking.ts";

/** Where a link leads, and what kind of page that is. `url` is absolute, or a path on our own host. */
export interface Destination {
  url: string;
  urlType: UrlType;
}

/** What a builder gives: a destination and whose page it is, which decides how UTM values merge. */
export interface BuiltDestination extends Destination {
  /** `retailer`: keys already there stay. `caller`: the tracking of the request wins. `own`: nothing is added. */
  page: "retailer" | "caller" | "own";
  /** An affiliate wrapper that takes the finished URL as its last parameter, `u`. */
  wrapper?: string | undefined;
}

/** What the deployment adds to destinations. */
export interface DestinationSettings {
  associatesTag?: string | undefined;
  walmartAffiliateUrl?: string | undefined;
  targetAffiliateUrl?: string | undefined;
}

/** What a retailer says of one of its products. */
export interface Offer {
  availability: Availability;
  /** The bigbox_w offer that stands for the item. */
  offerId?: string | undefined;
  /** Sold by a third party in the retailer's marketplace. */
  thirdParty: boolean;
}

export interface DestinationContext {
  shortId: string;
  settings: DestinationSettings;
  /** Looked-up offers by product id; empty where nothing was looked up. */
  offers: ReadonlyMap<string, Offer>;
}

/** A pure function from a valid request to where it leads. */
export type DestinationBuilder = (request: LinkRequest, context: DestinationContext) => BuiltDestination;

/** The destination of `request`: its builder's, with the request's UTM values and the affiliate wrapper. */
export function buildDestination(
  build: DestinationBuilder,
  request: LinkRequest,
  context: DestinationContext,
): Destination {
  const { url, urlType, page, wrapper } = build(request, context);
  if (page === "own") return { url, urlType };
  const tracked = mergeUtm(url, request.tracking?.utm ?? {}, page === "caller");
  if (!wrapper) return { url: tracked, urlType };
  return { url: appendEncoded(wrapper, [["u", encodeURIComponent(tracked)]]), urlType };
}

/** Longest URL that we take or make: it travels in a Location header, and servers and clients bound those. */
export const MAX_URL_LENGTH = 16_384;

/** Whether a destination we made is short enough to lead anywhere. */
export const fits = (url: string): boolean => url.length <= MAX_URL_LENGTH;

/** The request's fallbackUrl where it has one, else `otherwise`. */
export function fallbackOr(request: LinkRequest, otherwise: () => BuiltDestination): BuiltDestination {
  if (request.fallbackUrl === undefined) return otherwise();
  return { url: new URL(request.fallbackUrl).href, urlType: "long_link", page: "retailer" };
}

/** The first product of a request whose variant requires one. */
export function firstProductId(request: LinkRequest): string {
  const first = request.products?.[0];
  if (first === undefined) throw new TypeError("the variant requires a product");
  return first.retailerProductId;
}
