import { request } from "node:http";
import { UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { newApiKey } from "../../src/features/access/api-key.ts";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { errorBody } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { useDashboard } from "../dashboard/dashboard.ts";
import { setStatus } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { get, post } from "../requests.ts";
import { AUTHENTICATION } from "./requests/authentication.ts";
import { AUTHORISATION } from "./requests/authorisation.ts";
import { DISCOVERY } from "./requests/discovery.ts";
import { FORMS } from "./requests/forms.ts";
import { HEADERS } from "./requests/headers.ts";
import { IDEMPOTENCY } from "./requests/idempotency.ts";
import { IMAGES } from "./requests/images.ts";
import { JSON_BODIES } from "./requests/json.ts";
import { ROUTES } from "./requests/routes.ts";
import type { KeyName, Row, Sent } from "./requests/row.ts";
import { TOKENS } from "./requests/tokens.ts";
import { URLS } from "./requests/urls.ts";

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  authentication: AUTHENTICATION,
  authorisation: AUTHORISATION,
  "routes and methods": ROUTES,
  headers: HEADERS,
  "JSON and Unicode": JSON_BODIES,
  URLs: URLS,
  idempotency: IDEMPOTENCY,
  images: IMAGES,
  discovery: DISCOVERY,
  forms: FORMS,
  tokens: TOKENS,
};

const dashboard = await useDashboard(undefined, {}, { behindMiniflare: true });
const { service } = dashboard;
/** Every name that rows have between braces. */
const prepared: Record<string, string> = {};
const keys: Partial<Record<KeyName, string>> = {};

beforeAll(async () => {
  const past = new Date(Date.now() - 1).toISOString();
  const issued = {
    full: await service.issueKey({ createProjects: ["main", "other"] }),
    poor: await service.issueKey({ scopes: [] }),
    reader: await service.issueKey({ scopes: ["links:read", "projects:read"] }),
    "no custom": await service.issueKey({ scopes: SCOPES.filter((scope) => scope !== "retailers:custom") }),
    narrow: await service.issueKey({ projects: ["other"] }),
    foreign: await service.issueKey({ organization: "globex" }),
    expired: await service.issueKey({ expiresAt: past }),
    revoked: await service.issueKey({ revokedAt: past }),
  };
  for (const [name, { key }] of Object.entries(issued)) keys[name as KeyName] = key;
  const create = async (key: string) => expectLink(await post(service, "/v1/links", linkBody(), { key }));
  const link = await create(issued.full.key);
  const off = await create(issued.full.key);
  await setStatus(service.env, off.id, "inactive");
  const page = await get(service, "/v1/links?limit=1", issued.full);
  for (const [email, role] of [
    ["owner", "owner"],
    ["viewer", "viewer"],
  ] as const)
    await dashboard.add("acme", `${email}@acme.example`, role);
  const token = async (email: string) => Object.values(await dashboard.identity(email))[0] ?? "";
  const { origin, port } = service.url;
  const owner = await token("owner@acme.example");
  const [head, , signature] = owner.split(".");
  const claims = Buffer.from(JSON.stringify({ email: "viewer@acme.example" })).toString("base64url");
  Object.assign(prepared, {
    "without signature": owner.slice(0, owner.lastIndexOf(".") + 1),
    "of another person": `${head}.${claims}.${signature}`,
    link: link.id,
    LINK: link.id.toUpperCase(),
    short: link.shortId,
    SHORT: link.shortId.toUpperCase(),
    code: link.qrCode?.id,
    "off short": off.shortId,
    "foreign link": (await create(issued.foreign.key)).id,
    cursor: encodeURIComponent(page.json.nextCursor),
    key: issued.full.key,
    "unknown key": (await newApiKey()).key,
    origin,
    port,
    owner,
    viewer: await token("viewer@acme.example"),
    eve: await token("eve@evil.example"),
    unsigned: new UnsecuredJWT({ email: "owner@acme.example" }).encode(),
  });
  before = await written();
});

