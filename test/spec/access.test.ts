import { describe, expect, test } from "vitest";
import { newApiKey } from "../../src/features/access/api-key.ts";
import { OFFER_RETAILERS, SCOPES, type Scope } from "../../src/ground/core/vocabulary.ts";
import { healthStatus, retailerRecord } from "../../src/surfaces/api/resources.ts";
import { linkBody, PAIRS } from "../bodies.ts";
import { expectError, expectLink, expectList, expectQrCode } from "../expectations.ts";
import { type Answer, get, post, type RequestOptions } from "../requests.ts";
import { useService } from "../use-service.ts";

const without = (...missing: Scope[]) => SCOPES.filter((scope) => !missing.includes(scope));

const service = await useService();
const { key } = await service.issueKey({ createProjects: ["main", "other"] });
const linkId = expectLink(await post(service, "/v1/links", linkBody(), { key })).id;

interface Endpoint {
  name: string;
  scope?: Scope;
  send(options: RequestOptions): Promise<Answer>;
}
const ENDPOINTS: Endpoint[] = [
  {
    name: "POST /v1/links",
    scope: "links:write",
    send: (options) => post(service, "/v1/links", linkBody(), options),
  },
  {
    name: "POST /v1/links/bulk",
    scope: "links:write",
    send: (options) => post(service, "/v1/links/bulk", { links: [linkBody()] }, options),
  },
  {
    name: "GET /v1/links/{linkId}",
    scope: "links:read",
    send: (options) => get(service, `/v1/links/${linkId}`, options),
  },
  {
    name: "GET /v1/links",
    scope: "links:read",
    send: (options) => get(service, "/v1/links", options),
  },
  {
    name: "POST /v1/links/{linkId}/qr-codes",
    scope: "qr-codes:write",
    send: (options) => post(service, `/v1/links/${linkId}/qr-codes`, {}, options),
  },
  {
    name: "GET /v1/sales",
    scope: "links:read",
    send: (options) => get(service, "/v1/sales", options),
  },
  {
    name: "GET /v1/links/{linkId}/sales",
    scope: "links:read",
    send: (options) => get(service, `/v1/links/${linkId}/sales`, options),
  },
  {
    name: "GET /v1/events",
    scope: "events:read",
    send: (options) => get(service, "/v1/events", options),
  },
  { name: "GET /v1/retailers", send: (options) => get(service, "/v1/retailers", options) },
];

describe("spec: Authentication 1 and 5, a missing or invalid key gives 401", () => {
  const past = new Date(Date.now() - 1).toISOString();
  const damaged = (text: string) => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");
  const KEYS: Record<string, () => Promise<string | undefined> | string | undefined> = {
    missing: () => undefined,
    empty: () => "",
    "well-formed but unknown": async () => (await newApiKey()).key,
    "damaged checksum": () => damaged(key),
    "of another form": () => "sk_live_0123456789",
    "in lower case": () => key.toLowerCase(),
    "with a scheme": () => `Bearer ${key}`,
    "sent twice": () => `${key}, ${key}`,
    expired: async () => (await service.issueKey({ expiresAt: past })).key,
    revoked: async () => (await service.issueKey({ revokedAt: past })).key,
  };

  test.each(ENDPOINTS)("$name returns the same error for every such key", async ({ send }) => {
    const messages = new Set<string>();
    for (const [name, make] of Object.entries(KEYS)) {
      const bad = await make();
      const answer = await send(bad === undefined ? {} : { key: bad });
      messages.add(expectError(answer, 401, "unauthorized").message);
      expect(answer.headers.get("WWW-Authenticate"), name).toMatch(/^\w+ /);
    }
    expect([...messages]).toHaveLength(1);
  });

  test("a key outside the header is ignored", async () => {
    expectError(await get(service, `/v1/retailers?key=${key}`), 401, "unauthorized");
    expectError(
      await get(service, "/v1/retailers", { headers: { Authorization: `Bearer ${key}` } }),
      401,
      "unauthorized",
    );
  });

  test("a key with a future expiry is valid", async () => {
    const later = await service.issueKey({ expiresAt: "2999-01-01T00:00:00.000Z" });
    expectLink(await get(service, `/v1/links/${linkId}`, later), 200);
  });

  test("GET /health and GET /ready need no key", async () => {
    for (const path of ["/health", "/ready"]) {
      const answer = await get(service, path);
      expect(answer.status).toBe(200);
      expect(healthStatus.parse(answer.json)).toEqual({ status: "ok", service: "shoppable-links" });
    }
  });

  test("the last use of a key is recorded only if the key is accepted", async () => {
    const used = await service.issueKey();
    const expired = await service.issueKey({ expiresAt: past });
    const lastUsed = (id: string) =>
      service.env.DB.prepare("SELECT last_used_at FROM api_keys WHERE id = ?1")
        .bind(id)
        .first("last_used_at");
    await get(service, "/v1/retailers", expired);
    await get(service, "/v1/retailers", used);
    await expect.poll(() => lastUsed(used.id)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await lastUsed(expired.id)).toBeNull();
  });
});

