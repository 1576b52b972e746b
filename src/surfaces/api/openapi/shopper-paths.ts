import * as z from "zod";
import type { Origins } from "../../../ground/core/origins.ts";
import type { Tag } from "../operation-description.ts";
import { errorBody } from "../resources.ts";
import { errorResponseRefs } from "./error-responses.ts";
import type { Json, Schemas } from "./openapi-schemas.ts";
import { CORRELATION_ID, TEXT } from "./response-headers.ts";

/** The errors of short links, besides 410. */
export const SHORT_LINK_ERRORS = ["not_found", "rate_limited", "service_unavailable"] as const;

export const publicGet = (
  operationId: string,
  tag: Tag,
  summary: string,
  description: string,
  more: Json,
): Json => ({
  get: { operationId, tags: [tag], summary, description, security: [], ...more },
});

/** The parameters with these values by name as examples. */
export const withExamples = (
  parameters: readonly Json[],
  examples: Readonly<Record<string, string>>,
): Json[] =>
  parameters.map((parameter) => {
    const example = examples[String(parameter.name)];
    return example === undefined ? parameter : { ...parameter, example };
  });

/** Short links may have their own host. */
export const serversOf = ({ api, shortLink }: Origins): Json =>
  api === shortLink
    ? {}
    : { servers: [{ url: shortLink, description: "Short links.", "x-internal": false }] };

const shortId = z
  .string()
  .meta({ minLength: 8, maxLength: 64, description: "Short id of the link, case-insensitive." });
/** The least slug has three characters. */
const name = z
  .string()
  .meta({ minLength: 3, maxLength: 64, description: "Short id or slug of the link, case-insensitive." });

/** What a short link reads of its query. */
const visitQuery = z.object({
  qr: z
    .string()
    .meta({ maxLength: 64, description: "Identifier of the scanned code: the visit counts as a scan." })
    .optional(),
  via: z.string().meta({ maxLength: 40, description: "Name of the source of a click." }).optional(),
  all: z.literal("1").describe("The page of a choice shows hidden offers, too.").optional(),
  choose: z.literal("1").describe("Shows the page of a choice whatever is remembered.").optional(),
  remember: z
    .enum(["0", "1"])
    .describe("From the page of a choice: 1 remembers the next shop in a cookie, 0 forgets it.")
    .optional(),
});
/** Any other parameter: https://spec.openapis.org/oas/v3.1.1#style-values */
const FORWARDED: Json = {
  name: "forwarded",
  in: "query",
  description: "Any other parameters. With `forwardQuery` they are passed to the destination, else ignored.",
  style: "form",
  explode: true,
  schema: { type: "object", additionalProperties: { type: "string", maxLength: 2_048 } },
};

const gtin = z.string().meta({ pattern: "^[0-9]{14}$", description: "GTIN of 14 digits." });
const linkType = z
  .string()
  .meta({ maxLength: 200, description: "A type of the GS1 Web Vocabulary, or `linkset`." })
  .optional();

const LOCATION = {
  Location: {
    description: "The destination.",
    schema: { type: "string", format: "uri", maxLength: 16_384 },
    required: true,
  },
  "Cache-Control": { description: "`private, no-store`.", schema: TEXT, required: true },
};

/** The paths that shoppers open: short links, GTINs and hosted lists. */
export function shopperPaths({ ofResponse, parametersOf }: Schemas, origins: Origins): Json {
  const html = { "text/html": { schema: { type: "string", maxLength: 65_536 } } };
  const json = { "application/json": { schema: ofResponse(errorBody) } };
  const linkset = {
    "application/linkset+json": { schema: { type: "object", description: "A linkset (RFC 9264)." } },
  };
  const gone = (content: Json) => ({
    410: { description: "The link is switched off.", headers: CORRELATION_ID, content },
  });
  const shown = "Errors are pages for people, or JSON if `Accept` requests `application/json`.";
  return {
    "/{shortId}": {
      ...serversOf(origins),
      ...publicGet(
        "openShortLink",
        "Short links",
        "Open a short link",
        `Redirects the shopper, or shows the page of a choice, and counts the visit. ${shown}`,
        {
          parameters: [
            ...withExamples(
              parametersOf(z.object({ param: z.object({ shortId: name }), query: visitQuery })),
              { shortId: "k7m2q9xd", qr: "window-poster", via: "newsletter" },
            ),
            FORWARDED,
          ],
          responses: {
            200: {
              description:
                "The page of a choice. For programs that show link previews: a page with the public name of the link, if it has one.",
              headers: CORRELATION_ID,
              content: html,
            },
            302: {
              description: "The destination. Not cached, because links change.",
              headers: LOCATION,
            },
            ...gone({ ...html, ...json }),
            ...errorResponseRefs(SHORT_LINK_ERRORS),
          },
        },
      ),
    },
    "/01/{gtin}": {
      servers: [
        {
          url: "https://{domain}",
          description: "A domain of an organization.",
          variables: { domain: { default: "id.brand.example", description: "The domain of the link." } },
        },
      ],
      ...publicGet(
        "openGtin",
        "Short links",
        "Open the address of a GTIN",
        "Redirects as a resolver of GS1 Digital Link URIs, and carries the query along. After the GTIN, the path may have the " +
          `qualifiers \`/22/\`, \`/10/\` and \`/21/\` with their values, in this order; attributes belong in the query. ${shown}`,
        {
          parameters: withExamples(
            parametersOf(z.object({ param: z.object({ gtin }), query: z.object({ linkType }) })),
            { gtin: "09506000134352", linkType: "gs1:instructions" },
          ),
          responses: {
            200: {
              description: "The linkset, for `linkType=linkset` or `Accept: application/linkset+json`.",
              content: linkset,
            },
            300: { description: "Links between which neither type nor language decides.", content: linkset },
            307: { description: "The link of the GTIN, of its lot or of the type.", headers: LOCATION },
            ...gone({ ...html, ...json }),
            ...errorResponseRefs(["validation_failed", ...SHORT_LINK_ERRORS]),
          },
        },
      ),
    },
    "/lists/{shortId}": {
      ...serversOf(origins),
      ...publicGet(
        "openHostedList",
        "Short links",
        "Open the page of a list, a recipe or products",
        "The page of a shopping list or recipe until the delivery app has one, or of the products of a marketplace cart that a visit can't fill. Errors are pages too.",
        {
          parameters: withExamples(parametersOf(z.object({ param: z.object({ shortId }) })), {
            shortId: "k7m2q9xd",
          }),
          responses: {
            200: { description: "The page.", headers: CORRELATION_ID, content: html },
            ...gone(html),
            ...errorResponseRefs(SHORT_LINK_ERRORS),
          },
        },
      ),
    },
  };
}
