import type { Origins } from "../../../ground/core/origins.ts";
import { CORRELATION_ID } from "../../../ground/platform/correlation-id.ts";
import { ERROR_STATUS } from "../../../ground/platform/error-status.ts";
import { type ApiErrorCode, ERROR_EXPLANATIONS } from "../error-messages.ts";
import { errorCodesOf } from "../openapi/error-responses.ts";
import type { Json } from "../openapi/openapi-schemas.ts";
import { scopesOf } from "../openapi/operation-object.ts";
import type { MountedOperation } from "../operation.ts";
import type { OperationExample } from "../operation-description.ts";
import { OPERATIONS } from "../operations.ts";
import type { Block, Section, TriedRequest } from "./blocks.ts";
import { clientCall } from "./client-samples.ts";
import { samplesOf } from "./code-samples.ts";
import {
  fieldsOf,
  nameOf,
  optionsOf,
  type Parameter,
  parameterField,
  type Schema,
  type Schemas,
} from "./contract-fields.ts";

/** The parts of the OpenAPI document that the documentation reads. */
export interface Contract {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Schemas };
}

/** For each body schema, the operation whose section lists its fields. */
export type BodyPlaces = Map<string, string>;

/** The section of an operation that requires an API key. */
export function operationSection(
  operation: MountedOperation,
  contract: Contract,
  origins: Origins,
  bodyPlaces: BodyPlaces,
): Section {
  const { id, method, path, summary, examples } = operation;
  const stated = contract.paths[path]?.[method.toLowerCase()] ?? {};
  const [first] = examples;
  return {
    id,
    title: summary,
    summary: operation.description,
    operation: { method, path, scopes: scopesOf(operation) },
    blocks: [
      String(stated.description),
      ...parameterBlocks(stated),
      ...bodyBlocks(operation, stated, contract.components.schemas, bodyPlaces),
      ...uploadBlocks(operation),
      responseBlock(operation, stated, contract.components.schemas),
      ...(SAVED[id] ? [`Save \`${SAVED[id][0]}\` as \`${SAVED[id][1]}\` for the samples.`] : []),
      ...csvBlocks(operation),
      errorTable(errorCodesOf(operation)),
      ...examples.map((example) => sampleBlock(operation, example, origins)),
      {
        kind: "code",
        title: `Response ${operation.response.status}`,
        language: "json",
        text: JSON.stringify(first.response(origins), null, 2),
      },
    ],
  };
}

/** What readers save of a response, and the environment variable for it. */
const SAVED: Readonly<Record<string, [part: string, variable: string]>> = {
  createLink: ["data.id", "LINK_ID"],
  createExport: ["data.id", "EXPORT_ID"],
  createWebhook: ["data.id", "WEBHOOK_ID"],
  listEvents: ["data[0].id", "EVENT_ID"],
};

function parameterBlocks(stated: Json): Block[] {
  const parameters = (stated.parameters ?? []) as Parameter[]; // as parametersOf writes them
  // The guide on errors describes the correlation id for all operations.
  const own = parameters.filter(({ name }) => name !== CORRELATION_ID);
  const of = (place: string) =>
    own.filter((each) => each.in === place).map((parameter) => parameterField(parameter, {}));
  const groups = { "Path parameters": of("path"), "Query parameters": of("query"), Headers: of("header") };
  return Object.entries(groups).flatMap(([title, each]): Block[] =>
    each.length === 0 ? [] : [{ kind: "fields", title, fields: each }],
  );
}

function bodyBlocks(
  { id, body }: MountedOperation,
  stated: Json,
  schemas: Schemas,
  bodyPlaces: BodyPlaces,
): Block[] {
  if (!body) return [];
  const { content } = stated.requestBody as { content: Record<string, { schema: Schema }> }; // as operationObject writes it
  const [schema = {}] = Object.values(content).map((each) => each.schema);
  const name = schema.$ref === undefined ? id : nameOf(schema.$ref);
  const place = bodyPlaces.get(name);
  if (place !== undefined) return [`**Body:** the same as for [${titleOf(place)}](#${place}).`];
  bodyPlaces.set(name, id);
  const options = optionsOf(schema, schemas);
  const variants = options.length > 1 ? " The fields of a link depend on [its variant](#variants)." : "";
  const types = Object.keys(content).map((type) => `\`${type}\``);
  return [
    { kind: "fields", title: "Body", fields: fieldsOf(options, schemas) },
    `The body is ${types.join(" or ")}.${variants}`,
  ];
}

