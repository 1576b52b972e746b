import { API_KEY_HEADER } from "../../../ground/core/api-key-format.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { CONTRACT_VERSION } from "../../../ground/core/version.ts";
import { SERVICE_NAME } from "../../../ground/core/vocabulary.ts";
import { MESSAGES } from "../event-operations.ts";
import { TAGS } from "../operation-description.ts";
import { OPERATIONS } from "../operations.ts";
import { errorCodesOf, errorExamples, errorResponses } from "./error-responses.ts";
import { type Json, newSchemas, type Schemas } from "./openapi-schemas.ts";
import { operationObject } from "./operation-object.ts";
import { IMAGE_ERRORS, publicPaths } from "./public-paths.ts";
import { SHORT_LINK_ERRORS } from "./shopper-paths.ts";

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

const HEADERS = {
  "webhook-id": "Id of the event, the same however often it is sent.",
  "webhook-timestamp": "Seconds since 1970: reject a message that is older than five minutes.",
  "webhook-signature": "Signatures separated by spaces; one of them must match. See the guide on webhooks.",
};

/** The headers of each message, as components of the document. */
const MESSAGE_HEADERS: Json = Object.fromEntries(
  Object.entries(HEADERS).map(([name, description]) => [
    name,
    { name, in: "header", required: true, description, schema: { type: "string", maxLength: 1024 } },
  ]),
);

/** What webhooks get: a message for each type of event. */
const webhookMessages = ({ ofResponse }: Schemas): Json =>
  Object.fromEntries(
    MESSAGES.map(({ type, sentence, schema }) => [
      type,
      {
        post: {
          operationId: type,
          tags: ["Webhooks"],
          summary: type,
          description: sentence,
          security: [],
          parameters: Object.keys(HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: {
            required: true,
            description: "The event.",
            content: { "application/json": { schema: ofResponse(schema) } },
          },
          responses: {
            "2XX": { description: "Received. After any other status, the event is sent again." },
            410: { description: "Switches the webhook off." },
          },
        },
      },
    ]),
  );

/** The OpenAPI document, derived from the same descriptions as the routes. */
export function openApiDocument(origins: Origins): Json {
  const schemas = newSchemas();
  const codes = [...OPERATIONS.map(errorCodesOf), IMAGE_ERRORS, SHORT_LINK_ERRORS];
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
    paths: { ...apiPaths(schemas, origins), ...publicPaths(schemas, origins) },
    webhooks: webhookMessages(schemas),
    components: {
      parameters: MESSAGE_HEADERS,
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