const filled = (text: string): string =>
  text.replace(/\{([A-Za-z ]+)\}/g, (whole, name: string) =>
    name === "random" ? crypto.randomUUID() : (prepared[name] ?? whole),
  );

/** The rows that were written at the last response. */
let before: unknown;

interface WireResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends a row unchanged, below `fetch`, which would normalize paths and headers. */
function send(line: string, { key = "full", headers = {}, body }: Sent): Promise<WireResponse> {
  const [method = "", path = ""] = [
    line.slice(0, line.indexOf(" ")),
    filled(line.slice(line.indexOf(" ") + 1)),
  ];
  const bytes =
    body instanceof Uint8Array
      ? body
      : body !== undefined &&
        new TextEncoder().encode(filled(typeof body === "string" ? body : JSON.stringify(body)));
  const sent: Record<string, string | string[]> = {
    ...(keys[key] !== undefined && { "X-Service-API-Key": keys[key] }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(bytes && { "Content-Length": String(bytes.length) }),
  };
  for (const [name, value] of Object.entries(headers))
    sent[name] = typeof value === "string" ? wire(filled(value)) : value.map(filled);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: service.url.hostname, port: service.url.port, method, path: wire(path), headers: sent },
      async (response) => {
        let text = "";
        for await (const chunk of response.setEncoding("utf8")) text += chunk;
        const received = new Headers();
        for (const [name, value] of Object.entries(response.headers)) received.set(name, String(value));
        resolve({ status: response.statusCode ?? 0, headers: received, text });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(bytes || undefined);
  });
}

/** Text as Node sends it: its UTF-8 bytes, each as a character. */
const wire = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

const written = async (): Promise<unknown> =>
  service.env.DB.prepare(
    `SELECT (SELECT COUNT(*) FROM links) AS links, (SELECT COUNT(*) FROM qr_codes) AS codes,
       (SELECT COUNT(*) FROM idempotency_claims) AS claims, (SELECT COUNT(*) FROM activity) AS activity,
       (SELECT COUNT(*) FROM members) AS members, (SELECT COUNT(*) FROM projects) AS projects`,
  ).first();

/** A response in the format of the table. */
function toldBy({ status, text, headers }: WireResponse, wanted: string): string {
  // If the row has only a status, as for a page, the text is ignored.
  if (/^\d+$/.test(wanted)) return String(status);
  const { error } = errorBody.parse(JSON.parse(text));
  expect(error.correlationId).toBe(headers.get("X-Correlation-ID"));
  const fields = (error.details ?? []).map(({ field }) => field).sort();
  return `${status} ${error.code}${fields.length > 0 ? `: ${fields.join(", ")}` : ""}`;
}

test("the table has as many rows as stated, each once", () => {
  const rows = Object.values(TABLE).flat();
  expect(rows.length).toBeGreaterThan(300);
});

describe.each(Object.entries(TABLE))("%s", (_, rows) => {
  test.each(rows.map((row, index) => [index, row[0].slice(0, 100), row] as const))(
    "%i: %s",
    async (_, __, [line, sent, wanted, wantedHeaders = {}]) => {
      const answer = await send(line, sent);
      expect(
        toldBy(answer, wanted),
        `${JSON.stringify(sent).slice(0, 300)}\n${answer.text.slice(0, 300)}`,
      ).toBe(wanted);
      for (const [name, value] of Object.entries(wantedHeaders)) {
        const found = answer.headers.get(name);
        if (value instanceof RegExp)
          expect(found?.replaceAll(prepared.origin ?? "", "{origin}"), name).toMatch(value);
        else expect(found, name).toBe(value);
      }
      const now = await written();
      if (answer.status >= 400) expect(now, "nothing is written on refusal").toEqual(before);
      before = now;
      // Neither the key nor internal details are repeated.
      for (const secret of [keys.full ?? "", prepared.owner ?? "", "D1_ERROR", "SQLITE", "at Object."])
        expect(answer.text).not.toContain(secret);
    },
  );
});
