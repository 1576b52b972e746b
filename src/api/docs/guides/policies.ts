import type { Guide } from "./guide-context.ts";

/** What programs can rely on for years: versions, deprecation, changes without notice, support. */
export const policies: Guide = ({ api }) => ({
  id: "policies",
  title: "Policies",
  summary: "Versions, deprecation, what may change without notice, limits, support and the changelog.",
  blocks: [
    { kind: "heading", text: "Versions" },
    {
      kind: "text",
      text: "The major version is in the path: `/v1`. A change that breaks a correct program gets a new one, such as `/v2`, and both run side by side. `info.version` of [the contract](/openapi.json) is the version of the release that runs.",
    },
    { kind: "heading", text: "Deprecation" },
    {
      kind: "text",
      text: "What will be removed works for at least twelve months after that was announced in the changelog. In this time, its responses have a `Deprecation` header with the date of the announcement and a `Sunset` header (RFC 8594) with the date of the removal, and the contract marks it as `deprecated`. Have your program log both headers. Short links and QR codes are never removed: they are printed.",
    },
    { kind: "heading", text: "What may change without notice" },
    {
      kind: "list",
      items: [
        "New operations, new optional parameters and properties of requests, and new response headers.",
        "New values of enumerations that are documented as open, and new error codes under known statuses: treat an unknown value as any other.",
        "The text of `message`, the order of `details`, and the form of ids and cursors: do not parse them.",
        "Higher limits, and the destination of a link where the retailer changes its addresses.",
      ],
    },
    {
      kind: "text",
      text: "Everything else is stable: paths, names and types of properties, required fields, error codes, the meaning of values, and idempotency. Responses have the documented properties only, as what is new is asked for by [include](#include), and requests with unknown properties are rejected by name.",
    },
    { kind: "heading", text: "Limits" },
    {
      kind: "text",
      text: "[Limits](#limits) has every size and rate. A limit is lowered only as a deprecation is, unless the service is under attack.",
    },
    { kind: "heading", text: "Support" },
    {
      kind: "text",
      text: `Ask the operator of this service, ${new URL(api).host}, and include the \`correlationId\` of the response and the time. The newest release is supported. Report vulnerabilities privately, as \`SECURITY.md\` in the repository says.`,
    },
    { kind: "heading", text: "Changelog" },
    {
      kind: "text",
      text: "`CHANGELOG.md` in the repository lists every change that callers can notice, by release.",
    },
  ],
});
