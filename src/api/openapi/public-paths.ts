import * as z from "zod";
import type { Origins } from "../../core/origins.ts";
import { formatOf, type IMAGE_FORMATS } from "../../qr-codes/image-formats.ts";
import { IMAGE_OPTIONS, otherParameters } from "../../qr-codes/image-options.ts";
import { errorBody, healthStatus } from "../resources.ts";
import type { Tag } from "../tags.ts";
import { errorAnswers } from "./error-responses.ts";
import type { Json, Schemas } from "./openapi-schemas.ts";
import { CORRELATION_ID, KEPT, SECONDS, TEXT } from "./response-headers.ts";

/** The errors that the images of codes may answer. */
export const IMAGE_ERRORS = [
  "validation_failed",
  "not_found",
  "rate_limited",
  "internal_error",
  "service_unavailable",
] as const;
/** Those of short links, besides that the link is switched off. */
export const SHORT_LINK_ERRORS = ["not_found", "rate_limited", "service_unavailable"] as const;

const publicGet = (
  operationId: string,
  tag: Tag,
  summary: string,
  description: string,
  more: Json,
): Json => ({
  get: { operationId, tags: [tag], summary, description, security: [], ...more },
});

/** Everything that is open to anybody: short links, images, hosted lists, probes and the contract itself. */
export const publicPaths = (schemas: Schemas, origins: Origins): Json => ({
  ...shopperPaths(schemas, origins),
  ...imagePaths(schemas, origins),
  ...servicePaths(schemas),
});

/** What shoppers open may have a host of its own. */
const serversOf = ({ api, shortLink }: Origins): Json =>
  api === shortLink
    ? {}
    : { servers: [{ url: shortLink, description: "Short links.", "x-internal": false }] };

const shortId = z
  .string()
  .meta({ minLength: 8, maxLength: 64, description: "Short id of the link, in letters of any case." });

function shopperPaths({ ofResponse, parametersOf }: Schemas, origins: Origins): Json {
  const html = { "text/html": { schema: { type: "string", maxLength: 65_536 } } };
  const json = { "application/json": { schema: ofResponse(errorBody) } };
  const gone = (content: Json) => ({
    410: { description: "The link is switched off.", headers: CORRELATION_ID, content },
  });
  const qr = z
    .string()
    .meta({
      maxLength: 64,
      description: "Identifier of the code that was scanned: counts the visit as a scan.",
    })
    .optional();
  const shown = "Errors are pages for people, and JSON where `Accept` asks for `application/json`.";
  return {
    "/{shortId}": {
      ...serversOf(origins),
      ...publicGet(
        "openShortLink",
        "Short links",
        "Open a short link",
        `Leads a shopper on, and counts the visit. Other query parameters are ignored. ${shown}`,
        {
          parameters: parametersOf(z.object({ param: z.object({ shortId }), query: z.object({ qr }) })).map(
            (parameter) => ({
              ...parameter,
              example: parameter.in === "path" ? "k7m2q9xd" : "window-poster",
            }),
          ),
          responses: {
            200: {
              description:
                "For programs that draw previews of links, where the link has a public name: a page with it.",
              headers: CORRELATION_ID,
              content: html,
            },
            302: {
              description: "Where the link leads. Never kept: the link can be changed.",
              headers: {
                Location: {
                  description: "The destination.",
                  schema: { type: "string", format: "uri", maxLength: 16_384 },
                  required: true,
                },
                "Cache-Control": { description: "`private, no-store`.", schema: TEXT, required: true },
              },
            },
            ...gone({ ...html, ...json }),
            ...errorAnswers(SHORT_LINK_ERRORS),
          },
        },
      ),
    },
    "/lists/{shortId}": {
      ...serversOf(origins),
      ...publicGet(
        "openHostedList",
        "Short links",
        "Open the page of a list or recipe",
        "The page that a shopping list or recipe leads to while the delivery app has none. Errors are pages too.",
        {
          parameters: parametersOf(z.object({ param: z.object({ shortId }) })).map((parameter) => ({
            ...parameter,
            example: "k7m2q9xd",
          })),
          responses: {
            200: { description: "The page.", headers: CORRELATION_ID, content: html },
            ...gone(html),
            ...errorAnswers(SHORT_LINK_ERRORS),
          },
        },
      ),
    },
  };
}

const imagePath = z.object({
  qrCodeId: z.string().meta({ maxLength: 200, description: "Id of the QR code: its `id`." }),
});

/** The images of a QR code: one path for each format, as each has bounds of its own. */
function imagePaths({ parametersOf }: Schemas, origins: Origins): Json {
  const entries = Object.entries(IMAGE_OPTIONS).map(([format, query]) => {
    const { mediaType } = formatOf(format as keyof typeof IMAGE_FORMATS); // a key of IMAGE_OPTIONS
    const path = publicGet(
      `getQrCodeAs${format.charAt(0).toUpperCase()}${format.slice(1)}`,
      "QR codes",
      `The image of a QR code as ${format.toUpperCase()}`,
      "Public. Without `style` and `logo` it never changes; with one of them it may be kept for a minute. What a camera may not " +
        "read is refused: dark modules have to stand out from a lighter background. Parameters other than these are ignored.",
      {
        parameters: parametersOf(
          z.object({ param: imagePath, query: query.extend(otherParameters.shape) }),
        ).map((parameter) =>
          parameter.in === "path"
            ? { ...parameter, example: "qr_lnk_01kjq5c8n0v3w7x9y2z4a6b8cd_default" }
            : parameter,
        ),
        responses: {
          200: { description: "The image.", headers: KEPT, content: { [mediaType]: {} } },
          304: { description: "The image is the one that `If-None-Match` names.", headers: KEPT },
          ...errorAnswers(IMAGE_ERRORS),
        },
      },
    );
    return [`/qr/{qrCodeId}.${format}`, { ...serversOf(origins), ...path }];
  });
  return Object.fromEntries(entries);
}

function servicePaths({ ofResponse }: Schemas): Json {
  const health = ofResponse(healthStatus);
  const answer = (description: string, status: string, headers: Json = {}): Json => ({
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
    "/health": publicGet("health", "Service", "Whether the service runs", "Looks at nothing else.", {
      responses: { 200: answer("It runs.", "ok") },
    }),
    "/ready": publicGet(
      "ready",
      "Service",
      "Whether the service can accept traffic",
      "Looks at the configuration and at the database.",
      {
        responses: {
          200: answer("It can.", "ok"),
          503: answer(
            "It can't: its database does not answer (`unavailable`), or its configuration is wrong (`misconfigured`).",
            "unavailable",
            { "Retry-After": SECONDS },
          ),
        },
      },
    ),
    "/openapi.json": publicGet(
      "getContract",
      "Service",
      "This description for tools",
      "May be kept for five minutes, and asked for again by its `ETag`.",
      {
        responses: {
          200: {
            description: "The OpenAPI document.",
            headers: KEPT,
            content: { "application/json": { schema: { type: "object", description: "OpenAPI 3.1." } } },
          },
          304: { description: "It is the one that `If-None-Match` names.", headers: KEPT },
        },
      },
    ),
  };
}
