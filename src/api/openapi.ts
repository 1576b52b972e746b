import * as z from "zod";
import type { ErrorCode } from "../core/errors.ts";
import { SERVICE_NAME } from "../core/vocabulary.ts";
import { ERROR_STATUS } from "../platform/error-status.ts";
import { formatOf, type IMAGE_FORMATS } from "../qr-codes/image-formats.ts";
import { IMAGE_OPTIONS } from "../qr-codes/image-options.ts";
import { type Components, type Json, newComponents } from "./openapi-components.ts";
import type { MountedOperation } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";
import { errorBody, healthStatus } from "./resources.ts";

const DESCRIPTION = `Creates shoppable short links and QR codes for retailer, campaign and commerce workflows.

Writes take an \`Idempotency-Key\`: the same key with the same body gives the first answer again for 24 hours,
marked \`Idempotent-Replayed: true\`; with another body it is refused. Every answer carries \`X-Correlation-ID\`.`;

/** The meaning of each error status. */
const MEANINGS = {
  400: "Body, path, query or header is malformed.",
  401: "API key missing or invalid.",
  403: "Key valid but without access to the project or scope.",
  404: "There is no such link or QR code, or none in the organization of the key.",
  409: "Idempotency conflict, duplicate identifier, or conflicting resource state.",
  412: "If-Match does not fit.",
  413: "The body is larger than 4 MiB.",
  415: "The body is not application/json.",
  422: "Syntactically valid but violates business rules or retailer capabilities.",
  429: "Rate limit exceeded.",
  500: "Unexpected server error.",
  503: "Temporarily unavailable; try again.",
} as const;
type ErrorStatus = keyof typeof MEANINGS;

const text: Json = { type: "string" };
const seconds: Json = { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } };
const CORRELATION_ID = {
  "X-Correlation-ID": { description: "That of the request, else a new one.", schema: text, required: true },
};
const ANSWER_HEADERS = {
  "Idempotent-Replayed": {
    description: "`true` where an earlier request made this.",
    schema: { const: "true" },
  },
  ETag: { description: "For If-Match.", schema: text, required: true },
  Location: {
    description: "API URL of the link.",
    schema: { ...text, format: "uri" },
    required: true,
  },
};
const IMAGE_HEADERS = {
  ...CORRELATION_ID,
  ETag: { description: "For If-None-Match.", schema: text, required: true },
};
const ERROR_HEADERS: { [status in ErrorStatus]?: Json } = {
  401: { "WWW-Authenticate": { schema: text, required: true } },
  429: { "Retry-After": seconds },
  503: { "Retry-After": seconds },
};

const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });

const answerObject = (description: string, schema: Json, headers: Json = {}): Json => ({
  description,
  headers: { ...CORRELATION_ID, ...headers },
  ...json(schema),
});

/** The answer with CSV as a second media type if `lines`, the description of the CSV lines, is given. */
const withCsv = ({ content, ...answer }: Json, lines: string | undefined): Json => ({
  ...answer,
  content: {
    ...(content as Json), // of answerObject
    ...(lines !== undefined && { "text/csv": { schema: { ...text, description: lines } } }),
  },
});

/** The statuses of all errors of an operation, in ascending order. */
function errorStatuses({ scope, body, errors }: MountedOperation): ErrorStatus[] {
  const codes: ErrorCode[] = [
    // Every operation reads X-Correlation-ID, which may be malformed.
    "validation_failed",
    "unauthorized",
    "rate_limited",
    "internal_error",
    "service_unavailable",
    ...(scope ? (["insufficient_scope"] as const) : []),
    ...(body ? (["malformed_request", "payload_too_large", "unsupported_media_type"] as const) : []),
    ...errors,
  ];
  return [...new Set(codes.map((code) => ERROR_STATUS[code]))]
    .filter((status) => status !== 405)
    .sort((a, b) => a - b);
}

/** The same schema for each media type that the body may have. */
const bodyContent = (
  { mediaTypes = ["application/json"] }: NonNullable<MountedOperation["body"]>,
  schema: Json,
) => ({
  content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])),
});

