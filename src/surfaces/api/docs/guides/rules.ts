import { API_ERROR_CODES } from "../../error-messages.ts";
import { errorTable } from "../operation-sections.ts";
import type { Guide } from "./guide-context.ts";

export const errors: Guide = () => ({
  id: "errors",
  title: "Errors",
  summary: "One format, stable codes, and what to do about each error.",
  blocks: [
    "Every error has the same body. Branch on `code`; handle unknown codes. `message` is for people. `details` lists every invalid field. Include the `correlationId` when you report a problem.",
    {
      kind: "code",
      title: "An error",
      language: "json",
      text: JSON.stringify(
        {
          error: {
            code: "validation_failed",
            message: "The request is invalid. See details.",
            correlationId: "5f0c3f1e-7f0a-4f0e-9a53-0f6f8b0c2a11",
            details: [{ field: "products[0].quantity", message: "must be at most 999" }],
          },
        },
        null,
        2,
      ),
    },
    errorTable(API_ERROR_CODES),
    "Requests may have an `X-Correlation-ID` of 8 to 128 characters. The response returns it, or a generated one. Log it.",
  ],
});

export const security: Guide = () => ({
  id: "security",
  title: "Keys and security",
  summary: "What a key allows, where to store it, and what to do if it leaks.",
  blocks: [
    {
      kind: "list",
      items: [
        "Send the key in `X-Service-API-Key`. Missing, unknown, expired and revoked keys get the same 401.",
        "A key belongs to an organization and has scopes for all or some of its projects. Use a separate key for each program, with only the scopes that it needs.",
        "`links:read` allows reading links, codes and visits; `links:write` creating, previewing and changing links; `qr-codes:write` creating and changing codes. Writes also require `retailers:<retailer>`.",
        "Keys are secrets. Call the API from a server: it sends no CORS headers, so scripts on other sites can't use it.",
        "Revoke a leaked key in the dashboard; it stops working everywhere within 10 seconds. To rotate a key without interruption, let the old one work until the new one is deployed.",
        "Do not store secrets in `metadata`. Values that look like one of our API keys are rejected.",
        "A key that you enter on this page stays in the page's memory until you close it.",
      ],
    },
  ],
});

export const policies: Guide = ({ api }, contact) => ({
  id: "policies",
  title: "Policies",
  summary: "Versions, deprecation, what may change without notice, limits, support and the changelog.",
  blocks: [
    { kind: "heading", text: "Versions" },
    "The path contains the major version: `/v1`. A breaking change gets a new version, such as `/v2`, and both run side by side. `info.version` in [the OpenAPI document](/openapi.json) is the running release.",
    { kind: "heading", text: "Deprecation" },
    "Deprecated features work for at least twelve months after the announcement in the changelog. Until then, their responses have a `Deprecation` header with the date of the announcement and a `Sunset` header (RFC 8594) with the date of the removal, and the OpenAPI document marks them as `deprecated`. Log both headers. Short links and QR codes are never removed, because they are printed.",
    { kind: "heading", text: "What may change without notice" },
    {
      kind: "list",
      items: [
        "New operations, new optional request parameters and properties, and new response headers.",
        "New values of open enumerations, and new error codes with existing statuses: handle unknown values.",
        "The text of `message`, the order of `details`, and the format of ids and cursors: do not parse them.",
        "Higher limits, and destinations when a retailer changes its URLs.",
      ],
    },
    "Everything else is stable: paths, names and types of properties, required fields, error codes, the meaning of values, and idempotency. Responses contain only documented properties; new ones are available through [include](#include). Requests with unknown properties are rejected.",
    { kind: "heading", text: "Limits" },
    "[Limits](#limits) lists every size and rate. Limits are lowered with the notice of a deprecation, unless the service is under attack.",
    { kind: "heading", text: "Support" },
    `Contact the operator of this service, ${contact ?? new URL(api).host}, with the \`correlationId\` and the time of the response. The latest release is supported. Report vulnerabilities privately, as described in \`SECURITY.md\` in the repository.`,
    { kind: "heading", text: "Changelog" },
    "[The changelog](/docs/changelog.md) lists the changes of each release that affect callers.",
  ],
});
