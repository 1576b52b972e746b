import * as z from "zod";
import { VARIANTS } from "../domain/variants.ts";
import { SERVICE_NAME } from "../domain/vocabulary.ts";
import { linkRequestSchema } from "./link-request.ts";
import { qrCodeRequest } from "./qr-code-request.ts";
import {
  createLinkHead,
  createQrCodeHead,
  findRetailersHead,
  HEADER_NAMES,
  readLinkHead,
} from "./request-head.ts";
import { errorBody, healthStatus, linkResource, qrCodeResource, retailerRecord } from "./resources.ts";

type Json = Record<string, unknown>;

/** `schema` as OpenAPI 3.1 takes it (JSON Schema 2020-12), as callers send it or as they receive it. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });
  return rest;
}

const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });
const data = (schema: Json): Json => ({
  type: "object",
  properties: { data: schema },
  required: ["data"],
  additionalProperties: false,
});

const correlationHeader = { "X-Correlation-ID": { schema: { type: "string" }, required: true } };

/** Responses: `success`, and the error body for every other status. */
function responses(status: number, schema: Json, errors: readonly number[], headers: Json = {}): Json {
  const failure = {
    description: "Error",
    headers: correlationHeader,
    ...json({ $ref: "#/components/schemas/ErrorBody" }),
  };
  return Object.fromEntries([
    [status, { description: "Success", headers: { ...correlationHeader, ...headers }, ...json(schema) }],
    ...errors.map((code) => [code, failure]),
  ]);
}

function parameters(head: z.ZodObject<Record<string, z.ZodObject<Record<string, z.ZodType>>>>): Json[] {
  return Object.entries(head.shape).flatMap(([place, { shape }]) =>
    Object.entries(shape).map(([name, schema]) => ({
      name: (place === "header" && HEADER_NAMES[name]) || name,
      in: place,
      required: place === "path",
      schema: jsonSchema(schema, "input"),
    })),
  );
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** The description of the API, derived from the schemas that validate it. `version` is the interface's. */
export function openApiDocument(serverUrl: string): Json {
  const variants = VARIANTS.map((variant) => jsonSchema(linkRequestSchema(variant), "input"));
  return {
    openapi: "3.1.0",
    info: { title: SERVICE_NAME, version: "1.0.0" },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    paths: {
      "/v1/links": {
        post: {
          operationId: "createLink",
          parameters: parameters(createLinkHead),
          requestBody: { required: true, ...json({ oneOf: variants }) },
          responses: responses(
            201,
            data(ref("LinkResource")),
            [400, 401, 403, 409, 413, 415, 422, 429, 500, 503],
            {
              Location: { schema: { type: "string", format: "uri" }, required: true },
            },
          ),
        },
      },
      "/v1/links/{linkId}": {
        get: {
          operationId: "getLink",
          parameters: parameters(readLinkHead),
          responses: responses(200, data(ref("LinkResource")), [400, 401, 403, 404, 429, 500, 503]),
        },
      },
      "/v1/links/{linkId}/qr-codes": {
        post: {
          operationId: "createQrCode",
          parameters: parameters(createQrCodeHead),
          requestBody: { required: true, ...json(jsonSchema(qrCodeRequest, "input")) },
          responses: responses(
            201,
            data(ref("QrCodeResource")),
            [400, 401, 403, 404, 409, 413, 415, 429, 500, 503],
          ),
        },
      },
      "/v1/retailers": {
        get: {
          operationId: "findRetailers",
          parameters: parameters(findRetailersHead),
          responses: responses(
            200,
            data({ type: "array", items: ref("RetailerRecord") }),
            [400, 401, 429, 500, 503],
          ),
        },
      },
      "/health": {
        get: { operationId: "health", security: [], responses: responses(200, ref("HealthStatus"), []) },
      },
      "/ready": {
        get: {
          operationId: "ready",
          security: [],
          responses: {
            ...responses(200, ref("HealthStatus"), []),
            ...responses(503, ref("HealthStatus"), []),
          },
        },
      },
    },
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-Service-API-Key" } },
      schemas: Object.fromEntries(
        Object.entries({
          LinkResource: linkResource,
          QrCodeResource: qrCodeResource,
          RetailerRecord: retailerRecord,
          ErrorBody: errorBody,
          HealthStatus: healthStatus,
        }).map(([name, schema]) => [name, jsonSchema(schema, "output")]),
      ),
    },
  };
}
