import { describe, expect, test } from "vitest";
import { type Claim, idempotencyRequest } from "../../src/features/writes/claim.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { expectNew, expectReplay, newKey, WRITES } from "./idempotent-writes.ts";

const HOUR = 60 * 60 * 1000;

const service = await useService();
const full = await service.issueKey();
const linkId = expectLink(await post(service, "/v1/links", linkBody(), full)).id;

describe.each(WRITES)("design: D1 decides and KV replays, $name", (write) => {
  const create = (idempotencyKey: string, body = write.body()) =>
    post(service, write.path(linkId), body, { ...full, idempotencyKey });

  /** Creates with `key` and returns the response and its claim, once both D1 and KV have the claim. */
  async function created(key: string) {
    const first = await create(key);
    expectNew(first);
    const request = await idempotencyRequest(
      service.organization,
      "POST",
      write.path(linkId),
      key,
      write.body(),
    );
    const read = () => service.env.IDEMPOTENCY.get<Claim>(request.scope, "json");
    await expect.poll(read).toMatchObject(request);
    return { first, scope: request.scope, kept: await service.env.IDEMPOTENCY.get(request.scope) };
  }
  const sql = (text: string, ...values: string[]) => service.env.DB.prepare(text).bind(...values);
  const expire = (scope: string) =>
    sql("UPDATE idempotency_claims SET expires_at = created_at WHERE scope = ?1", scope).run();

  test("D1 replays if KV is empty", async () => {
    const key = newKey();
    const { first, scope } = await created(key);
    await service.env.IDEMPOTENCY.delete(scope);
    expectReplay(await create(key), first);
    expectError(await create(key, write.body("Summer")), 409, "idempotency_conflict");
  });

  test("a key expires after 24 hours, for the same and for a different body", async () => {
    const key = newKey();
    const { first, scope } = await created(key);
    const row = await sql(
      "SELECT created_at, expires_at FROM idempotency_claims WHERE scope = ?1",
      scope,
    ).first<{
      created_at: string;
      expires_at: string;
    }>();
    expect(Date.parse(row?.expires_at ?? "") - Date.parse(row?.created_at ?? "")).toBe(24 * HOUR);
    await expire(scope);
    await service.env.IDEMPOTENCY.delete(scope);
    const second = await create(key, write.body("Summer"));
    expect(expectNew(second)).not.toBe(first.json.data.id);
    expectReplay(await create(key, write.body("Summer")), second);
    expectError(await create(key), 409, "idempotency_conflict");
  });

  test("100 concurrent requests with one key create one object, and all get the same response", {
    tags: "all",
  }, async () => {
    const key = newKey();
    const body = write.body(`Race for ${write.name}`);
    const answers = await Promise.all(Array.from({ length: 100 }, () => create(key, body)));
    const [first, ...others] = answers.filter(({ headers }) => !headers.has("Idempotent-Replayed"));
    expect(others).toEqual([]);
    if (!first) throw new Error("nobody won");
    for (const answer of answers.filter((one) => one !== first)) expectReplay(answer, first);
    expect(await sql(write.count, String(body.name)).first("count")).toBe(1);
  });

  test("of 20 concurrent requests with one key and different bodies, one wins and the others get 409", async () => {
    const key = newKey();
    const names = Array.from({ length: 20 }, (_, index) => `Rival ${index} for ${write.name}`);
    const answers = await Promise.all(names.map((name) => create(key, write.body(name))));
    const [winner, ...others] = answers.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    for (const answer of answers.filter((one) => one !== winner)) {
      expectError(answer, 409, "idempotency_conflict");
    }
    const counts = await Promise.all(names.map((name) => sql(write.count, name).first<number>("count")));
    expect(counts.filter((count) => count === 1)).toHaveLength(1);
    expect(counts.filter((count) => count === 0)).toHaveLength(19);
  });
});

test("design: a job removes expired claims", async () => {
  const scopes = async () =>
    (await service.env.DB.prepare("SELECT scope FROM idempotency_claims ORDER BY scope").all()).results;
  expectNew(await post(service, "/v1/links", linkBody(), { ...full, idempotencyKey: newKey() }));
  const { expires_at: expiresAt } =
    (await service.env.DB.prepare(
      "SELECT expires_at FROM idempotency_claims ORDER BY expires_at DESC LIMIT 1",
    ).first<{ expires_at: string }>()) ?? expect.fail("there is no claim");
  const before = await scopes();
  await service.scheduled("17 * * * *", new Date(Date.parse(expiresAt) - 24 * HOUR));
  // No claim has expired yet.
  expect((await scopes()).length).toBe(before.length);
  await service.scheduled("17 * * * *", new Date(Date.parse(expiresAt) - 1));
  expect((await scopes()).length).toBeGreaterThanOrEqual(1);
  await service.scheduled("17 * * * *", new Date(expiresAt));
  expect(await scopes()).toEqual([]);
});
