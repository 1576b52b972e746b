import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor, Role } from "../../src/access/actor.ts";
import type { ApiKeyRecord } from "../../src/access/api-key.ts";
import { apiKeyStore } from "../../src/access/api-key-store.ts";
import { archiveProject } from "../../src/access/change-project.ts";
import { issueKey, type KeyRequest } from "../../src/access/issue-key.ts";
import { getKey, listKeys } from "../../src/access/list-keys.ts";
import { projectStore } from "../../src/access/project-store.ts";
import { revokeKey } from "../../src/access/revoke-key.ts";
import { type Rotation, rotateKey } from "../../src/access/rotate-key.ts";
import { type IdempotentWrite, idempotencyRequest, madeBy } from "../../src/idempotency/claim.ts";
import { dependenciesOf } from "../dependencies.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { get } from "../requests.ts";
import { type Service, startService } from "../service.ts";

/** Keys as owners manage them in the dashboard: by form, with an idempotency key each. */

let service: Service;
beforeAll(async () => {
  service = await startService();
  await service.issueKey({ createProjects: ["main", "old"] });
  await service.issueKey({ organization: "globex", createProjects: ["theirs"] });
  for (const [id, organization] of [
    ["mem_ada", "acme"],
    ["mem_bob", "acme"],
    ["mem_eve", "globex"],
  ]) {
    await service.env.DB.prepare(
      `INSERT INTO members (id, organization_id, email, role, created_at)
       VALUES (?1, ?2, ?1 || '@example.com', 'owner', '2026-11-01T00:00:00.000Z')`,
    )
      .bind(id, organization)
      .run();
  }
});
afterAll(() => service.close());

const member = (id: string, organizationId = "acme", role: Role = "owner"): Actor => ({
  type: "member",
  id,
  organizationId,
  role,
});
const ada = member("mem_ada");

const NOW = new Date("2026-11-21T12:00:00.000Z");
function deps(fault?: Fault) {
  const db = fault ? faulty(service.env.DB, fault) : service.env.DB;
  return { apiKeys: apiKeyStore(db, () => {}), projects: projectStore(db), now: () => NOW };
}
const request = (changes: Partial<KeyRequest> = {}): KeyRequest => ({
  organization: "acme",
  projects: ["main"],
  createProjects: [],
  scopes: ["links:read"],
  name: "Website",
  expiresAt: null,
  ...changes,
});
const issue = async (changes?: Partial<KeyRequest>, actor = ada) =>
  madeBy(await issueKey(actor, { request: request(changes), idempotency: null }, deps()));
