import type { ErrorCode } from "../core/errors.ts";
import { MAX_BODY_BYTES } from "./json-body.ts";

/** The errors that only the dashboard shows. */
type DashboardErrorCode = "key_inactive" | "last_owner" | "domain_in_use";

/** The errors that the API answers. */
export type ApiErrorCode = Exclude<ErrorCode, DashboardErrorCode>;

/** What an error means for who gets it. */
interface ErrorWords {
  cause: string;
  cure: string;
}

/** Every error that the API answers: its cause, and what to do about it. The contract and the documents show both. */
export const ERROR_WORDS: Readonly<Record<ApiErrorCode, ErrorWords>> = {
  validation_failed: {
    cause: "A header, a path or query value, or a field of the body breaks its rules.",
    cure: "`details` names each field and what is wrong with it: correct them all, and send the request again.",
  },
  malformed_request: {
    cause: "The body is empty, is not JSON in UTF-8, or is nested deeper than 64 levels.",
    cure: "Have a JSON library write the body.",
  },
  unauthorized: {
    cause: "The API key is missing, not known, expired or revoked.",
    cure: "Send a valid key in `X-Service-API-Key`. Keys are issued in the dashboard.",
  },
  insufficient_scope: {
    cause: "The key lacks the scope that the message names.",
    cure: "Use a key with this scope. The scopes of a key can't be changed: issue another one.",
  },
  project_access_denied: {
    cause:
      "The key does not reach the project, there is no such project, or it is archived and takes no new links.",
    cure: "Check `projectId`, and which projects the key reaches.",
  },
  quota_exceeded: {
    cause:
      "The write needs more than a quota of the organization has left. `details` name the quota and what is used.",
    cure: "Ask whoever operates the service for more. What counts by the day is free again on the next one (UTC).",
  },
  not_found: {
    cause: "There is no such link or QR code in the organization of the key, or nothing at this path.",
    cure: "Check the id. Links are never deleted: one that was there is there.",
  },
  method_not_allowed: {
    cause: "The path does not take this method.",
    cure: "Use one of the methods in the header `Allow`.",
  },
  idempotency_conflict: {
    cause: "The `Idempotency-Key` was used for another body in the last 24 hours.",
    cure: "Use a new key for each new write, and the same key for retries of the same write only.",
  },
  duplicate_identifier: {
    cause: "The link has a QR code with this identifier already.",
    cure: "Choose another identifier, leave it out, or use the code that is there.",
  },
  duplicate_slug: {
    cause: "The slug that the message names is, or was, that of another link on the same domain.",
    cure: "Choose another slug: one that was given is never given again, because it may be printed.",
  },
  link_inactive: {
    cause: "The link is switched off.",
    cure: "Switch it on with `PATCH` and `status` `active`.",
  },
  precondition_failed: {
    cause: "The link was changed since the `ETag` in `If-Match` was read.",
    cure: "Read the link again, apply your change to what it is now, and send it with the new `ETag`.",
  },
  payload_too_large: {
    cause: `The body is larger than ${MAX_BODY_BYTES / 1024 ** 2} MiB.`,
    cure: "Send less at a time.",
  },
  unsupported_media_type: {
    cause: "The body is not of a media type that the operation takes, or is compressed.",
    cure: "Send `Content-Type: application/json`, and no `Content-Encoding`.",
  },
  unsupported_retailer_intent: {
    cause: "There are no links for this retailer with this intent.",
    cure: "Choose a pair from the table of variants.",
  },
  url_not_allowed: {
    cause: "A URL leads to this service itself, or holds a user name or password.",
    cure: "Send the address that shoppers should end at, without credentials.",
  },
  rate_limited: {
    cause: "Too many requests came with this key, or from this address, in a short time.",
    cure: "Wait as many seconds as `Retry-After` says, then send the same request again. Wait longer each time.",
  },
  internal_error: {
    cause: "Something went wrong on our side.",
    cure: "Send the request again with the same `Idempotency-Key`; report the `correlationId` if it stays.",
  },
  service_unavailable: {
    cause: "The service, or something it stands on, can't be reached at the moment.",
    cure: "Wait as many seconds as `Retry-After` says, then send the request again with the same `Idempotency-Key`.",
  },
};

/** Every error code that the API answers. */
export const API_ERROR_CODES = Object.keys(ERROR_WORDS) as [ApiErrorCode, ...ApiErrorCode[]]; // the keys of a constant with entries
