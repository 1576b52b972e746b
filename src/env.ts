/** What `wrangler.toml` binds to the Worker. Variables that are not set are absent or empty. */
export interface Env {
  DB: D1Database;
  LINKS: KVNamespace;
  IDEMPOTENCY: KVNamespace;
  QR_IMAGES: R2Bucket;
  API_RATE_LIMIT: RateLimit;
  AUTHENTICATION_RATE_LIMIT: RateLimit;
  UNKNOWN_LINK_RATE_LIMIT: RateLimit;
  SHORT_LINK_ORIGIN?: string;
  API_ORIGIN?: string;
  AMAZON_ASSOCIATES_TAG?: string;
  WALMART_AFFILIATE_URL?: string;
  TARGET_AFFILIATE_URL?: string;
  DELIVERY_APP_BASE_URL?: string;
  /** Secret. Without it, lists and recipes are our hosted pages. */
  DELIVERY_APP_API_KEY?: string;
}
