import type { ErrorCode } from "../core/errors.ts";
import { textTable } from "../core/text-table.ts";
import { MAX_BODY_BYTES } from "./json-body.ts";

/** The errors that only the dashboard shows. */
type DashboardErrorCode = "key_inactive" | "last_owner" | "domain_in_use";

export type ApiErrorCode = Exclude<ErrorCode, DashboardErrorCode>;

/** The cause of every error of the API and what callers can do about it, for the OpenAPI document and /docs. */
// biome-ignore format: a row for each error.
export const ERROR_EXPLANATIONS: Readonly<Record<ApiErrorCode, Readonly<Record<"cause" | "fix", string>>>> = textTable(["cause", "fix"], {
  validation_failed: ["A header, a path or query parameter, or a field of the body is invalid.", "`details` lists every invalid field. Correct them and send the request again."],
  malformed_request: ["The body is empty, is not JSON in UTF-8, or is nested more than 64 levels deep.", "Use a JSON library to write the body."],
  unauthorized: ["The API key is missing, unknown, expired or revoked.", "Send a valid key in `X-Service-API-Key`. Keys are issued in the dashboard."],
  insufficient_scope: ["The key lacks the scope that the message names.", "Use a key with that scope. A key's scopes are fixed. Issue a new key."],
  project_access_denied: ["The key has no access to the project, or the project does not exist or is archived and accepts no new links.", "Check `projectId` and the projects of the key."],
  quota_exceeded: ["The write would exceed a quota of the organization. `details` names the quota and its usage.", "Ask the operator for more. Daily quotas reset at 00:00 UTC."],
  not_found: ["The key's organization has no such object, or there is nothing at this path.", "Check the id. Links are never deleted."],
  method_not_allowed: ["This path doesn't support this method.", "Use one of the methods in the `Allow` header."],
  idempotency_conflict: ["The `Idempotency-Key` was used with a different body in the last 24 hours.", "Use a new key for each new write, and the same key only to retry the same write."],
  duplicate_identifier: ["The identifier is already in use.", "Choose another identifier, omit it, or use the existing object."],
  duplicate_gtin: ["Another link on this domain has this GTIN.", "Change that link, or remove its GTIN first."],
  domain_required: ["The link has no domain of its organization, which a GTIN needs.", "Give the project a domain, then create the link."],
  duplicate_slug: ["Another link on this domain uses or used this slug.", "Choose another slug. Slugs are never reused."],
  link_inactive: ["The link is switched off.", "Switch it on: `PATCH` it with the `status` `active`."],
  precondition_failed: ["The link has changed since you read the `ETag` in `If-Match`.", "Fetch the link again, reapply your change, send the new `ETag`."],
  payload_too_large: [`The body is larger than ${MAX_BODY_BYTES / 1024 ** 2} MiB.`, "Send less data per request."],
  unsupported_media_type: ["The operation does not accept the body's media type, or the body is compressed.", "Send `Content-Type: application/json` and no `Content-Encoding`."],
  unsupported_retailer_intent: ["This retailer does not support this intent.", "Choose a pair from the table of variants."],
  url_not_allowed: ["A URL points to this service or contains credentials.", "Send the URL of the final destination, without credentials."],
  rate_limited: ["Too many requests with this key or from this client IP.", "Wait for the seconds in `Retry-After`, then send the same request again. Back off if it happens again."],
  internal_error: ["Something went wrong on our side.", "Retry with the same `Idempotency-Key`. If that fails, report the `correlationId`."],
  service_unavailable: ["The service or a dependency is temporarily unavailable.", "Wait for the seconds in `Retry-After`, then retry with the same `Idempotency-Key`."],
});
export const API_ERROR_CODES = Object.keys(ERROR_EXPLANATIONS) as [ApiErrorCode, ...ApiErrorCode[]]; // the keys of a constant with entries
