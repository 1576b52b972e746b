import { describe, expect, test } from "vitest";
import type { ApiKeyRecord } from "../../src/features/access/api-key.ts";
import { issueKey } from "../../src/features/access/issue-key.ts";
import { type Rotation, revokeKey, rotateKey } from "../../src/features/access/rotate-key.ts";
import { type IdempotentWrite, idempotencyRequest, madeBy } from "../../src/features/writes/claim.ts";
import type { Fault } from "../faults/faults.ts";
import { ada, member, NOW, request, startMemberKeyService } from "./member-keys.ts";

/** Forms for keys that owners send again, and that collide with other changes of the same key. */

const { deps, issue, count } = await startMemberKeyService();
const once = async (form: string, body: unknown): Promise<IdempotentWrite<ApiKeyRecord & Rotation>> => ({
  ...(await idempotencyRequest("acme", "POST", "/dashboard/keys", form, body)),
  receipt: (made) => JSON.stringify(made),
});

describe("a form that is sent twice", () => {
  test("issues one key, and the stored receipt has no secret", async () => {
    const name = "Sent twice";
    const send = async (asked = request({ name })) =>
      issueKey(ada, { request: asked, idempotency: await once("form-1", asked) }, deps());
    const results = await Promise.all([send(), send(), send()]);
    const made = results.flatMap((result) => (result.kind === "made" ? [result.value] : []));
    expect(made).toHaveLength(1);
    const [issued] = made;
    results.push(await send());
    for (const result of results) {
      if (result.kind === "made") continue;
      expect(JSON.parse(result.receipt)).toMatchObject({ id: issued?.id, name });
    }
    expect(await count("api_keys", `name = '${name}'`)).toBe(1);
    expect(await count("idempotency_claims", `instr(receipt, '${issued?.key}') > 0`)).toBe(0);
    await expect(send(request({ name: "Other" }))).rejects.toMatchObject({ code: "idempotency_conflict" });
  });

  test("rotates once, although the old key has ended then", async () => {
    const { id } = await issue();
    const send = async () => {
      const idempotency = await once(`rotate ${id}`, { id });
      return rotateKey(ada, { id, grace: "0", idempotency }, deps());
    };
    const first = madeBy(await send());
    const again = await send();
    expect(again.kind === "replayed" && JSON.parse(again.receipt)).toMatchObject({
      issued: { id: first.issued.id },
      oldExpiresAt: NOW.toISOString(),
    });
    expect(JSON.stringify(again)).not.toContain(first.issued.key);
    const another = rotateKey(ada, { id, grace: "0", idempotency: await once("another", { id }) }, deps());
    await expect(another).rejects.toMatchObject({ code: "key_inactive" });
    expect(await count("idempotency_claims", `owner LIKE 'key_%' AND receipt LIKE '%${id}%'`)).toBe(0);
  });

  test("is written with corrected values after a rejected form", async () => {
    const idempotency = await once("form-2", {});
    const wrong = issueKey(ada, { request: request({ projects: ["ghost"] }), idempotency }, deps());
    await expect(wrong).rejects.toMatchObject({ code: "validation_failed" });
    expect((await issueKey(ada, { request: request(), idempotency }, deps())).kind).toBe("made");
  });

  test.each<Fault>(["loses first answer", "commits late"])(
    "and a database that %s: one key each, noted once",
    async (fault) => {
      const idempotency = await once(`lost ${fault}`, {});
      const name = `Lost ${fault}`;
      const issued = madeBy(await issueKey(ada, { request: request({ name }), idempotency }, deps(fault)));
      const input = { id: issued.id, grace: "24h", idempotency: await once(`turn ${fault}`, {}) } as const;
      const rotated = madeBy(await rotateKey(ada, input, deps(fault)));
      expect(await count("api_keys", `name = '${name}'`)).toBe(2);
      expect(await revokeKey(ada, rotated.issued, deps(fault))).toMatchObject({ already: false });
      expect(await count("activity", `object_id = '${rotated.issued.id}'`)).toBe(2);
    },
  );
});

describe("concurrently", () => {
  test("of two revocations, one is the first, and it is recorded once", async () => {
    const { id } = await issue();
    const both = await Promise.all([
      revokeKey(ada, { id }, deps()),
      revokeKey(member("mem_bob"), { id }, deps()),
    ]);
    expect(both.map(({ already }) => already).sort()).toEqual([false, true]);
    expect(both.map(({ key }) => key.revokedAt)).toEqual([NOW.toISOString(), NOW.toISOString()]);
    expect(await count("activity", `object_id = '${id}' AND instr(changes, 'revokedAt') > 0`)).toBe(1);
  });

  test("after a rotation and a revocation, the old key is revoked, and a new key exists only if it was shown", async () => {
    const name = "Turned and revoked";
    const { id } = await issue({ name });
    const [rotated] = await Promise.allSettled([
      rotateKey(ada, { id, grace: "7d", idempotency: null }, deps()),
      revokeKey(ada, { id }, deps()),
    ]);
    expect(await deps().apiKeys.find(id)).toMatchObject({ revokedAt: NOW.toISOString() });
    expect(await count("api_keys", `name = '${name}' AND revoked_at IS NULL`)).toBe(
      rotated.status === "fulfilled" ? 1 : 0,
    );
    if (rotated.status === "rejected") expect(rotated.reason).toMatchObject({ code: "key_inactive" });
  });

  test("a rotation that read the key before its revocation is rejected", async () => {
    const { id } = await issue();
    const { apiKeys, ...rest } = deps();
    const find = async (wanted: string) => {
      const found = await apiKeys.find(wanted);
      await revokeKey(ada, { id }, deps());
      return found;
    };
    const late = rotateKey(
      ada,
      { id, grace: "7d", idempotency: null },
      { ...rest, apiKeys: { ...apiKeys, find } },
    );
    await expect(late).rejects.toMatchObject({
      code: "key_inactive",
      message: expect.stringContaining("is revoked"),
    });
  });
});
