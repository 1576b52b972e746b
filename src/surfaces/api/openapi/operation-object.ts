import type { Origins } from "../../../ground/core/origins.ts";
import type { MountedOperation } from "../operation.ts";
import type { CsvDescription, OperationExample, UploadDescription } from "../operation-description.ts";
import { errorCodesOf, errorResponseRefs } from "./error-responses.ts";
import type { Json, Schemas } from "./openapi-schemas.ts";
import { CORRELATION_ID, NOT_MODIFIED, RATE_LIMIT, RESPONSE_HEADERS, TEXT } from "./response-headers.ts";

/** The scopes that an operation requires; `retailers:<retailer>` is that of the link's retailer. */
export const scopesOf = ({ scope, needsRetailerScope }: MountedOperation): string[] => [
  ...(scope ? [scope] : []),
  ...(needsRetailerScope ? ["retailers:<retailer>"] : []),
];

/** The OpenAPI object of an operation. */
export function operationObject(operation: MountedOperation, schemas: Schemas, origins: Origins): Json {
  const { id, method, tag, summary, description, head, body, upload, response, examples, weight } = operation;
  const [simplest] = examples;
  const scopes = scopesOf(operation);
  const responseExamples = namedExamples(examples, (example) => example.response(origins));
  const bodyExamples = namedExamples(examples, (example) => example.body);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, scopeSentence(scopes), weightSentence(weight)].filter(Boolean).join(" "),
    ...(scopes.length > 0 && { "x-scopes": scopes }),
    parameters: schemas.parametersOf(head).map((parameter) => withExample(parameter, simplest)),
    ...(body && {
      requestBody: {
        required: true,
        description: "The body.",
        content: Object.fromEntries(
          (body.mediaTypes ?? ["application/json"]).map((type) => [
            type,
            { schema: schemas.ofRequest(body.schema), examples: bodyExamples },
          ]),
        ),
      },
    }),
    ...(upload && { requestBody: uploadBody(upload) }),
    responses: {
      [response.status]: {
        description: response.description,
        headers: {
          ...CORRELATION_ID,
          ...RATE_LIMIT,
          ...Object.fromEntries((response.headers ?? []).map((name) => [name, RESPONSE_HEADERS[name]])),
        },
        content: {
          "application/json": { schema: schemas.ofResponse(response.schema), examples: responseExamples },
          ...(response.csv && { "text/csv": csvContent(response.csv) }),
        },
      },
      ...(method === "GET" && response.headers?.includes("ETag") && { 304: NOT_MODIFIED }),
      ...errorResponseRefs(errorCodesOf(operation)),
    },
  };
}

/** The OpenAPI request body of an upload, without examples: JSON can't contain bytes. */
const uploadBody = ({ description, mediaTypes, maxBytes }: UploadDescription): Json => ({
  required: true,
  description,
  content: Object.fromEntries(
    mediaTypes.map((type) => [
      type,
      { schema: { ...TEXT, maxLength: maxBytes, contentMediaType: type, description } },
    ]),
  ),
});

const scopeSentence = (scopes: readonly string[]): string =>
  scopes.length === 0
    ? "Any valid key may call this operation."
    : `Requires the scope${scopes.length > 1 ? "s" : ""} ${scopes.map((scope) => `\`${scope}\``).join(" and ")}.`;

const weightSentence = (weight = 1): string =>
  weight === 1 ? "" : `Counts as ${weight} requests in the rate limit.`;

const csvContent = ({ description, example }: CsvDescription): Json => ({
  schema: { ...TEXT, maxLength: 1_000_000, description },
  examples: { csv: { summary: "A line for each day", value: example } },
});

/** The examples that have this part, under names made of their summaries. */
function namedExamples(examples: readonly OperationExample[], part: (example: OperationExample) => unknown) {
  const entries = examples.flatMap((example) => {
    const value = part(example);
    const name = example.summary.replaceAll(/[^A-Za-z]+/g, "-").toLowerCase();
    return value === undefined ? [] : [[name, { summary: example.summary, value }] as const];
  });
  return Object.fromEntries(entries);
}

/** A parameter with its value in the simplest example, if any. */
function withExample(parameter: Json, { path, query, headers }: OperationExample): Json {
  const values: Json = { ...path, ...query, ...headers };
  const example = values[String(parameter.name)];
  if (example === undefined) return parameter;
  const { type } = parameter.schema as Json; // parametersOf gives every parameter a schema
  return { ...parameter, example: type === "integer" ? Number(example) : example };
}
