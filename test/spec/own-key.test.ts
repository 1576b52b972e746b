import { expect, test } from "vitest";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { expectError } from "../expectations.ts";
import { get } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const ask = async ({ key }: { key: string }) => (await get(service, "/v1/key", { key })).json;

test("a key for all projects can read its organization and scopes, without an expiry", async () => {
  const key = await service.issueKey();
  const { organization } = service;
  expect(await ask(key)).toEqual({
    data: {
      ...{ id: key.id, name: "test", organization: { id: organization, name: organization } },
      ...{ projects: "all", scopes: SCOPES, createdAt: expect.stringMatching(/^20.*Z$/) },
    },
  });
});

test("a limited key can read its projects, scopes and expiry without any scope", async () => {
  const expiresAt = "2999-01-01T00:00:00.000Z";
  const limits = { projects: ["shop"], scopes: ["retailers:custom"], expiresAt } as const;
  const { data } = await ask(await service.issueKey({ ...limits, projects: ["shop"] }));
  expect(data).toMatchObject(limits);
  expect((await ask(await service.issueKey({ projects: [] }))).data.projects).toEqual([]);
});

test("an unusable key gets 401", async () => {
  const revoked = await service.issueKey({ revokedAt: "2026-01-01T00:00:00.000Z" });
  for (const key of [undefined, "slk_nothing", revoked.key])
    expectError(await get(service, "/v1/key", key === undefined ? {} : { key }), 401, "unauthorized");
});

test("the response contains neither the key nor its hash", async () => {
  const key = await service.issueKey();
  const text = JSON.stringify(await ask(key));
  const hash = await service.env.DB.prepare("SELECT hash FROM api_keys WHERE id = ?1")
    .bind(key.id)
    .first<string>("hash");
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  for (const secret of [key.key, key.key.slice(4, 20), hash ?? ""]) expect(text).not.toContain(secret);
});
