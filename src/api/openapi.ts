import * as z from "zod";
import { SERVICE_NAME } from "../core/vocabulary.ts";
import { createLinkRequest } from "../retailers/definition.ts";
import { type Components, type Json, newComponents } from "./openapi-components.ts";
import { qrCodeRequest } from "../qr-codes/qr-code-request.ts";
import { createLinkHead, createQrCodeHead, findRetailersHead, readLinkHead } from "./request-head.ts";
import { errorBody, healthStatus, linkResource, qrCodeResource, retailerRecord } from "./resources.ts";

const DESCRIPTION = `Creates shoppable short links and QR codes for retailer, campaign and commerce workflows.

Writes take an \`Idempotency-Key\`: the same key with the same body gives the first answer again for 24 hours,
marked \`Idempotent-Replayed: true\`; with another body it is refused. Every answer carries \`X-Correlation-ID\`.`;

/** What a status means, for the errors that an operation can end in. */
const MEANINGS = {
  400: "Body, path, query or header is malformed.",
  401: "API key missing or invalid.",
  403: "Key valid but without access to the project or scope.",
  404: "There is no such link in the organization of the key.",
  409: "Idempotency conflict, duplicate identifier, or conflicting resource state.",
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
const REPLAYED = {
  "Idempotent-Replayed": {
    description: "`true` where an earlier request made this.",
    schema: { const: "true" },
  },
};
const LOCATION = {
  Location: {
    description: "API URL of the link.",
    schema: { ...text, format: "uri" },
    required: true,
  },
};
const ERROR_HEADERS: { [status in ErrorStatus]?: Json } = {
  401: { "WWW-Authenticate": { schema: text, required: true } },
  429: { "Retry-After": seconds },
  503: { "Retry-After": seconds },
};

const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });

const answer = (description: string, schema: Json, headers: Json = {}): Json => ({
  description,
  headers: { ...CORRELATION_ID, ...headers },
  ...json(schema),
});

/** References to the shared error responses. */
const errors = (...statuses: ErrorStatus[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]));

const data = (schema: z.ZodType): z.ZodType => z.strictObject({ data: schema });

function paths({ schemaOf, parametersOf }: Components): Json {
  const body = (schema: z.ZodType): Json => ({ required: true, ...json(schemaOf(schema)) });
  const health = schemaOf(healthStatus);
  return {
    "/v1/links": {
      post: {
        operationId: "createLink",
        tags: ["Links"],
        summary: "Create a link",
        description:
          "Creates a short link, and its default QR code on a best-effort basis. Needs the scopes `links:write` and " +
          "`retailers:<retailer>`.",
        parameters: parametersOf(createLinkHead),
        requestBody: body(createLinkRequest),
        responses: {
          201: answer("The link.", schemaOf(data(linkResource)), { ...LOCATION, ...REPLAYED }),
          ...errors(400, 401, 403, 409, 413, 415, 422, 429, 500, 503),
        },
      },
    },
    "/v1/links/{linkId}": {
      get: {
        operationId: "getLink",
        tags: ["Links"],
        summary: "Retrieve a link",
        description: "Needs the scope `links:read`.",
        parameters: parametersOf(readLinkHead),
        responses: {
          200: answer(
            "The link, with urlType, products, metadata and updatedAt.",
            schemaOf(data(linkResource)),
          ),
          ...errors(400, 401, 403, 404, 429, 500, 503),
        },
      },
    },
    "/v1/links/{linkId}/qr-codes": {
      post: {
        operationId: "createQrCode",
        tags: ["QR codes"],
        summary: "Create an additional QR code",
        description:
          "Adds a QR code to an active link. Needs the scopes `qr-codes:write` and `retailers:<retailer>`.",
        parameters: parametersOf(createQrCodeHead),
        requestBody: body(qrCodeRequest),
        responses: {
          201: answer("The QR code.", schemaOf(data(qrCodeResource)), REPLAYED),
          ...errors(400, 401, 403, 404, 409, 413, 415, 429, 500, 503),
        },
      },
    },
    "/v1/retailers": {
      get: {
        operationId: "findRetailers",
        tags: ["Retailers"],
        summary: "Search retailers of the delivery app",
        description:
          "Finds the routing values for delivery_app links: shopping lists and recipes use retailerId, product " +
          "details the slug. `usage` holds the option values to send. Any valid key may search.",
        parameters: parametersOf(findRetailersHead),
        responses: {
          200: answer("Retailers by name.", schemaOf(data(retailerRecord.array()))),
          ...errors(400, 401, 429, 500, 503),
        },
      },
    },
    "/health": {
      get: {
        operationId: "health",
        tags: ["Probes"],
        summary: "Whether the service runs",
        security: [],
        responses: { 200: answer("It runs.", health) },
      },
    },
    "/ready": {
      get: {
        operationId: "ready",
        tags: ["Probes"],
        summary: "Whether the service can accept traffic",
        security: [],
        responses: {
          200: answer("It can.", health),
          503: answer("It can't: its database does not answer.", health, { "Retry-After": seconds }),
        },
      },
    },
  };
}

/** An error response for each status, with the codes that it comes with. */
function errorResponses({ schemaOf }: Components, statusOf: Readonly<Record<string, number>>): Json {
  return Object.fromEntries(
    Object.entries(MEANINGS).map(([status, meaning]) => {
      const codes = Object.keys(statusOf).filter((code) => statusOf[code] === Number(status));
      const description = `${meaning} Codes: ${codes.map((code) => `\`${code}\``).join(", ")}.`;
      const headers = ERROR_HEADERS[Number(status) as ErrorStatus]; // a key of MEANINGS
      return [`Error${status}`, answer(description, schemaOf(errorBody), headers)];
    }),
  );
}

/**
 * The description of the API at `serverUrl`, derived from the schemas that validate it; `statusOf` gives the
 * status of every error code.
 */
export function openApiDocument(serverUrl: string, statusOf: Readonly<Record<string, number>>): Json {
  const components = newComponents();
  return {
    openapi: "3.1.0",
    info: { title: SERVICE_NAME, version: "1.0.0", description: DESCRIPTION },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: ["Links", "QR codes", "Retailers", "Probes"].map((name) => ({ name })),
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
      responses: errorResponses(components, statusOf),
      schemas: components.schemas,
    },
  };
}
