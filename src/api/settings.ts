import type { DestinationSettings } from "../retailers/destinations/destination.ts";
import type { Env } from "../env.ts";

/** What the configuration adds to destinations; an empty variable counts as not set. */
export const destinationSettings = (env: Env): DestinationSettings => ({
  associatesTag: env.AMAZON_ASSOCIATES_TAG || undefined,
  walmartAffiliateUrl: env.WALMART_AFFILIATE_URL || undefined,
  targetAffiliateUrl: env.TARGET_AFFILIATE_URL || undefined,
});
