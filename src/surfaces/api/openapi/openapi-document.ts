import * as z from "zod";
import { formatOf, type IMAGE_FORMATS } from "../../../features/qr-codes/image-formats.ts";
import { IMAGE_OPTIONS, otherParameters } from "../../../features/qr-codes/read-image-options.ts";
import { API_KEY_HEADER } from "../../../ground/core/api-key-format.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { CONTRACT_VERSION } from "../../../ground/core/version.ts";
import { SERVICE_NAME } from "../../../ground/core/vocabulary.ts";
import { TAGS } from "../operation-description.ts";
import { OPERATIONS } from "../operations.ts";
import { healthStatus } from "../resources.ts";
import { errorCodesOf, errorExamples, errorResponseRefs, errorResponses } from "./error-responses.ts";
import { type Json, newSchemas, type Schemas } from "./openapi-schemas.ts";
import { operationObject } from "./operation-object.ts";
import { CACHE_HEADERS, CORRELATION_ID, RETRY_AFTER } from "./response-headers.ts";
import { publicGet, SHORT_LINK_ERRORS, serversOf, shopperPaths, withExamples } from "./shopper-paths.ts";
import { webhookMessages } from "./webhook-messages.ts";

/** The errors of QR code images. */
const IMAGE_ERRORS = [
  "validation_failed",
  "not_found",
  "rate_limited",
  "internal_error",
  "service_unavailable",
] as const;
/** The public paths: short links, images, hosted lists, probes and the OpenAPI document. */
export const publicPaths = (schemas: Schemas, origins: Origins): Json => ({
  ...shopperPaths(schemas, origins),
  ...imagePaths(schemas, origins),
  ...servicePaths(schemas),
});

const imagePath = z.object({
  qrCodeId: z.string().meta({ maxLength: 200, description: "Id of the QR code: its `id`." }),
});

/** One path for each image format, because their sizes have different bounds. */
function imagePaths({ parametersOf }: Schemas, origins: Origins): Json {
  const entries = Object.entries(IMAGE_OPTIONS).map(([format, query]) => {
    const { mediaType } = formatOf(format as keyof typeof IMAGE_FORMATS); // a key of IMAGE_OPTIONS
    const path = publicGet(
      `getQrCodeAs${format.charAt(0).toUpperCase()}${format.slice(1)}`,
      "QR codes",
      `The image of a QR code as ${format.toUpperCase()}`,
      "Public. Without `style` and `logo` the image never changes; with either it may be cached for a minute. Codes that " +
        "cameras may fail to read are rejected: the modules must be clearly darker than the background. Other parameters " +
        "are ignored.",
      {
        parameters: withExamples(
          parametersOf(z.object({ param: imagePath, query: query.extend(otherParameters.shape) })),
          { qrCodeId: "qr_lnk_01kjq5c8n0v3w7x9y2z4a6b8cd_default" },
        ),
        responses: {
          200: { description: "The image.", headers: CACHE_HEADERS, content: { [mediaType]: {} } },
          304: { description: "The image has the `ETag` in `If-None-Match`.", headers: CACHE_HEADERS },
          ...errorResponseRefs(IMAGE_ERRORS),
        },
      },
    );
    return [`/qr/{qrCodeId}.${format}`, { ...serversOf(origins), ...path }];
  });
  return Object.fromEntries(entries);
}

function servicePaths({ ofResponse }: Schemas): Json {
  const health = ofResponse(healthStatus);
  const response = (description: string, status: string, headers: Json = {}): Json => ({
    description,
    headers: { ...CORRELATION_ID, ...headers },
    content: {
      "application/json": {
        schema: health,
        examples: { [status]: { summary: description, value: { status, service: "shoppable-links" } } },
      },
    },
  });
  return {
    "/health": publicGet("health", "Service", "Check that the service is running", "Checks nothing else.", {
      responses: { 200: response("The service is running.", "ok") },
    }),
    "/ready": publicGet(
      "ready",
      "Service",
      "Check that the service is ready for traffic",
      "Checks the configuration and the database.",
      {
        responses: {
          200: response("The service is ready.", "ok"),
          503: response(
            "Not ready: the database does not respond (`unavailable`) or the configuration is wrong (`misconfigured`).",
            "unavailable",
            { "Retry-After": RETRY_AFTER },
          ),
        },
      },
    ),
    "/openapi.json": publicGet(
      "getContract",
      "Service",
      "Retrieve this OpenAPI document",
      "Can be cached for five minutes and revalidated with its `ETag`.",
      {
        responses: {
          200: {
            description: "The OpenAPI document.",
            headers: CACHE_HEADERS,
            content: { "application/json": { schema: { type: "object", description: "OpenAPI 3.1." } } },
          },
          304: { description: "The document has the `ETag` in `If-None-Match`.", headers: CACHE_HEADERS },
        },
      },
    ),
  };
}

const DESCRIPTION = `Creates shoppable short links and QR codes for retailer, campaign and commerce workflows.

Writes accept an \`Idempotency-Key\`. For 24 hours, the same key with the same body returns the first response again, marked
\`Idempotent-Replayed: true\`; the same key with a different body is rejected. Every response has an \`X-Correlation-ID\`.

Responses contain only the properties documented here; what \`include\` adds has its own schemas. Enumerations that are
marked as open may get new values: handle unknown values. Requests with unknown properties are rejected. Strings must not
contain NUL. URLs are absolute, use http or https, contain no spaces, control characters or backslashes, and have at most
16,384 characters.

Each key has a rate limit, which \`RateLimit-Policy\` names. Each data center counts separately; no header shows what's left. On a 429, wait for the seconds
in \`Retry-After\`, then send the same request again.`;

function apiPaths(schemas: Schemas, origins: Origins): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation, schemas, origins) };
  }
  return paths;
}

/** What extras add: messages that they send, by name, and components of those. */
const MESSAGES: readonly ((schemas: Schemas) => { webhooks: Json; parameters: Json })[] = [
  webhookMessages, //
];

/** The OpenAPI document, derived from the same descriptions as the routes. */
export function openApiDocument(origins: Origins): Json {
  const schemas = newSchemas();
  const codes = [...OPERATIONS.map(errorCodesOf), IMAGE_ERRORS, SHORT_LINK_ERRORS];
  const paths = { ...apiPaths(schemas, origins), ...publicPaths(schemas, origins) };
  const messages = MESSAGES.map((of) => of(schemas));
  return schemas.join({
    openapi: "3.1.0",
    info: {
      title: SERVICE_NAME,
      version: CONTRACT_VERSION,
      description: DESCRIPTION,
      contact: { name: SERVICE_NAME, url: `${origins.api}/docs` },
      license: { name: "All rights reserved", url: `${origins.api}/docs` },
    },
    servers: [{ url: origins.api, description: "The API.", "x-internal": false }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: Object.assign({}, ...messages.map(({ webhooks }) => webhooks)),
    components: {
      parameters: Object.assign({}, ...messages.map(({ parameters }) => parameters)),
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: API_KEY_HEADER,
          description: "An API key of an organization, with projects and scopes. Keep it out of browsers.",
        },
      },
      examples: errorExamples(codes.flat()),
      responses: errorResponses(codes, schemas),
    },
  });
}
