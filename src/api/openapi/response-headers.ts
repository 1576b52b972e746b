import { CORRELATION_ID as CORRELATION_ID_NAME } from "../../platform/correlation-id.ts";
import type { Json } from "./openapi-schemas.ts";

/** A header's text. */
export const TEXT: Json = { type: "string", maxLength: 1024 };

/** Seconds to wait before the next attempt. */
export const SECONDS: Json = {
  description: "Seconds to wait before the next attempt.",
  schema: { type: "integer", format: "int32", minimum: 1, maximum: 3600 },
  example: 10,
};

/** The header of every answer but a redirect. */
export const CORRELATION_ID: Json = {
  [CORRELATION_ID_NAME]: {
    description: "That of the request, else a new one.",
    schema: { type: "string", minLength: 8, maxLength: 128 },
    required: true,
  },
};

/** The headers that a statement of an operation can name. */
export const ANSWER_HEADERS: Readonly<Record<"Idempotent-Replayed" | "ETag" | "Location", Json>> = {
  "Idempotent-Replayed": {
    description: "`true` where an earlier request with the same `Idempotency-Key` made this.",
    schema: { type: "string", const: "true" },
  },
  ETag: {
    description: "For `If-None-Match`; that of a link and of its definition also for `If-Match`.",
    schema: TEXT,
    required: true,
  },
  Location: {
    description: "URL in the API of what was created.",
    schema: { type: "string", format: "uri", maxLength: 16_384 },
    required: true,
  },
};

/** The answer to a request whose If-None-Match names what it would get. */
export const NOT_MODIFIED: Json = {
  description: "It is what `If-None-Match` names.",
  headers: { ...CORRELATION_ID, ETag: ANSWER_HEADERS.ETag },
};

/** The entity tag of what may be kept. */
export const KEPT: Json = {
  ...CORRELATION_ID,
  ETag: { description: "For `If-None-Match`.", schema: TEXT, required: true },
  "Cache-Control": { description: "How long it may be kept.", schema: TEXT, required: true },
};
