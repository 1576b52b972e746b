import * as z from "zod";
import { formatOf, type IMAGE_FORMATS } from "../../../features/qr-codes/image-formats.ts";
import { IMAGE_OPTIONS, otherParameters } from "../../../features/qr-codes/image-options.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { healthStatus } from "../resources.ts";
import { errorResponseRefs } from "./error-responses.ts";
import type { Json, Schemas } from "./openapi-schemas.ts";
import { CACHE_HEADERS, CORRELATION_ID, RETRY_AFTER } from "./response-headers.ts";
import { publicGet, serversOf, shopperPaths, withExamples } from "./shopper-paths.ts";

/** The errors of QR code images. */
export const IMAGE_ERRORS = [
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
