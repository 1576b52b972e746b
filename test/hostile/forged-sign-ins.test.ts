import { createHmac } from "node:crypto";
import { exportSPKI, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "../../src/features/access/manage-members.ts";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { AUDIENCE, claimsAt, newKey, sign, startTeam, type Team, type TeamKey } from "../dashboard/team.ts";
import { type DatabaseRows, rowsIn } from "../database-rows.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { type Service, startService } from "../service.ts";

const OWNER = "owner@acme.example";
const SCREENS = ["/dashboard", "/dashboard/o/acme/links", "/dashboard/o/acme/projects/new"];
/** The rows that an owner could write with one request. */
const FORM = "/dashboard/o/acme/projects/new";

let key: TeamKey;
let other: TeamKey;
let team: Team;
let service: Service;
let before: DatabaseRows;
beforeAll(async () => {
  [key, other] = [await newKey("current"), await newKey("other")];
  team = await startTeam(key);
  service = await startService({
    config: { access: undefined },
    vars: { ACCESS_TEAM_DOMAIN: team.origin, ACCESS_AUD: AUDIENCE },
  });
  await addMember(
    OPERATOR,
    { organization: "acme", email: OWNER, role: "owner" },
    dependenciesOf(service.env),
  );
  before = await rowsIn(service.env.DB);
});
afterAll(async () => {
  await service?.close();
  await team?.close();
});

const HEADER = "Cf-Access-Jwt-Assertion";
const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;
const claims = (changes: Record<string, unknown> = {}) => ({
  ...claimsAt(team.origin, new Date()),
  email: OWNER,
  ...changes,
});
const good = () => sign(key, claims());
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** A token that is signed with `secret` by HMAC. */
const symmetric = (secret: string): string => {
  const signed = `${base64url({ alg: "HS256", kid: key.kid, typ: "JWT" })}.${base64url(claims())}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};
const parts = async () => {
  const [head = "", body = "", signature = ""] = (await good()).split(".");
  return { head, body, signature };
};
/** Headers and a query of a request. */
interface Forged {
  headers?: HeadersInit;
  query?: string;
}
const inHeader = async (token: string | Promise<string>): Promise<Forged> => ({
  headers: { [HEADER]: await token },
});

const FORGERIES: [string, () => Forged | Promise<Forged>][] = [
  ["nothing", () => ({})],
  ["an empty token", () => inHeader("")],
  ["a blank", () => inHeader(" ")],
  ["dots", () => inHeader("..")],
  ["no token", () => inHeader("null")],
  ["algorithm none", () => inHeader(new UnsecuredJWT(claims()).encode())],
  [
    "algorithm none with a key's id",
    () => inHeader(`${base64url({ alg: "None", kid: key.kid })}.${base64url(claims())}.`),
  ],
  ["HS256 with the public key as PEM", async () => inHeader(symmetric(await exportSPKI(key.publicKey)))],
  ["HS256 with the public key as JWK", () => inHeader(symmetric(JSON.stringify(key.jwk)))],
  ["HS256 with an empty secret", () => inHeader(symmetric(""))],
  ["another audience", () => inHeader(sign(key, claims({ aud: ["f".repeat(64)] })))],
  ["no audience", () => inHeader(sign(key, claims({ aud: undefined })))],
  ["another issuer", () => inHeader(sign(key, claims({ iss: "https://evil.cloudflareaccess.com" })))],
  ["no issuer", () => inHeader(sign(key, claims({ iss: undefined })))],
  ["an expired token", () => inHeader(sign(key, claims({ exp: seconds(-60) })))],
  ["a token that never expires", () => inHeader(sign(key, claims({ exp: undefined })))],
  ["a token that is not valid yet", () => inHeader(sign(key, claims({ nbf: seconds(120) })))],
  ["an unpublished key id", () => inHeader(sign(other, claims()))],
  ["no key id", () => inHeader(sign({ ...key, kid: "" }, claims()))],
  ["another key under a published id", () => inHeader(sign({ ...other, kid: key.kid }, claims()))],
  [
    "a key that the token brings along",
    () => inHeader(sign(other, claims(), { kid: key.kid, jwk: other.jwk, jku: `${team.origin}/mine` })),
  ],
  [
    "a damaged signature",
    async () => {
      const { head, body, signature } = await parts();
      return inHeader(`${head}.${body}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`);
    },
  ],
  [
    "no signature",
    async () => {
      const { head, body } = await parts();
      return inHeader(`${head}.${body}.`);
    },
  ],
  [
    "another person under a good signature",
    async () => {
      const { head, signature } = await parts();
      return inHeader(`${head}.${base64url(claims({ email: "eve@acme.example" }))}.${signature}`);
    },
  ],
  ["a service token, which names no person", () => inHeader(sign(key, claims({ email: undefined })))],
  ["a list of addresses", () => inHeader(sign(key, claims({ email: [OWNER] })))],
  [
    "two good tokens",
    async () => ({
      headers: [
        [HEADER, await good()],
        [HEADER, await good()],
      ],
    }),
  ],
  ["a good token twice in one header", async () => inHeader(`${await good()} ${await good()}`)],
  ["a good token as a bearer", async () => ({ headers: { Authorization: `Bearer ${await good()}` } })],
  ["a good token in the cookie", async () => ({ headers: { Cookie: `CF_Authorization=${await good()}` } })],
  ["a good token in the query", async () => ({ query: `?CF_Authorization=${await good()}` })],
  ["a huge token", () => inHeader(`${"a".repeat(9_000)}.${"b".repeat(9_000)}.c`)],
  [
    "a huge token of the right form",
    () => inHeader(symmetric("x".repeat(64)).replace(".", `${"A".repeat(12_000)}.`)),
  ],
  ["the header with the address", () => ({ headers: { "Cf-Access-Authenticated-User-Email": OWNER } })],
  [
    "the local runtime's header",
    () => ({
      headers: { "MF-Access-Blob": JSON.stringify({ app_aud: AUDIENCE, jwt_claims: { email: OWNER } }) },
    }),
  ],
];

const ask = (path: string, { headers, query = "" }: Forged, init: RequestInit = {}) =>
  fetch(service.url.origin + path + query, {
    ...init,
    headers: [
      ["Accept", "text/html"],
      ["Origin", service.url.origin],
      ["Sec-Fetch-Site", "same-origin"],
      ...new Headers(init.headers),
      ...(Array.isArray(headers) ? headers : new Headers(headers)),
    ],
    redirect: "manual",
  });
const sendForm = (forged: Forged, id: string) =>
  ask(FORM, forged, {
    method: "POST",
    body: new URLSearchParams({ [IDEMPOTENCY_FIELD]: crypto.randomUUID(), name: "Forged", id }),
  });

test.each(FORGERIES)("%s gets 403 at every screen, and writes nothing", async (_, forge) => {
  const forged = await forge();
  for (const path of SCREENS) expect([path, (await ask(path, forged)).status]).toEqual([path, 403]);
  const sent = await sendForm(forged, "forged");
  expect([sent.status, sent.headers.get("Location"), sent.headers.get("Set-Cookie")]).toEqual([
    403,
    null,
    null,
  ]);
  expect(await rowsIn(service.env.DB)).toEqual(before);
});

test("the same requests with a valid token are accepted", async () => {
  const signedIn = await inHeader(good());
  expect((await ask("/dashboard/o/acme/links", signedIn)).status).toBe(200);
  expect((await sendForm(signedIn, "forged")).status).toBe(303);
  const projects = ({ rows }: DatabaseRows) => rows.filter(({ table }) => table === "projects");
  expect(projects(await rowsIn(service.env.DB))).toHaveLength(projects(before).length + 1);
});

test("no key was requested elsewhere, and the log has neither tokens nor email addresses", () => {
  expect(new Set(team.paths)).toEqual(new Set(["/cdn-cgi/access/certs"]));
  const log = service.logs().join("\n");
  for (const text of [OWNER, "eyJ", "eve@acme.example"]) expect(log).not.toContain(text);
});
