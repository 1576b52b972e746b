import { describe, expect, test } from "vitest";
import { isUsable, newApiKey } from "../../src/features/access/api-key.ts";
import { issueFirstKey } from "../../src/features/access/issue-key.ts";
import { accessActivity } from "../../src/features/access/key-activity.ts";
import { listKeys } from "../../src/features/access/list-keys.ts";
import { revokeKey } from "../../src/features/access/rotate-key.ts";
import { cryptoRandomBytes } from "../../src/ground/core/ids.ts";
import type { Fault } from "../faults/faults.ts";
import { get } from "../requests.ts";
import { code, HOUR, job, later, NOW, request, startKeyService } from "./keys.ts";

const { service, deps, issueKey, rotateKey, issue, rows } = await startKeyService();

describe("rotateKey", () => {
  test.each([
    ["0", 0],
    ["24h", 24 * HOUR],
    ["7d", 7 * 24 * HOUR],
  ] as const)(
    "with a grace of %s, both keys work for %d ms, then only the new one",
    async (grace, length) => {
      const old = await issue({ name: "site", projects: ["web"], expiresAt: "2027-06-01T00:00:00.000Z" });
      const { issued, oldExpiresAt } = await rotateKey(job, { id: old.id, grace }, deps());
      expect(oldExpiresAt).toBe(later(length).toISOString());
      expect(issued).toMatchObject({
        name: "site",
        projects: ["web"],
        scopes: old.scopes,
        expiresAt: "2027-06-01T00:00:00.000Z",
      });
      expect(issued.id).not.toBe(old.id);
      expect(issued.key).not.toBe(old.key);
      const { apiKeys } = deps();
      const usable = async (now: Date) =>
        Promise.all(
          [old, issued].map(async ({ id }) => {
            const stored = await apiKeys.find(id);
            return stored !== null && isUsable(stored, now);
          }),
        );
      if (length > 0) expect(await usable(later(length - 1))).toEqual([true, true]);
      expect(await usable(later(length))).toEqual([false, true]);
    },
  );

  test("makes the old key work during its grace period, and not after", async () => {
    const status = async (key: string) => (await get(service, "/v1/retailers?limit=1", { key })).status;
    const long = await service.issueKey();
    const inGrace = await rotateKey(job, { id: long.id, grace: "24h" }, deps(new Date(Date.now() - HOUR)));
    expect([await status(long.key), await status(inGrace.issued.key)]).toEqual([200, 200]);
    const short = await service.issueKey();
    const ago = new Date(Date.now() - 25 * HOUR);
    const over = await rotateKey(job, { id: short.id, grace: "24h" }, deps(ago));
    expect([await status(short.key), await status(over.issued.key)]).toEqual([401, 200]);
  });

  test("keeps an earlier expiry than the end of the grace period", async () => {
    const soon = later(HOUR).toISOString();
    const { id } = await issue({ expiresAt: soon });
    const { issued, oldExpiresAt } = await rotateKey(job, { id, grace: "7d" }, deps());
    expect([oldExpiresAt, issued.expiresAt]).toEqual([soon, soon]);
    expect(await deps().apiKeys.find(id)).toMatchObject({ expiresAt: soon });
  });

  test("rejects a key that is revoked or has expired", async () => {
    const revoked = await issue();
    await revokeKey(job, revoked, deps());
    const ended = await issue({ expiresAt: NOW.toISOString() });
    for (const [{ id }, says] of [
      [revoked, /is revoked/],
      [ended, /has ended/],
    ] as const) {
      const refusal = rotateKey(job, { id, grace: "7d" }, deps());
      await expect(refusal).rejects.toMatchObject({
        code: "key_inactive",
        message: expect.stringMatching(says),
      });
    }
  });

  test("leaves other keys as they are, and copies only the projects of its own key", async () => {
    const other = await issue({ projects: ["other"] });
    const old = await issue({ projects: ["web"] });
    const { issued } = await rotateKey(job, { id: old.id, grace: "0" }, deps());
    const { apiKeys } = deps();
    expect(await apiKeys.find(issued.id)).toMatchObject({ projects: ["web"] });
    expect(await apiKeys.find(other.id)).toMatchObject({ projects: ["other"], expiresAt: null });
  });

  test("after another rotation that it has not seen does not change the old key's end", async () => {
    const { id } = await issue({ projects: ["web"] });
    const { apiKeys, ...others } = deps();
    const old = await apiKeys.find(id);
    await rotateKey(job, { id, grace: "7d" }, deps());
    const stale = { ...others, apiKeys: { ...apiKeys, find: async () => old } };
    await expect(rotateKey(job, { id, grace: "0" }, stale)).rejects.toEqual(code("key_inactive"));
    expect(await apiKeys.find(id)).toMatchObject({ expiresAt: later(7 * 24 * HOUR).toISOString() });
  });

  test("sent again after a lost response does not revive a key that has ended since", async () => {
    const { apiKeys } = deps();
    const old = await apiKeys.find((await issue()).id);
    if (!old) throw new Error("no key");
    const { hash, prefix } = await newApiKey(cryptoRandomBytes);
    const [createdAt, oldExpiresAt] = [NOW.toISOString(), later(7 * 24 * HOUR).toISOString()];
    const replacement = { id: "key_once", hash, prefix, createdAt, old, oldExpiresAt };
    const send = () => apiKeys.replace(replacement, { actor: job, at: createdAt }, null);
    expect(await send()).toMatchObject({ kind: "written" });
    await rotateKey(job, { id: old.id, grace: "0" }, deps());
    await send();
    expect(await apiKeys.find(old.id)).toMatchObject({ expiresAt: createdAt });
  });

  test("makes only one key in two concurrent rotations", async () => {
    const { id } = await issue({ organization: "race" });
    const rotate = () => rotateKey(job, { id, grace: "24h" }, deps());
    const outcomes = await Promise.allSettled([rotate(), rotate()]);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refusals).toEqual([code("key_inactive")]);
    expect(await rows("SELECT count(*) AS keys FROM api_keys WHERE organization_id = 'race'")).toEqual([
      { keys: 2 },
    ]);
  });
});

