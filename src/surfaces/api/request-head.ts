import * as z from "zod";
import { qrIdentifier } from "../../ground/core/resource-parts.ts";
import { text } from "../../ground/core/text.ts";
import { HEADER_VALUE } from "../../ground/platform/correlation-id.ts";
import { includeQuery } from "./include.ts";

const headerValue = () =>
  z
    .string()
    .regex(HEADER_VALUE, "must have 8 to 128 printable ASCII characters")
    .meta({ minLength: 8, maxLength: 128 });

export const correlationId = headerValue();

/** The headers of every request. Hono gives header names in lower case. */
export const readHeaders = z.object({
  "x-correlation-id": correlationId.describe("Returned in the response. Default: a generated id.").optional(),
});
const conditionalReadHeaders = readHeaders.extend({
  "if-none-match": z.string().describe("Returns 304 if the ETag is one of these.").optional(),
});
const writeHeaders = readHeaders.extend({
  "idempotency-key": headerValue()
    .describe("Identifies the write. Send the same key with every retry.")
    .optional(),
});

/** `*`, or entity tags in quotes: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1 */
const ENTITY_TAGS = /^(?:\s*\*\s*|[\s,]*(?:(?:W\/)?"[^"]*"[\s,]*)+)$/;

const conditionalWriteHeaders = writeHeaders.extend({
  "if-match": z
    .string()
    .regex(ENTITY_TAGS, 'must be an ETag as it was sent, in its quotes, such as "3-1b2c3d", or *')
    .describe("Writes only if the link's ETag is one of these.")
    .optional(),
});

/** The spelling of header names in documentation and error details. */
export const HEADER_NAMES: Readonly<Record<string, string>> = {
  "x-correlation-id": "X-Correlation-ID",
  "idempotency-key": "Idempotency-Key",
  "if-match": "If-Match",
  "if-none-match": "If-None-Match",
};

/** The path parameters of a link and everything below it. */
export const linkPath = z.object({ linkId: text(3, 128).describe("Id of the link.") });

const MAX_RESULTS = 100;
const DEFAULT_RESULTS = 25;

/** The query parameter `limit`. */
export const limitParameter = () =>
  z
    .string()
    .regex(/^(?:[1-9][0-9]?|100)$/, `must be a whole number from 1 to ${MAX_RESULTS}`)
    .transform(Number)
    .default(DEFAULT_RESULTS)
    .meta({
      type: "integer",
      minimum: 1,
      maximum: MAX_RESULTS,
      default: DEFAULT_RESULTS,
      description: "Maximum number of results.",
    });

/** The query parameter `cursor`. */
export const cursorParameter = () =>
  z.string().describe("`nextCursor` of the previous page, unchanged.").optional();

const pageQuery = z.strictObject({ limit: limitParameter(), cursor: cursorParameter() });

/** The path parameters of a QR code. */
export const qrCodePath = linkPath.extend({
  identifier: qrIdentifier().describe("Identifier of the QR code."),
});

const retailerQuery = z.strictObject({
  provider: z
    .literal("delivery_app")
    .default("delivery_app")
    .describe("The provider whose stores to search."),
  q: text(1, 120).describe("Part of a name, slug or retailer id, case-insensitive.").optional(),
  limit: limitParameter(),
});

// The heads of operations: headers, path and query, under Hono's names for these parts.

const projectPath = z.object({ projectId: text(1, 128).describe("Id of the project.") });

export const pageHead = z.object({ header: readHeaders, query: pageQuery });
export const projectHead = z.object({ header: conditionalReadHeaders, param: projectPath });
/** For a project's logo. */
export const projectUploadHead = z.object({ header: readHeaders, param: projectPath });
export const projectWriteHead = z.object({ header: writeHeaders, param: projectPath });
export const exportHead = z.object({
  header: readHeaders,
  param: z.object({ exportId: text(3, 64).describe("Id of the export.") }),
});
export const keyHead = z.object({ header: conditionalReadHeaders });
/** For writes without a path parameter. */
export const writeHead = z.object({ header: writeHeaders });
export const createLinkHead = z.object({ header: writeHeaders, query: includeQuery });
/** For a preview, which accepts no Idempotency-Key. */
export const previewHead = z.object({ header: readHeaders });
export const linkHead = z.object({ header: conditionalReadHeaders, param: linkPath, query: includeQuery });
export const linkPartHead = z.object({ header: conditionalReadHeaders, param: linkPath });
export const createQrCodeHead = z.object({ header: writeHeaders, param: linkPath, query: includeQuery });
/** For searching retailers. */
export const findRetailersHead = z.object({ header: readHeaders, query: retailerQuery });
export const linkChangeHead = z.object({
  header: conditionalWriteHeaders,
  param: linkPath,
  query: includeQuery,
});
export const linkPageHead = z.object({ header: readHeaders, param: linkPath, query: pageQuery });
export const qrCodePageHead = z.object({
  header: readHeaders,
  param: linkPath,
  query: pageQuery.extend(includeQuery.shape),
});
export const qrCodeHead = z.object({
  header: conditionalReadHeaders,
  param: qrCodePath,
  query: includeQuery,
});
export const qrCodeWriteHead = z.object({ header: writeHeaders, param: qrCodePath, query: includeQuery });
