import type { Guide } from "./guide-context.ts";

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