const once = async (form: string, body: unknown): Promise<IdempotentWrite<ApiKeyRecord & Rotation>> => ({
  ...(await idempotencyRequest("acme", "POST", "/dashboard/keys", form, body)),
  receipt: (made) => JSON.stringify(made),
});
const count = async (table: string, condition: string) =>
  Number(await service.env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`).first("n"));

describe("what an owner asks for", () => {
  const refused: [string, Partial<KeyRequest>, string[]][] = [
    ["a project that does not exist", { projects: ["main", "ghost"] }, ["projects[1]"]],
    ["a project of another organization", { projects: ["theirs"] }, ["projects[0]"]],
    ["no project", { projects: [] }, ["projects"]],
    ["no scope", { scopes: [] }, ["scopes"]],
    ["a scope that does not exist", { scopes: ["links:delete" as "links:read"] }, ["scopes[0]"]],
    ["an expiry that has passed", { expiresAt: NOW.toISOString() }, ["expiresAt"]],
    ["a blank name", { name: " " }, ["name"]],
    ["a name of 121 characters", { name: "x".repeat(121) }, ["name"]],
    ["projects to create", { createProjects: ["new"] }, ["createProjects"]],
    ["much of that at once", { projects: [], scopes: [] }, ["projects", "scopes"]],
  ];
  test.each(refused)("is refused with %s, and nothing is written", async (_, changes, fields) => {
    const before = await count("api_keys", "TRUE");
    await expect(issue(changes)).rejects.toMatchObject({
      code: "validation_failed",
      details: fields.map((field) => expect.objectContaining({ field })),
    });
    expect(await count("api_keys", "TRUE")).toBe(before);
    expect(await count("projects", "id IN ('ghost', 'new')")).toBe(0);
  });

  test("repeated words count once, and an archived project can be named: its links lead on", async () => {
    const owner = { type: "member", id: "mem_ada", organizationId: "acme", role: "owner" } as const;
    await archiveProject(owner, { projectId: "old", idempotency: null }, dependenciesOf(service.env));
    const issued = await issue({ projects: ["old", "old"], scopes: ["links:read", "links:read"] });
    expect(issued).toMatchObject({ projects: ["old"], scopes: ["links:read"] });
    expect((await get(service, "/v1/links?projectId=old", issued)).status).toBe(200);
  });

  test("of rotate: a grace that does not exist", async () => {
    const { id } = await issue();
    const input = { id, grace: "1y" as "7d", idempotency: null };
    await expect(rotateKey(ada, input, deps())).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "grace" }],
    });
  });
});

describe("a form that is sent again", () => {
  test("issues one key, and what is stored for the repeat has no secret", async () => {
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
    expect(await count("idempotency_claims", `instr(body, '${issued?.key}') > 0`)).toBe(0);
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
    expect(await count("idempotency_claims", `owner LIKE 'key_%' AND body LIKE '%${id}%'`)).toBe(0);
  });

  test("after a form that was refused, a corrected one is written", async () => {
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

describe("at once", () => {
  test("two revocations: one is the first, and it is noted once", async () => {
    const { id } = await issue();
    const both = await Promise.all([
      revokeKey(ada, { id }, deps()),
      revokeKey(member("mem_bob"), { id }, deps()),
    ]);
    expect(both.map(({ already }) => already).sort()).toEqual([false, true]);
    expect(both.map(({ key }) => key.revokedAt)).toEqual([NOW.toISOString(), NOW.toISOString()]);
    expect(await count("activity", `object_id = '${id}' AND instr(changes, 'revokedAt') > 0`)).toBe(1);
  });

  test("a rotation and a revocation: the old key is revoked, and a new one is there only if it was shown", async () => {
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

  test("a rotation that read the key before it was revoked is refused", async () => {
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

describe("who issued a key", () => {
  test("is named by e-mail address, and without a name once that member has left", async () => {
    const bob = member("mem_bob");
    const issued = await issue({ name: "Of Bob" }, bob);
    const rotated = madeBy(await rotateKey(ada, { id: issued.id, grace: "7d", idempotency: null }, deps()));
    const issuers = async () => {
      const { keys } = await listKeys(ada, { organization: null, limit: 100 }, deps());
      return [issued.id, rotated.issued.id].map((id) => keys.find((key) => key.id === id)?.issuedBy);
    };
    const byAda = { type: "member", id: "mem_ada", name: "mem_ada@example.com" };
    expect(await issuers()).toEqual([{ type: "member", id: "mem_bob", name: "mem_bob@example.com" }, byAda]);
    await service.env.DB.prepare("DELETE FROM members WHERE id = 'mem_bob'").run();
    expect(await issuers()).toEqual([{ type: "member", id: "mem_bob", name: null }, byAda]);
    expect(await getKey(ada, issued, deps())).toMatchObject({ issuedBy: { name: null } });
    expect(await deps().apiKeys.find(issued.id)).toMatchObject({
      revokedAt: null,
      expiresAt: expect.any(String),
    });
  });

  test("is a job for the command line, and unknown for a key from before", async () => {
    const { id } = await service.issueKey();
    expect(await getKey(ada, { id }, deps())).toMatchObject({
      issuedBy: { type: "job", id: "test", name: null },
    });
    await service.env.DB.prepare("UPDATE api_keys SET issuer_type = NULL, issuer_id = NULL WHERE id = ?1")
      .bind(id)
      .run();
    expect(await getKey(ada, { id }, deps())).toMatchObject({ issuedBy: null });
  });
});

test("one key is shown with its last use to owners of its organization alone", async () => {
  const issued = await issue();
  await get(service, "/v1/retailers", issued);
  await expect.poll(async () => (await getKey(ada, issued, deps())).lastUsedAt).toMatch(/^\d{4}-/);
  for (const role of ["editor", "viewer"] as const) {
    const reading = getKey(member("mem_ada", "acme", role), issued, deps());
    await expect(reading).rejects.toMatchObject({ code: "insufficient_scope" });
  }
  for (const [actor, id] of [
    [member("mem_eve", "globex"), issued.id],
    [ada, "key_unknown"],
  ] as const) {
    await expect(getKey(actor, { id }, deps())).rejects.toMatchObject({ code: "not_found" });
  }
});

test("a cursor of one organization's keys is none of another's", async () => {
  await issue();
  await issue();
  const { nextCursor } = await listKeys(ada, { organization: null, limit: 1 }, deps());
  const eve = member("mem_eve", "globex");
  for (const [actor, cursor] of [
    [eve, nextCursor ?? ""],
    [ada, "wrong"],
  ] as const) {
    const listing = listKeys(actor, { organization: null, limit: 1, cursor }, deps());
    await expect(listing).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "cursor" }],
    });
  }
});
