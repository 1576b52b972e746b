import * as z from "zod";
import { qrIdentifier } from "../core/qr-identifier.ts";
import { text } from "../core/text.ts";
import { HEADER_VALUE } from "../platform/header-value.ts";

/** Headers, path and query of requests. */

const headerValue = () => z.string().regex(HEADER_VALUE, "must have 8 to 128 printable ASCII characters");

export const correlationId = headerValue();

/** Header names in lower case, as a request gives them. */
export const readHeaders = z.object({
  "x-correlation-id": correlationId.describe("Echoed in the answer; made up where it is absent.").optional(),
});
const writeHeaders = readHeaders.extend({
  "idempotency-key": headerValue().describe("The same for every retry of one operation.").optional(),
});

const conditionalWriteHeaders = writeHeaders.extend({
  "if-match": z.string().describe("Writes only while the ETag of the link is one of these.").optional(),
});

/** How the API spells its header names. */
export const HEADER_NAMES: Readonly<Record<string, string>> = {
  "x-correlation-id": "X-Correlation-ID",
  "idempotency-key": "Idempotency-Key",
  "if-match": "If-Match",
};

export const linkPath = z.object({ linkId: text(3, 128).describe("Id of the link.") });

const MAX_RESULTS = 100;
export const DEFAULT_RESULTS = 25;

/** How many results a page has at most. */
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
      description: "Most results to give.",
    });

/** Where a page begins. */
export const cursorParameter = () =>
  z.string().describe("`nextCursor` of the page before, unchanged.").optional();

const pageQuery = z.strictObject({ limit: limitParameter(), cursor: cursorParameter() });

const qrCodePath = linkPath.extend({ identifier: qrIdentifier().describe("Identifier of the QR code.") });

const retailerQuery = z.strictObject({
  provider: z.literal("delivery_app").default("delivery_app"),
  q: text(1, 120).describe("Searched for in name, slug and retailer id, whatever its case.").optional(),
  limit: limitParameter(),
});

/** What operations take besides their bodies, by the names that Hono has for the parts. */
export const writeHead = z.object({ header: writeHeaders });
export const linkHead = z.object({ header: readHeaders, param: linkPath });
export const linkWriteHead = z.object({ header: writeHeaders, param: linkPath });
export const findRetailersHead = z.object({ header: readHeaders, query: retailerQuery });
export const linkChangeHead = z.object({ header: conditionalWriteHeaders, param: linkPath });
export const linkPageHead = z.object({ header: readHeaders, param: linkPath, query: pageQuery });
export const qrCodeHead = z.object({ header: readHeaders, param: qrCodePath });
export const qrCodeWriteHead = z.object({ header: writeHeaders, param: qrCodePath });
