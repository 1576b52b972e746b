import type { Variables } from "./ground/platform/variables.ts";

/** The Worker's bindings in `wrangler.toml`. */
export interface Env extends Variables {
  DB: D1Database;
  LINKS: KVNamespace;
  IDEMPOTENCY: KVNamespace;
  QR_IMAGES: R2Bucket;
  API_RATE_LIMIT: RateLimit;
  AUTHENTICATION_RATE_LIMIT: RateLimit;
  UNKNOWN_LINK_RATE_LIMIT: RateLimit;
  IMAGE_RATE_LIMIT: RateLimit;
  SHARED_REPORT_RATE_LIMIT: RateLimit;
  /** Messages are counted visits. */
  VISITS: Queue<object>;
  /** Messages name a run that goes on: an import, a bulk edit or an export. */
  RUNS: Queue<object>;
  /** Messages say nothing: they wake the delivery of events. */
  WEBHOOKS: Queue<object>;
  /** Sends mail. Absent in deployments without MAIL_FROM. */
  EMAIL?: SendEmail;
}
