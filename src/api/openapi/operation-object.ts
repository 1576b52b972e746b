import type { Origins } from "../../core/origins.ts";
import type { MountedOperation } from "../operation.ts";
import type { CsvDescription, OperationExample, UploadDescription } from "../operation-description.ts";
import { errorAnswers, errorCodesOf } from "./error-responses.ts";
import type { Json, Schemas } from "./openapi-schemas.ts";
import { ANSWER_HEADERS, CORRELATION_ID, NOT_MODIFIED, TEXT } from "./response-headers.ts";

/** The scopes that a key needs for an operation, the retailer's as `retailers:<retailer>`. */
export const scopesOf = ({ scope, needsRetailerScope }: MountedOperation): string[] => [
  ...(scope ? [scope] : []),
  ...(needsRetailerScope ? ["retailers:<retailer>"] : []),
];

/** An operation as OpenAPI writes it. */
export function operationObject(operation: MountedOperation, schemas: Schemas, origins: Origins): Json {
  const { id, method, tag, summary, description, head, body, upload, answer, examples, weight } = operation;
  const [simplest] = examples;
  const scopes = scopesOf(operation);
  const answerExamples = namedExamples(examples, (example) => example.answer(origins));
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
    ...(upload && { requestBody: uploadBody(upload, examples) }),
    responses: {
      [answer.status]: {
        description: answer.description,
        headers: {
          ...CORRELATION_ID,
          ...Object.fromEntries((answer.headers ?? []).map((name) => [name, ANSWER_HEADERS[name]])),
        },
        content: {
          "application/json": { schema: schemas.ofResponse(answer.schema), examples: answerExamples },
          ...(answer.csv && { "text/csv": csvContent(answer.csv) }),
        },
      },
      ...(method === "GET" && answer.headers?.includes("ETag") && { 304: NOT_MODIFIED }),
      ...errorAnswers(errorCodesOf(operation)),
    },
  };
}

/** A file as a body, in any of its media types. Only those that are text have an example. */
const uploadBody = (
  { description, mediaTypes, most }: UploadDescription,
  examples: readonly OperationExample[],
): Json => ({
  required: true,
  description,
  content: Object.fromEntries(
    mediaTypes.map((type) => [
      type,
      {
        schema: { ...TEXT, maxLength: most, contentMediaType: type, description },
        examples: namedExamples(examples, ({ upload }) =>
          upload?.mediaType === type ? upload.text : undefined,
        ),
      },
    ]),
  ),
});

const scopeSentence = (scopes: readonly string[]): string =>
  scopes.length === 0
    ? "Any valid key may call it."
    : `Needs the scope${scopes.length > 1 ? "s" : ""} ${scopes.map((scope) => `\`${scope}\``).join(" and ")}.`;

const weightSentence = (weight = 1): string =>
  weight === 1 ? "" : `Counts as ${weight} requests for the rate limit.`;

const csvContent = ({ description, example }: CsvDescription): Json => ({
  schema: { ...TEXT, maxLength: 1_000_000, description },
  examples: { csv: { summary: "A line for each day", value: example } },
});

/** The parts of the examples that are there, under names made of what they show. */
function namedExamples(examples: readonly OperationExample[], part: (example: OperationExample) => unknown) {
  const entries = examples.flatMap((example) => {
    const value = part(example);
    const name = example.summary.replaceAll(/[^A-Za-z]+/g, "-").toLowerCase();
    return value === undefined ? [] : [[name, { summary: example.summary, value }] as const];
  });
  return Object.fromEntries(entries);
}

/** A parameter with its value in the simplest example, where that has one. */
function withExample(parameter: Json, { path, query, headers }: OperationExample): Json {
  const values: Json = { ...path, ...query, ...headers };
  const example = values[String(parameter.name)];
  if (example === undefined) return parameter;
  const { type } = parameter.schema as Json; // parametersOf gives every parameter a schema
  return { ...parameter, example: type === "integer" ? Number(example) : example };
}
