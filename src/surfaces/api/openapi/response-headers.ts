import { CORRELATION_ID as CORRELATION_ID_NAME } from "../../../ground/platform/correlation-id.ts";
import { RATE_LIMIT_POLICY } from "../../../ground/platform/rate-limit.ts";
import type { Json } from "./openapi-schemas.ts";

/** The schema of a text header. */
export const TEXT: Json = { type: "string", maxLength: 1024 };

export const RETRY_AFTER: Json = {
  description: "Seconds to wait before the next attempt.",
  schema: { type: "integer", format: "int32", minimum: 1, maximum: 3600 },
  example: 10,
};

/** The header of every response except redirects. */
export const CORRELATION_ID: Json = {
  [CORRELATION_ID_NAME]: {
    description: "The correlation id of the request, or a new one.",
    schema: { type: "string", minLength: 8, maxLength: 128 },
    required: true,
  },
};

/** A header of every response to a key. */
export const RATE_LIMIT: Json = {
  [RATE_LIMIT_POLICY.name]: {
    description: "The rate limit of the key: `q` requests in `w` seconds.",
    schema: TEXT,
    example: RATE_LIMIT_POLICY.value,
  },
};

/** The response headers that an operation can declare. */
export const RESPONSE_HEADERS: Readonly<Record<"Idempotent-Replayed" | "ETag" | "Location", Json>> = {
  "Idempotent-Replayed": {
    description: "`true` if an earlier request with the same `Idempotency-Key` created this response.",
    schema: { type: "string", const: "true" },
  },
  ETag: {
    description: "For `If-None-Match`; for a link and its definition also for `If-Match`.",
    schema: TEXT,
    required: true,
  },
  Location: {
    description: "API URL of the created object.",
    schema: { type: "string", format: "uri", maxLength: 16_384 },
    required: true,
  },
};

export const NOT_MODIFIED: Json = {
  description: "Not modified since the `ETag` in `If-None-Match`.",
  headers: { ...CORRELATION_ID, ETag: RESPONSE_HEADERS.ETag },
};

/** The headers of cacheable responses. */
export const CACHE_HEADERS: Json = {
  ...CORRELATION_ID,
  ETag: { description: "For `If-None-Match`.", schema: TEXT, required: true },
  "Cache-Control": { description: "How long the response may be cached.", schema: TEXT, required: true },
};
