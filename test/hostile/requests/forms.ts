import type { Row, Sent } from "./row.ts";

const FORM = "application/x-www-form-urlencoded";
const MEMBERS = "/dashboard/o/acme/members/new";
const SAME = { Origin: "{origin}", "Sec-Fetch-Site": "same-origin" };

/** A form of a signed-in person. */
const form = (
  headers: Record<string, string>,
  body: string,
  who: "owner" | "viewer" | "eve" = "owner",
): Sent => ({
  key: "none",
  headers: { "Cf-Access-Jwt-Assertion": `{${who}}`, Accept: "text/html", "Content-Type": FORM, ...headers },
  body: `idempotency-key={random}&${body}`,
});
const evil = "email=eve%40evil.example&role=owner";

/** Forms of the dashboard, by person, origin and content. */
export const FORMS: readonly Row[] = [
  [`POST ${MEMBERS}`, form({}, evil), "403"],
  [`POST ${MEMBERS}`, form({ Origin: "https://evil.example" }, evil), "403"],
  [`POST ${MEMBERS}`, form({ Origin: "null" }, evil), "403"],
  [`POST ${MEMBERS}`, form({ ...SAME, "Sec-Fetch-Site": "cross-site" }, evil), "403"],
  [`POST ${MEMBERS}`, form(SAME, evil, "viewer"), "403"],
  [`POST ${MEMBERS}`, form(SAME, evil, "eve"), "403"],
  ["POST /dashboard/o/globex/members/new", form(SAME, evil), "404"],
  ["POST /dashboard/o/ACME/members/new", form(SAME, evil), "404"],
  ["POST /dashboard/o/none/members/new", form(SAME, evil), "404"],
  [`POST ${MEMBERS}`, form(SAME, "email=not-an-address&role=owner"), "400"],
  [`POST ${MEMBERS}`, form(SAME, "email=a%40b.example&role=god"), "400"],
  [`POST ${MEMBERS}`, form(SAME, "email=a%40b.example%0d%0aBcc:x&role=viewer"), "400"],
  [`POST ${MEMBERS}`, form({ ...SAME, "Content-Type": "application/json" }, "{}"), "415"],
  [`POST ${MEMBERS}`, form({ ...SAME, "Content-Type": "text/plain" }, evil), "415"],
  ["POST /dashboard/o/acme/keys/new", form(SAME, "name=x&reach=all", "viewer"), "403"],
  ["POST /dashboard/o/acme/keys/none/revoke", form(SAME, ""), "404"],
  ["POST /dashboard/o/acme/projects/new", form(SAME, "name=%00&id=evil"), "400"],
  ["POST /dashboard/o/acme/projects/new", form(SAME, "name=x&id=..%2Fevil"), "400"],
  ["POST /dashboard/o/acme/links/{link}/switch-off", form(SAME, "", "viewer"), "403"],
  ["POST /dashboard/o/acme/links/{foreign link}/switch-off", form(SAME, ""), "404"],
  ["POST /dashboard/o/acme/links/new", form(SAME, "retailer=evil&intent=x"), "400"],
  ["PUT /dashboard/o/acme/members/new", form(SAME, evil), "405"],
];
