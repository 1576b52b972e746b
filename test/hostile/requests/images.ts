import type { Row } from "./row.ts";

const NOT_FOUND = "404 not_found";
const REFUSED = "400 validation_failed";
const none = { key: "none" } as const;
const SAFE = { "Content-Security-Policy": "default-src 'none'; sandbox" };

/** Images are drawn for existing codes, within bounds, and run no code. */
export const IMAGES: readonly Row[] = [
  [
    "GET /qr/{code}.svg",
    none,
    "200",
    { ...SAFE, "Content-Type": "image/svg+xml", "X-Content-Type-Options": "nosniff" },
  ],
  ["GET /qr/{code}.png", none, "200", { ...SAFE, "Content-Type": "image/png" }],
  [
    "GET /qr/{code}.pdf",
    none,
    "200",
    {
      "Content-Disposition": /^attachment; filename="qr_[\w-]+, 50 mm\.pdf"$/,
    },
  ],
  ["GET /qr/{code}.gif", none, NOT_FOUND],
  ["GET /qr/{code}.svg.png", none, NOT_FOUND],
  ["GET /qr/{code}", none, NOT_FOUND],
  ["GET /qr/{code}.SVG", none, NOT_FOUND],
  ["GET /qr/{code}.svg/", none, NOT_FOUND],
  ["GET /qr/{code}x.svg", none, NOT_FOUND],
  ["GET /qr/../qr/{code}.svg", none, "200"],
  ["GET /qr/..%2f{code}.svg", none, NOT_FOUND],
  ["GET /qr/qr_.svg", none, NOT_FOUND],
  ["GET /qr/qr_%00.svg", none, NOT_FOUND],
  ["GET /qr/qr_'%20OR%201=1.svg", none, NOT_FOUND],
  ["GET /qr/{code}.svg?size=63", none, `${REFUSED}: size`],
  ["GET /qr/{code}.svg?size=4097", none, `${REFUSED}: size`],
  ["GET /qr/{code}.png?size=1e3", none, `${REFUSED}: size`],
  ["GET /qr/{code}.png?size=0x100", none, `${REFUSED}: size`],
  ["GET /qr/{code}.png?size=-1", none, `${REFUSED}: size`],
  ["GET /qr/{code}.png?size=99999999999999999999", none, `${REFUSED}: size`],
  ["GET /qr/{code}.png?size=100&size=200", none, `${REFUSED}: size`],
  ["GET /qr/{code}.pdf?size=9", none, `${REFUSED}: size`],
  ["GET /qr/{code}.svg?color=red", none, `${REFUSED}: color`],
  ["GET /qr/{code}.svg?color=%23000000%22/%3E%3Cscript%3E", none, `${REFUSED}: color`],
  ["GET /qr/{code}.svg?background=url(https://evil.example)", none, `${REFUSED}: background`],
  ["GET /qr/{code}.svg?color=%23ffffff", none, `${REFUSED}: color`],
  ["GET /qr/{code}.svg?level=Z", none, `${REFUSED}: level`],
  ["GET /qr/{code}.svg?quietZone=1&level=l", none, `${REFUSED}: level, quietZone`],
  ["GET /qr/{code}.svg?callback=alert", none, "200", SAFE],
  ["GET /qr/{code}.svg", { key: "none", headers: { "If-None-Match": "*" } }, "304"],
  ["POST /qr/{code}.svg", { key: "none", body: {} }, "405 method_not_allowed", { Allow: "GET, HEAD" }],
  ["GET /brands/none.svg", none, NOT_FOUND],
  ["GET /brands/..%2f..%2fqr%2f{code}.svg", none, NOT_FOUND],
  ["GET /lists/zzzzzzzz", none, "404"],
  ["GET /lists/{short}", none, "404"],
  ["GET /lists/%3Cscript%3E", none, "404"],
  [
    "PUT /v1/projects/main/logo",
    { headers: { "Content-Type": "image/png" }, body: "not a picture" },
    `${REFUSED}: logo`,
  ],
  [
    "PUT /v1/projects/main/logo",
    { headers: { "Content-Type": "text/html" }, body: "<b>" },
    `${REFUSED}: logo`,
  ],
];
