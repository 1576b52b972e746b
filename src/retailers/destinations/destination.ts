import { MAX_URL_LENGTH } from "../../core/urls.ts";
import type { UrlType } from "../../core/vocabulary.ts";
import type { Products, ProductsDefinition, SingleDestinationDefinition } from "../definition.ts";
import type { Offer } from "../offer.ts";
import type { ReasonCode } from "../reasons.ts";

/** Where a link leads, what kind of page that is, and why. `url` is absolute, or a path on our own host. */
export interface Destination {
  url: string;
  urlType: UrlType;
  reason: ReasonCode;
}

/** What a builder gives: a destination and whose page it is, which decides how UTM values merge. */
export interface BuiltDestination extends Destination {
  /** `retailer`: keys already there stay. `caller`: the tracking of the definition wins. `own`: nothing is added. */
  page: "retailer" | "caller" | "own";
  /** An affiliate wrapper that takes the finished URL as its last parameter, `u`. */
  wrapper?: string | undefined;
}

/** What the deployment adds to destinations. */
export interface DestinationSettings {
  associatesTag?: string | undefined;
  /** Whether visits by a QR code keep the tag that the service added. */
  tagOnScans?: boolean | undefined;
  walmartAffiliateUrl?: string | undefined;
  targetAffiliateUrl?: string | undefined;
}

export interface DestinationContext {
  shortId: string;
  settings: DestinationSettings;
  /** Looked-up offers by product id; empty where nothing was looked up. */
  offers: ReadonlyMap<string, Offer>;
  /** The definition's products with unavailable ones replaced by backups; absent where nothing was looked up. */
  products?: Products | undefined;
}

/** A pure function from a definition to where its link leads. */
export type DestinationBuilder<D extends SingleDestinationDefinition> = (
  definition: D,
  context: DestinationContext,
) => BuiltDestination;

/** Whether a destination that we made is short enough for a Location header. */
export const fits = (url: string): boolean => url.length <= MAX_URL_LENGTH;

/** The definition's fallbackUrl where it has one, else `otherwise`. */
export function fallbackOr(
  { fallbackUrl }: Pick<SingleDestinationDefinition, "fallbackUrl">,
  otherwise: () => BuiltDestination,
): BuiltDestination {
  if (fallbackUrl === undefined) return otherwise();
  return { url: new URL(fallbackUrl).href, urlType: "long_link", page: "retailer", reason: "fallback_url" };
}

/** The id of the first product. */
export const firstProductId = ({ products }: Pick<ProductsDefinition, "products">): string =>
  products[0].retailerProductId;
