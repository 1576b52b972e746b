import { ERROR_STATUS } from "../../../ground/platform/error-status.ts";
import { API_ERROR_CODES, type ApiErrorCode, ERROR_EXPLANATIONS } from "../error-messages.ts";
import type { MountedOperation } from "../operation.ts";
import { errorBody } from "../resources.ts";
import type { Json, Schemas } from "./openapi-schemas.ts";
import { CORRELATION_ID, RATE_LIMIT, RETRY_AFTER, TEXT } from "./response-headers.ts";

/** Every error code of an operation, including those for its key, head and body. */
export function errorCodesOf({ scope, body, upload, errors }: MountedOperation): ApiErrorCode[] {
  const codes = new Set<ApiErrorCode>([
    // X-Correlation-ID may be invalid.
    "validation_failed",
    "unauthorized",
    "rate_limited",
    "internal_error",
    "service_unavailable",
    ...(scope ? (["insufficient_scope"] as const) : []),
    ...(body ? (["malformed_request", "payload_too_large", "unsupported_media_type"] as const) : []),
    ...(upload ? (["malformed_request", "payload_too_large"] as const) : []),
    ...errors,
  ]);
  return API_ERROR_CODES.filter((code) => codes.has(code));
}

/** References to the responses with these codes, by ascending status. */
export function errorResponseRefs(codes: readonly ApiErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code]);
  const responses = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    responses.map(([status, each]) => [status, { $ref: `#/components/responses/${responseName(each)}` }]),
  );
}

const responseName = (codes: readonly ApiErrorCode[]): string => codes.map(pascalCase).join("Or");

const pascalCase = (words: string): string =>
  words.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const HEADERS: { readonly [status: number]: Json } = {
  401: {
    "WWW-Authenticate": {
      description: "Names the header for the API key.",
      schema: TEXT,
      required: true,
    },
  },
  405: { Allow: { description: "The methods that the path supports.", schema: TEXT, required: true } },
  429: { "Retry-After": { ...RETRY_AFTER, required: true }, ...RATE_LIMIT },
  503: { "Retry-After": RETRY_AFTER },
};

/** The error responses for `codeLists`: one for each set of codes with the same status. */
export function errorResponses(
  codeLists: readonly (readonly ApiErrorCode[])[],
  { ofResponse }: Schemas,
): Json {
  const responses: Json = {};
  for (const codes of codeLists) {
    for (const [status, each] of Map.groupBy(codes, (code) => ERROR_STATUS[code])) {
      responses[responseName(each)] = {
        description: each
          .map((code) => `\`${code}\`: ${ERROR_EXPLANATIONS[code].cause} ${ERROR_EXPLANATIONS[code].fix}`)
          .join("\n\n"),
        headers: { ...CORRELATION_ID, ...HEADERS[status] },
        content: {
          "application/json": {
            schema: ofResponse(errorBody),
            examples: Object.fromEntries(
              each.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
        "x-error-codes": each,
      };
    }
  }
  return responses;
}

/** An example of each code. */
export const errorExamples = (codes: Iterable<ApiErrorCode>): Json =>
  Object.fromEntries(
    Array.from(new Set(codes), (code) => {
      const { cause } = ERROR_EXPLANATIONS[code];
      const problem = { field: "products[0].quantity", message: "must be at most 999" };
      const details = code === "validation_failed" ? { details: [problem] } : {};
      const correlationId = "5f0c3f1e-7f0a-4f0e-9a53-0f6f8b0c2a11";
      return [code, { summary: code, value: { error: { code, message: cause, correlationId, ...details } } }];
    }),
  );
