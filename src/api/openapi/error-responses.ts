import { ERROR_STATUS } from "../../platform/error-status.ts";
import { API_ERROR_CODES, type ApiErrorCode, ERROR_WORDS } from "../error-messages.ts";
import type { MountedOperation } from "../operation.ts";
import { errorBody } from "../resources.ts";
import type { Json, Schemas } from "./openapi-schemas.ts";
import { CORRELATION_ID, SECONDS, TEXT } from "./response-headers.ts";

/** Every code that an operation may answer, those of its key, head, body and dependencies included. */
export function errorCodesOf({ scope, body, upload, errors }: MountedOperation): ApiErrorCode[] {
  const codes = new Set<ApiErrorCode>([
    // Every operation reads X-Correlation-ID, which may be malformed.
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

/** References to the answers with these codes, by status, in ascending order. */
export function errorAnswers(codes: readonly ApiErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code]);
  const answers = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    answers.map(([status, each]) => [status, { $ref: `#/components/responses/${answerName(each)}` }]),
  );
}

const answerName = (codes: readonly ApiErrorCode[]): string => codes.map(pascalCase).join("Or");

const pascalCase = (words: string): string =>
  words.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const HEADERS: { readonly [status: number]: Json } = {
  401: {
    "WWW-Authenticate": {
      description: "Names the header that carries the key.",
      schema: TEXT,
      required: true,
    },
  },
  405: { Allow: { description: "The methods that the path takes.", schema: TEXT, required: true } },
  429: { "Retry-After": { ...SECONDS, required: true } },
  503: { "Retry-After": SECONDS },
};

/** The answers with errors that `codeLists` lead to: one for each set of codes with one status. */
export function errorResponses(
  codeLists: readonly (readonly ApiErrorCode[])[],
  { ofResponse }: Schemas,
): Json {
  const responses: Json = {};
  for (const codes of codeLists) {
    for (const [status, each] of Map.groupBy(codes, (code) => ERROR_STATUS[code])) {
      responses[answerName(each)] = {
        description: each
          .map((code) => `\`${code}\`: ${ERROR_WORDS[code].cause} ${ERROR_WORDS[code].cure}`)
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

/** An example of each of the codes. */
export const errorExamples = (codes: Iterable<ApiErrorCode>): Json =>
  Object.fromEntries(
    Array.from(new Set(codes), (code) => {
      const { cause } = ERROR_WORDS[code];
      const problem = { field: "products[0].quantity", message: "must be at most 999" };
      const details = code === "validation_failed" ? { details: [problem] } : {};
      const correlationId = "5f0c3f1e-7f0a-4f0e-9a53-0f6f8b0c2a11";
      return [code, { summary: code, value: { error: { code, message: cause, correlationId, ...details } } }];
    }),
  );
