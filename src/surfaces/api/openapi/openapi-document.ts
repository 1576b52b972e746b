import { API_KEY_HEADER } from "../../../ground/core/api-key-format.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { CONTRACT_VERSION } from "../../../ground/core/version.ts";
import { SERVICE_NAME } from "../../../ground/core/vocabulary.ts";
import { TAGS } from "../operation-description.ts";
import { OPERATIONS } from "../operations.ts";
import { errorCodesOf, errorExamples, errorResponses } from "./error-responses.ts";
import { type Json, newSchemas, type Schemas } from "./openapi-schemas.ts";
import { operationObject } from "./operation-object.ts";
import { IMAGE_ERRORS, publicPaths } from "./public-paths.ts";
import { SHORT_LINK_ERRORS } from "./shopper-paths.ts";
import { webhookMessages } from "./webhook-messages.ts";

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
