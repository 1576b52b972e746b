import { custom, type Row } from "./row.ts";

const MEDIA = "415 unsupported_media_type";
const ID = "X-Correlation-ID";
const create = (
  headers: Record<string, string | readonly string[]>,
): { headers: typeof headers; body: object } => ({
  headers,
  body: custom(),
});

/** Headers that lie, are too long or occur twice. */
export const HEADERS: readonly Row[] = [
  [
    "GET /v1/links",
    { headers: { [ID]: "1234567" } },
    `400 validation_failed: ${ID}`,
    { [ID]: /^[0-9a-f-]{36}$/ },
  ],
  ["GET /v1/links", { headers: { [ID]: "12345678" } }, "200", { [ID]: "12345678" }],
  ["GET /v1/links", { headers: { [ID]: "x".repeat(128) } }, "200", { [ID]: "x".repeat(128) }],
  ["GET /v1/links", { headers: { [ID]: "x".repeat(129) } }, `400 validation_failed: ${ID}`],
  [
    "GET /v1/links",
    { headers: { [ID]: "töst-töst" } },
    `400 validation_failed: ${ID}`,
    { [ID]: /^[0-9a-f-]{36}$/ },
  ],
  [
    "GET /v1/links",
    { headers: { [ID]: "<script>alert(1)</script>" } },
    "200",
    { "Content-Type": /^application\/json/ },
  ],
  ["GET /v1/nothing", { headers: { [ID]: "short" } }, "404 not_found"],
  ["GET /v1/links", { headers: { Host: "evil.example" } }, "200"],
  ["GET /v1/links", { headers: { "X-Forwarded-Host": "evil.example" } }, "200"],
  [
    "POST /v1/links",
    create({ "X-Forwarded-Host": "evil.example" }),
    "201",
    { Location: /^\{origin\}\/v1\/links\/lnk_/ },
  ],
  [
    "POST /v1/links",
    create({ Forwarded: "host=evil.example;proto=https" }),
    "201",
    { Location: /^\{origin\}\// },
  ],
  // The local runtime reads the scheme from this header, which Cloudflare sets itself; the host stays.
  [
    "POST /v1/links",
    create({ "X-Forwarded-Proto": "https" }),
    "201",
    { Location: /^https:\/\/127\.0\.0\.1:/ },
  ],
  [
    "GET /v1/links",
    { headers: { Origin: "https://evil.example" } },
    "200",
    { "Access-Control-Allow-Origin": null, Vary: null },
  ],
  ["GET /v1/links", { headers: { Accept: "text/html" } }, "200", { "Content-Type": /^application\/json/ }],
  ["GET /v1/links", { headers: { Accept: "image/png" } }, "200", { "Content-Type": /^application\/json/ }],
  ["GET /v1/links", { headers: { Range: "bytes=0-1" } }, "200"],
  ["GET /v1/links", { headers: { "If-None-Match": "*" } }, "200"],
  ["GET /v1/links", { headers: { "X-Long": "x".repeat(8_000) } }, "200"],
  ["GET /v1/links", { headers: { Cookie: "a=b; ".repeat(500) } }, "200"],
  ["POST /v1/links", create({ "Content-Type": "text/plain" }), MEDIA],
  ["POST /v1/links", create({ "Content-Type": "application/x-www-form-urlencoded" }), MEDIA],
  ["POST /v1/links", create({ "Content-Type": "multipart/form-data; boundary=x" }), MEDIA],
  ["POST /v1/links", create({ "Content-Type": "application/jsonp" }), MEDIA],
  ["POST /v1/links", create({ "Content-Type": "application/json, text/plain" }), MEDIA],
  ["POST /v1/links", create({ "Content-Type": "application/merge-patch+json" }), MEDIA],
  ["POST /v1/links", create({ "Content-Type": "application/json; charset=utf-16" }), MEDIA],
  ["POST /v1/links", create({ "Content-Type": "application/json; charset=utf-7" }), MEDIA],
  ["POST /v1/links", create({ "Content-Type": "" }), MEDIA],
  ["POST /v1/links", create({ "Content-Type": 'APPLICATION/JSON; Charset="UTF-8"' }), "201"],
  ["POST /v1/links", create({ "Content-Encoding": "gzip" }), MEDIA],
  ["POST /v1/links", create({ "Content-Encoding": "identity, br" }), MEDIA],
  ["POST /v1/links", create({ Expect: "200-maybe" }), "201"],
  [
    "PATCH /v1/links/{link}",
    { headers: { "If-Match": '"0"' }, body: { name: "x" } },
    "412 precondition_failed",
  ],
  [
    "PATCH /v1/links/{link}",
    { headers: { "If-Match": "W/" }, body: { name: "x" } },
    "400 validation_failed: If-Match",
  ],
  [
    "PATCH /v1/links/{link}",
    { headers: { "If-Match": '"0", "00", x' }, body: { name: "x" } },
    "400 validation_failed: If-Match",
  ],
  ["PATCH /v1/links/{link}", { headers: { "If-Match": "*" }, body: {} }, "200"],
  [
    "PATCH /v1/links/{link}",
    { headers: { "Content-Type": "application/json-patch+json" }, body: "[]" },
    MEDIA,
  ],
];
