import { API_KEY_HEADER } from "../../core/api-key-format.ts";
import type { Origins } from "../../core/origins.ts";
import { CONTRACT_VERSION } from "../../core/version.ts";
import { SERVICE_NAME } from "../../core/vocabulary.ts";
import { OPERATIONS } from "../operations.ts";
import { TAGS } from "../tags.ts";
import { errorCodesOf, errorExamples, errorResponses } from "./error-responses.ts";
import { type Json, newSchemas, type Schemas } from "./openapi-schemas.ts";
import { operationObject } from "./operation-object.ts";
import { IMAGE_ERRORS, publicPaths, SHORT_LINK_ERRORS } from "./public-paths.ts";

const DESCRIPTION = `Creates shoppable short links and QR codes for retailer, campaign and commerce workflows.

Writes take an \`Idempotency-Key\`: the same key with the same body gives the first answer again for 24 hours,
marked \`Idempotent-Replayed: true\`; with another body it is refused. Every answer carries \`X-Correlation-ID\`.

Answers have the properties that are named here and no others; what \`include\` adds has schemas of its own. Only
enumerations that say so may get further values: programs have to accept values that they don't know. Requests are read
strictly: a property that is not named here is refused. Texts hold no NUL. URLs are absolute, with http or
https, without blanks, control characters and backslashes, and have at most 16,384 characters.

The requests of each key are limited. They are counted in each data centre by itself, so no header could tell truly how many
are left. On a 429, wait as many seconds as \`Retry-After\` says, then send the same request again.`;

function apiPaths(schemas: Schemas, origins: Origins): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation, schemas, origins) };
  }
  return paths;
}

/** The OpenAPI document of the API with these origins, derived from the same statements as its routes. */
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
    components: {
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: API_KEY_HEADER,
          description: "A key of an organization, with its projects and scopes. Keep it out of browsers.",
        },
      },
      examples: errorExamples(codes.flat()),
      responses: errorResponses(codes, schemas),
    },
  });
}