const uploadBlocks = ({ upload }: MountedOperation): Block[] =>
  upload
    ? [
        `**Body:** ${upload.description} ${upload.mediaTypes.map((type) => `\`${type}\``).join(", ")}, at most ${upload.maxBytes / 1024} KiB.`,
      ]
    : [];

const titleOf = (operationId: string): string =>
  OPERATIONS.find(({ id }) => id === operationId)?.summary ?? operationId;

function responseBlock({ response }: MountedOperation, stated: Json, schemas: Schemas): Block {
  const responses = stated.responses as Record<string, { content: Record<string, { schema: Schema }> }>; // as operationObject writes it
  const schema = responses[response.status]?.content["application/json"]?.schema ?? {};
  const fields = fieldsOf([schema], schemas);
  const headers = (response.headers ?? []).map((name) => `\`${name}\``).join(", ");
  const title = `Response ${response.status}: ${response.description}`;
  return {
    kind: "fields",
    title: headers === "" ? title : `${title} Headers: ${headers}.`,
    fields,
  };
}

const csvBlocks = ({ response: { csv } }: MountedOperation): Block[] =>
  csv
    ? [
        `With \`Accept: text/csv\`: ${csv.description}`,
        { kind: "code", title: "CSV", language: "csv", text: csv.example.trimEnd() },
      ]
    : [];

export function sampleBlock(
  operation: MountedOperation,
  example: OperationExample,
  origins: Origins,
): Extract<Block, { kind: "samples" }> {
  const { id, method } = operation;
  const shown = withVariables(example);
  const { headers = {}, body, upload } = shown;
  const path = samplePath(operation.path, shown);
  const request = { method, origin: origins.api, path, headers, body, upload };
  const samples = samplesOf(request, clientCall(id, shown));
  // The page can only send JSON.
  if (upload) return { kind: "samples", title: example.summary, samples };
  const tried = { method, path, headers, body: body ? JSON.stringify(body, null, 2) : null };
  return { kind: "samples", title: example.summary, samples, request: { ...tried, ...previewOf(id, body) } };
}

/** An example with environment variables for ids that the service makes: `$LINK_ID` for `linkId`. */
function withVariables({ path = {}, body, ...example }: OperationExample): OperationExample {
  const filled = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, VARIABLES.test(name) ? variableOf(name) : value]),
    );
  return {
    ...example,
    // Values of a path are strings, and stay strings.
    path: filled(path) as Record<string, string>,
    ...(body && { body: filled(body) }),
  };
}

const VARIABLES = /^(?:link|webhook|export|event)Id$/;
const variableOf = (name: string): string => `$${name.replace("Id", "_ID").toUpperCase()}`;

/** Path and query of an example. */
function samplePath(path: string, { path: values = {}, query = {} }: OperationExample): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const parameters = new URLSearchParams(query).toString();
  return parameters === "" ? filled : `${filled}?${parameters}`;
}

/** Creating a link offers a preview first, because printed codes can't be recalled. */
function previewOf(id: string, body: unknown): Pick<TriedRequest, "preview"> {
  if (id === "createLink") return { preview: { path: "/v1/links/preview", body: JSON.stringify(body) } };
  return {};
}

/** The table of errors by status, with the code as the id of its row: responses link to it. */
export function errorTable(codes: readonly ApiErrorCode[]): Block {
  const ids = codes.toSorted((one, other) => ERROR_STATUS[one] - ERROR_STATUS[other]);
  const rows = ids.map((code) => {
    const { cause, fix } = ERROR_EXPLANATIONS[code];
    return [`${ERROR_STATUS[code]} \`${code}\``, cause, fix];
  });
  return { kind: "table", head: ["Error", "Cause", "What to do"], rows, ids };
}
