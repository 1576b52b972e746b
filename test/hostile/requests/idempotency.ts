import { custom, type Row } from "./row.ts";

const KEY = "Idempotency-Key";
const AGAIN = "Idempotent-Replayed";
const CONFLICT = "409 idempotency_conflict";
const sent = (
  key: string,
  body: object | string = custom(),
): { headers: Record<string, string>; body: object | string } => ({
  headers: { [KEY]: key },
  body,
});
const spaced = JSON.stringify(custom(), null, 3);

/** A key has one result, for one organization, path and body. The rows run in this order. */
export const IDEMPOTENCY: readonly Row[] = [
  ["POST /v1/links", sent("hostile-1"), "201", { [AGAIN]: null }],
  ["POST /v1/links", sent("hostile-1"), "201", { [AGAIN]: "true" }],
  ["POST /v1/links", sent("hostile-1", spaced), "201", { [AGAIN]: "true" }],
  ["POST /v1/links", sent(" hostile-1 "), "201", { [AGAIN]: "true" }],
  ["POST /v1/links", sent("HOSTILE-1"), "201", { [AGAIN]: null }],
  ["POST /v1/links", sent("hostile-1", custom({ name: "spring campaign" })), CONFLICT],
  ["POST /v1/links", sent("hostile-1", custom({ name: "Spring campaign " })), CONFLICT],
  ["POST /v1/links", sent("hostile-1", custom({ metadata: {} })), CONFLICT],
  ["POST /v1/links?x=1", sent("hostile-1"), "201", { [AGAIN]: "true" }],
  ["POST /v1/links", { ...sent("hostile-1"), key: "foreign" }, "201", { [AGAIN]: null }],
  ["POST /v1/links", { ...sent("hostile-1"), key: "poor" }, "403 insufficient_scope", { [AGAIN]: null }],
  ["POST /v1/links", { ...sent("hostile-1"), key: "narrow" }, "403 project_access_denied", { [AGAIN]: null }],
  ["POST /v1/links", { ...sent("hostile-1"), key: "no custom" }, "403 insufficient_scope", { [AGAIN]: null }],
  ["POST /v1/links", { ...sent("hostile-1"), key: "revoked" }, "401 unauthorized", { [AGAIN]: null }],
  ["POST /v1/links", { ...sent("hostile-1"), key: "none" }, "401 unauthorized", { [AGAIN]: null }],
  ["POST /v1/links/bulk", sent("hostile-1", { links: [custom()] }), "200", { [AGAIN]: null }],
  ["POST /v1/links/{link}/qr-codes", sent("hostile-1", { identifier: "idem-1" }), "201", { [AGAIN]: null }],
  ["POST /v1/links/{link}/qr-codes", sent("hostile-1", { identifier: "idem-1" }), "201", { [AGAIN]: "true" }],
  ["POST /v1/links/{link}/qr-codes", sent("hostile-1", { identifier: "idem-2" }), CONFLICT],
  [
    "POST /v1/links/{link}/qr-codes",
    sent("hostile-2", { identifier: "idem-1" }),
    "409 duplicate_identifier: identifier",
  ],
  ["POST /v1/links/{link}/qr-codes", sent("hostile-2", { identifier: "idem-3" }), "201", { [AGAIN]: null }],
  ["POST /v1/links", sent("1234567"), `400 validation_failed: ${KEY}`],
  ["POST /v1/links", sent("x".repeat(129)), `400 validation_failed: ${KEY}`],
  ["POST /v1/links", sent("hostile-ü-1"), `400 validation_failed: ${KEY}`],
  ["POST /v1/links", sent("%' OR 1=1 --"), "201", { [AGAIN]: null }],
  ["POST /v1/links", sent("%________"), "201", { [AGAIN]: null }],
  [
    "POST /v1/links",
    { headers: { [KEY]: ["hostile-1", "hostile-1"] }, body: custom() },
    "201",
    { [AGAIN]: null },
  ],
  ["POST /v1/links", sent("hostile-3", custom({ name: "" })), "400 validation_failed: name"],
  ["POST /v1/links", sent("hostile-3"), "201", { [AGAIN]: null }],
];
