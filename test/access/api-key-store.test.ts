import { afterEach, describe, expect, test, vi } from "vitest";
import { newApiKey } from "../../src/features/access/api-key.ts";
import { apiKeyStore } from "../../src/features/access/api-key-store.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
afterEach(() => vi.useRealTimers());

const open = () => apiKeyStore(service.env.DB, () => {});

describe("design: a revocation takes effect within 10 s", () => {
  test("a key is cached for 10 s and no longer", async () => {
    const { id, key } = await service.issueKey();
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await open().findByText(key)).toMatchObject({ id, revokedAt: null });
    const revokedAt = new Date().toISOString();
    await service.env.DB.prepare("UPDATE api_keys SET revoked_at = ?2 WHERE id = ?1")
      .bind(id, revokedAt)
      .run();
    vi.setSystemTime(Date.now() + 9_999);
    expect(await open().findByText(key)).toMatchObject({ id, revokedAt: null });
    vi.setSystemTime(Date.now() + 1);
    expect(await open().findByText(key)).toMatchObject({ id, revokedAt });
  });

  test("the 10 s count from the start of a slow query", async () => {
    const { id, key } = await service.issueKey();
    vi.useFakeTimers({ toFake: ["Date"] });
    const reading = open().findByText(key);
    vi.setSystemTime(Date.now() + 6_000);
    expect(await reading).toMatchObject({ id, revokedAt: null });
    const revokedAt = new Date().toISOString();
    await service.env.DB.prepare("UPDATE api_keys SET revoked_at = ?2 WHERE id = ?1")
      .bind(id, revokedAt)
      .run();
    vi.setSystemTime(Date.now() + 3_999);
    expect(await open().findByText(key)).toMatchObject({ id, revokedAt: null });
    vi.setSystemTime(Date.now() + 1);
    expect(await open().findByText(key)).toMatchObject({ id, revokedAt });
  });

  test("an unknown key is not cached: a new key works immediately", async () => {
    const { key, hash, prefix } = await newApiKey();
    expect(await open().findByText(key)).toBeNull();
    await service.env.DB.prepare(
      `INSERT INTO api_keys (id, organization_id, hash, prefix, name, scopes, created_at, issuer_type,
         issuer_id)
       VALUES ('key_new', 'acme', ?1, ?2, 'new', '[]', '2026-11-01T00:00:00.000Z', 'job', 'test')`,
    )
      .bind(hash, prefix)
      .run();
    expect(await open().findByText(key)).toMatchObject({ id: "key_new", organizationId: "acme" });
  });
});

test("the last use of a key is written once a minute, not on every request", async () => {
  const { id } = await service.issueKey();
  const writes: Promise<unknown>[] = [];
  const store = apiKeyStore(service.env.DB, (work) => void writes.push(work));
  const start = new Date("2026-11-01T10:00:00.000Z");
  for (const seconds of [0, 1, 59.999]) store.touch(id, new Date(start.getTime() + seconds * 1000));
  expect(writes).toHaveLength(1);
  store.touch(id, new Date("2026-11-01T10:01:00.000Z"));
  expect(writes).toHaveLength(2);
  const [another, unused] = [await service.issueKey(), await service.issueKey()];
  store.touch(another.id, start);
  await Promise.all(writes);
  const { results } = await service.env.DB.prepare(
    "SELECT last_used_at FROM api_keys WHERE id IN (?1, ?2, ?3) ORDER BY id",
  )
    .bind(id, another.id, unused.id)
    .all();
  const wanted = new Map([
    [id, "2026-11-01T10:01:00.000Z"],
    [another.id, start.toISOString()],
    [unused.id, null],
  ]);
  const inOrder = [...wanted].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(results).toEqual(inOrder.map(([, time]) => ({ last_used_at: time })));
});
