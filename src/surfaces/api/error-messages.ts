import type { ErrorCode } from "../../ground/core/errors.ts";
import { MAX_BODY_BYTES } from "./json-body.ts";

/** The errors that only the dashboard shows. */
type DashboardErrorCode = "key_inactive" | "last_owner" | "domain_in_use";

/** The errors that the API returns. */
export type ApiErrorCode = Exclude<ErrorCode, DashboardErrorCode>;

interface ErrorExplanation {
  cause: string;
  /** What the caller can do about it. */
  fix: string;
}

/** The cause of every error of the API and what to do about it, for the OpenAPI document and /docs. */
export const ERROR_EXPLANATIONS: Readonly<Record<ApiErrorCode, ErrorExplanation>> = {
  validation_failed: {
    cause: "A header, a path or query parameter, or a field of the body is invalid.",
    fix: "`details` lists every invalid field. Correct them and send the request again.",
  },
  malformed_request: {
    cause: "The body is empty, is not JSON in UTF-8, or is nested more than 64 levels deep.",
    fix: "Use a JSON library to write the body.",
  },
  unauthorized: {
    cause: "The API key is missing, unknown, expired or revoked.",
    fix: "Send a valid key in `X-Service-API-Key`. Keys are issued in the dashboard.",
  },
  insufficient_scope: {
    cause: "The key lacks the scope that the message names.",
    fix: "Use a key with that scope. A key's scopes are fixed. Issue a new key.",
  },
  origin_not_allowed: {
    cause: "A page of another site called `/mcp`: the request has an `Origin` that is not this service.",
    fix: "Call it from a program, which sends no `Origin`.",
  },
  project_access_denied: {
    cause:
      "The key has no access to the project, or the project does not exist or is archived and accepts no new links.",
    fix: "Check `projectId` and the projects of the key.",
  },
  quota_exceeded: {
    cause: "The write would exceed a quota of the organization. `details` names the quota and its usage.",
    fix: "Ask the operator for more. Daily quotas reset at 00:00 UTC.",
  },
  not_found: {
    cause: "The key's organization has no such object, or there is nothing at this path.",
    fix: "Check the id. Links are never deleted.",
  },
  method_not_allowed: {
    cause: "This path doesn't support this method.",
    fix: "Use one of the methods in the `Allow` header.",
  },
  idempotency_conflict: {
    cause: "The `Idempotency-Key` was used with a different body in the last 24 hours.",
    fix: "Use a new key for each new write, and the same key only to retry the same write.",
  },
  duplicate_identifier: {
    cause: "The identifier is already in use.",
    fix: "Choose another identifier, omit it, or use the existing object.",
  },
  duplicate_gtin: {
    cause: "Another link on this domain has this GTIN.",
    fix: "Change that link, or remove its GTIN first.",
  },
  domain_required: {
    cause: "The link has no domain of its organization, which a GTIN and kept addresses need.",
    fix: "Give the project a domain, then create the link.",
  },
  duplicate_slug: {
    cause: "Another link on this domain uses or used this slug, or keeps this address.",
    fix: "Choose another slug. Slugs are never reused. A kept address is free once its link gives it up.",
  },
  link_inactive: {
    cause: "The link is switched off.",
    fix: "Switch it on: `PATCH` it with the `status` `active`.",
  },
  precondition_failed: {
    cause: "The link has changed since you read the `ETag` in `If-Match`.",
    fix: "Fetch the link again, reapply your change, send the new `ETag`.",
  },
  payload_too_large: {
    cause: `The body is larger than ${MAX_BODY_BYTES / 1024 ** 2} MiB.`,
    fix: "Send less data per request.",
  },
  unsupported_media_type: {
    cause: "The operation does not accept the body's media type, or the body is compressed.",
    fix: "Send `Content-Type: application/json` and no `Content-Encoding`.",
  },
  unsupported_retailer_intent: {
    cause: "This retailer does not support this intent.",
    fix: "Choose a pair from the table of variants.",
  },
  url_not_allowed: {
    cause: "A URL points to this service or contains credentials.",
    fix: "Send the URL of the final destination, without credentials.",
  },
  rate_limited: {
    cause: "Too many requests with this key or from this client IP.",
    fix: "Wait for the seconds in `Retry-After`, then send the same request again. Back off if it happens again.",
  },
  internal_error: {
    cause: "Something went wrong on our side.",
    fix: "Retry with the same `Idempotency-Key`. If that fails, report the `correlationId`.",
  },
  service_unavailable: {
    cause: "The service or a dependency is temporarily unavailable.",
    fix: "Wait for the seconds in `Retry-After`, then retry with the same `Idempotency-Key`.",
  },
};

/** Every error code that the API returns. */
export const API_ERROR_CODES = Object.keys(ERROR_EXPLANATIONS) as [ApiErrorCode, ...ApiErrorCode[]]; // the keys of a constant with entries
