import type { ErrorCode, ServiceError } from "../core/errors.ts";

/** The HTTP status of every error code. */
export const ERROR_STATUS = {
  validation_failed: 400,
  malformed_request: 400,
  unauthorized: 401,
  insufficient_scope: 403,
  origin_not_allowed: 403,
  project_access_denied: 403,
  quota_exceeded: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  duplicate_identifier: 409,
  duplicate_slug: 409,
  duplicate_gtin: 409,
  link_inactive: 409,
  key_inactive: 409,
  last_owner: 409,
  domain_in_use: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unsupported_retailer_intent: 422,
  url_not_allowed: 422,
  domain_required: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

/** The headers that an error needs over HTTP. */
export const errorHeaders = ({
  retryAfterSeconds,
  allowedMethods,
}: ServiceError): Record<string, string> => ({
  ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
  ...(allowedMethods && { Allow: allowedMethods.join(", ") }),
});