function operationObject(operation: MountedOperation, { schemaOf, parametersOf }: Components): Json {
  const { id, tag, summary, description, head, body, answer } = operation;
  const headers = Object.fromEntries((answer.headers ?? []).map((name) => [name, ANSWER_HEADERS[name]]));
  const errors = errorStatuses(operation).map((status) => [
    status,
    { $ref: `#/components/responses/Error${status}` },
  ]);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters: parametersOf(head),
    ...(body && { requestBody: { required: true, ...bodyContent(body, schemaOf(body.schema)) } }),
    responses: {
      [answer.status]: withCsv(
        answerObject(answer.description, schemaOf(answer.schema), headers),
        answer.csv,
      ),
      ...Object.fromEntries(errors),
    },
  };
}

function paths(components: Components): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation, components) };
  }
  return { ...paths, ...imagePaths(components), ...probePaths(components) };
}

const imagePath = z.object({ qrCodeId: z.string().describe("Id of the QR code.") });

/** The images of a QR code, which need no key: one path for each format, as each has bounds of its own. */
function imagePaths({ parametersOf }: Components): Json {
  const entries = Object.entries(IMAGE_OPTIONS).map(([format, query]) => {
    const { mediaType } = formatOf(format as keyof typeof IMAGE_FORMATS); // a key of IMAGE_OPTIONS
    const errors = ([400, 404, 429, 500, 503] as const).map((status) => [
      status,
      { $ref: `#/components/responses/Error${status}` },
    ]);
    const get = {
      operationId: `getQrCodeAs${format.charAt(0).toUpperCase()}${format.slice(1)}`,
      tags: ["QR codes"],
      summary: `The image of a QR code as ${format.toUpperCase()}`,
      description:
        "Public, and never changes. Dark modules have to stand out from a lighter background. Parameters other than these are ignored.",
      security: [],
      parameters: parametersOf(z.object({ param: imagePath, query })),
      responses: {
        200: {
          description: "The image.",
          headers: IMAGE_HEADERS,
          content: { [mediaType]: { schema: text } },
        },
        304: { description: "The image is the one that If-None-Match names.", headers: IMAGE_HEADERS },
        ...Object.fromEntries(errors),
      },
    };
    return [`/qr/{qrCodeId}.${format}`, { get }];
  });
  return Object.fromEntries(entries);
}

function probePaths({ schemaOf }: Components): Json {
  const health = schemaOf(healthStatus);
  const probe = (operationId: string, summary: string, responses: Json): Json => ({
    get: { operationId, tags: ["Probes"], summary, security: [], responses },
  });
  return {
    "/health": probe("health", "Whether the service runs", { 200: answerObject("It runs.", health) }),
    "/ready": probe("ready", "Whether the service can accept traffic", {
      200: answerObject("It can.", health),
      503: answerObject(
        "It can't: its database does not answer (`unavailable`), or its configuration is wrong (`misconfigured`).",
        health,
        { "Retry-After": seconds },
      ),
    }),
  };
}

/** An error response for each status, with its error codes. */
function errorResponses({ schemaOf }: Components): Json {
  return Object.fromEntries(
    Object.entries(MEANINGS).map(([status, meaning]) => {
      const codes = Object.entries(ERROR_STATUS)
        .filter(([, known]) => known === Number(status))
        .map(([code]) => code);
      const description = `${meaning} Codes: ${codes.map((code) => `\`${code}\``).join(", ")}.`;
      const headers = ERROR_HEADERS[Number(status) as ErrorStatus]; // a key of MEANINGS
      return [`Error${status}`, answerObject(description, schemaOf(errorBody), headers)];
    }),
  );
}

/** The OpenAPI document of the API at `serverUrl`, derived from the same descriptions as its routes. */
export function openApiDocument(serverUrl: string): Json {
  const components = newComponents();
  return {
    openapi: "3.1.0",
    info: { title: SERVICE_NAME, version: "1.0.0", description: DESCRIPTION },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: ["Links", "QR codes", "Retailers", "Visits", "Probes"].map((name) => ({ name })),
    paths: paths(components),
    components: {
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "X-Service-API-Key",
          description: "A key of an organization, with its projects and scopes. Keep it out of browsers.",
        },
      },
      responses: errorResponses(components),
      schemas: components.schemas,
    },
  };
}