describe("spec: Authentication 4, a key without the needed scope gets 403", () => {
  test.each(ENDPOINTS)("$name without its scope", async ({ scope, send }) => {
    if (scope === undefined) {
      // design: "Any valid key may call it".
      expectList(await send(await service.issueKey({ scopes: [], projects: [] })), retailerRecord);
      return;
    }
    const answer = await send(await service.issueKey({ scopes: without(scope) }));
    expect(expectError(answer, 403, "insufficient_scope").message).toContain(scope);
  });

  test.each(PAIRS)(
    "%s without its retailer's scope: no new link or QR code, but reads work",
    async (pair) => {
      const retailer = OFFER_RETAILERS.find((name) => pair.startsWith(`${name} `));
      const scope: Scope = `retailers:${retailer ?? "custom"}`;
      const poor = await service.issueKey({ scopes: without(scope) });
      const refused = await post(service, "/v1/links", linkBody(pair), poor);
      expect(expectError(refused, 403, "insufficient_scope").message).toContain(scope);
      const { id } = expectLink(await post(service, "/v1/links", linkBody(pair), { key }));
      const noCode = await post(service, `/v1/links/${id}/qr-codes`, {}, poor);
      expect(expectError(noCode, 403, "insufficient_scope").message).toContain(scope);
      expectLink(await get(service, `/v1/links/${id}`, poor), 200);
      const rich = await service.issueKey({ scopes: ["links:write", "qr-codes:write", scope] });
      expectLink(await post(service, "/v1/links", linkBody(pair), rich));
      expectQrCode(await post(service, `/v1/links/${id}/qr-codes`, {}, rich));
    },
  );
});

describe("spec: Authentication 2 and 3, a key without access to the project gets 403", () => {
  const create = (projectId: string, options: RequestOptions) =>
    post(service, "/v1/links", linkBody("custom custom_url", { projectId }), options);

  test("inaccessible, missing and foreign projects get the same error", async () => {
    await service.issueKey({ organization: "globex", createProjects: ["theirs"] });
    const selected = await service.issueKey({ projects: ["main"] });
    const messages = [
      await create("other", selected),
      await create("ghost", selected),
      await create("theirs", selected),
      await create("ghost", { key }),
      await create("theirs", { key }),
    ].map((answer) => expectError(answer, 403, "project_access_denied").message);
    expect(new Set(messages).size).toBe(1);
    expectLink(await create("main", selected));
    expectLink(await create("other", { key }));
  });

  test("a key for `all` projects can use a project created just now", async () => {
    expectError(await create("brand-new", { key }), 403, "project_access_denied");
    await service.issueKey({ createProjects: ["brand-new"] });
    expectLink(await create("brand-new", { key }));
  });

  test("a link in an inaccessible project of the same organization: 403", async () => {
    const { id } = expectLink(await create("other", { key }));
    const selected = await service.issueKey({ projects: ["main"] });
    expectError(await get(service, `/v1/links/${id}`, selected), 403, "project_access_denied");
    expectError(await post(service, `/v1/links/${id}/qr-codes`, {}, selected), 403, "project_access_denied");
  });

  test("a link of another organization is not found, even if both have a project with the same id", async () => {
    const globex = await service.issueKey({ organization: "globex", createProjects: ["main"] });
    const theirs = expectLink(await create("main", globex));
    for (const send of [
      (id: string) => get(service, `/v1/links/${id}`, { key }),
      (id: string) => post(service, `/v1/links/${id}/qr-codes`, {}, { key }),
    ]) {
      const foreign = expectError(await send(theirs.id), 404, "not_found");
      const absent = expectError(await send("lnk_00000000000000000000000000"), 404, "not_found");
      expect(foreign.message).toBe(absent.message);
    }
    expectLink(await get(service, `/v1/links/${theirs.id}`, globex), 200);
  });
});