test("of two concurrent revocations, the first sets the time, and the second changes nothing", async () => {
  const { apiKeys } = deps();
  const found = await issue();
  const revoke = (at: string) => {
    const changes = [{ field: "revokedAt", to: at }];
    const object = { type: "api_key", id: found.id } as const;
    return apiKeys.revoke(found, accessActivity({ actor: job, at }, "acme", object, changes));
  };
  const [first, second] = [NOW, later(1)].map((time) => time.toISOString());
  if (!first || !second) throw new Error("no times");
  expect(await revoke(first)).toMatchObject({ made: true, key: { revokedAt: first } });
  expect(await revoke(second)).toMatchObject({ made: false, key: { revokedAt: first } });
});

test("revokeKey keeps the time of the first revocation", async () => {
  const { id } = await issue();
  expect(await revokeKey(job, { id }, deps())).toMatchObject({ already: false });
  const again = await revokeKey(job, { id }, deps(later(HOUR)));
  expect(again).toMatchObject({ already: true, key: { revokedAt: NOW.toISOString() } });
});

describe.each<Fault>(["loses first answer", "commits late"])("a database that %s", (fault) => {
  test("loses no key and makes no key twice", async () => {
    const organization = `faulty-${fault.replaceAll(" ", "-")}`;
    const first = await issueFirstKey(job, request({ organization }), deps(NOW, fault));
    expect(first).toMatchObject({ name: "key" });
    const second = await issueKey(job, request({ organization, projects: ["p"] }), deps(NOW, fault));
    const rotated = await rotateKey(job, { id: second.id, grace: "24h" }, deps(NOW, fault));
    expect(rotated.issued).toMatchObject({ projects: ["p"] });
    const revoked = await revokeKey(job, { id: second.id }, deps(NOW, fault));
    expect(revoked).toMatchObject({ already: false, key: { expiresAt: later(24 * HOUR).toISOString() } });
    const { keys } = await listKeys(job, { organization, limit: 10 }, deps());
    expect(keys.map(({ id }) => id).sort()).toEqual([first?.id, second.id, rotated.issued.id].sort());
  });
});

describe("activity", () => {
  const noted = (organization: string) =>
    rows(
      `SELECT actor_type, actor_id, object_type, object_id, changes FROM activity
       WHERE organization_id = '${organization}' ORDER BY object_type, object_id, changes`,
    );

  test("every change of a key is recorded once, with the projects that it created, even after a lost response", async () => {
    const lossy = () => deps(NOW, "loses first answer");
    const key = await issueKey(
      job,
      request({ organization: "noted", createProjects: ["web"], expiresAt: "2099-01-01T00:00:00.000Z" }),
      lossy(),
    );
    const { issued } = await rotateKey(job, { id: key.id, grace: "0" }, lossy());
    await revokeKey(job, { id: issued.id }, lossy());
    await revokeKey(job, { id: issued.id }, deps());
    const entries = (await noted("noted")).map(({ object_id, object_type, actor_type, changes }) => [
      actor_type,
      object_type,
      object_id,
      JSON.parse(String(changes)),
    ]);
    const at = NOW.toISOString();
    expect(entries).toHaveLength(5);
    expect(entries).toEqual(
      expect.arrayContaining([
        ["job", "project", "web", [{ field: "name", to: "web" }]],
        [
          "job",
          "api_key",
          key.id,
          [
            { field: "name", to: "key" },
            { field: "projects", to: "all" },
            { field: "scopes", to: ["links:read"] },
            { field: "expiresAt", to: "2099-01-01T00:00:00.000Z" },
          ],
        ],
        ["job", "api_key", key.id, [{ field: "expiresAt", from: "2099-01-01T00:00:00.000Z", to: at }]],
        ["job", "api_key", issued.id, [{ field: "rotatedFrom", to: key.id }]],
        ["job", "api_key", issued.id, [{ field: "revokedAt", to: at }]],
      ]),
    );
    expect(JSON.stringify(entries)).not.toContain(key.key);
  });

  test("a rotated key without an expiry is recorded only with its new end", async () => {
    const { id } = await issue({ organization: "endless" });
    await rotateKey(job, { id, grace: "24h" }, deps());
    const own = (await noted("endless")).filter(({ object_id }) => object_id === id);
    const changes = own.map((entry) => JSON.parse(String(entry.changes)));
    expect(changes).toContainEqual([{ field: "expiresAt", to: later(24 * HOUR).toISOString() }]);
  });
});
