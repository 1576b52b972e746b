import { describe, expect, test } from "vitest";
import type { KeyRequest } from "../../src/features/access/issue-key.ts";
import { getKey, listKeys } from "../../src/features/access/list-keys.ts";
import { archiveProject } from "../../src/features/access/manage-projects.ts";
import { rotateKey } from "../../src/features/access/rotate-key.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import { dependenciesOf } from "../dependencies.ts";
import { get } from "../requests.ts";
import { ada, member, NOW, startMemberKeyService } from "./member-keys.ts";

/** What owners request and see of keys in the dashboard. */

const { service, deps, issue, count } = await startMemberKeyService();

describe("an owner's request", () => {
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
    ["several of these problems", { projects: [], scopes: [] }, ["projects", "scopes"]],
  ];
  test.each(refused)("is rejected with %s, and nothing is written", async (_, changes, fields) => {
    const before = await count("api_keys", "TRUE");
    await expect(issue(changes)).rejects.toMatchObject({
      code: "validation_failed",
      details: fields.map((field) => expect.objectContaining({ field })),
    });
    expect(await count("api_keys", "TRUE")).toBe(before);
    expect(await count("projects", "id IN ('ghost', 'new')")).toBe(0);
  });

  test("counts repeated values once, and may name an archived project, whose links keep redirecting", async () => {
    const owner = {
      type: "member",
      id: "mem_ada",
      organizationId: "acme",
      role: "owner",
      projects: "all",
    } as const;
    await archiveProject(owner, { projectId: "old", idempotency: null }, dependenciesOf(service.env));
    const issued = await issue({ projects: ["old", "old"], scopes: ["links:read", "links:read"] });
    expect(issued).toMatchObject({ projects: ["old"], scopes: ["links:read"] });
    expect((await get(service, "/v1/links?projectId=old", issued)).status).toBe(200);
  });

  test("with an unknown grace period is rejected", async () => {
    const { id } = await issue();
    const input = { id, grace: "1y" as "7d", idempotency: null };
    await expect(rotateKey(ada, input, deps())).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "grace" }],
    });
  });
});

describe("who issued a key", () => {
  test("is an email address, without a name after that member has left", async () => {
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

  test("is a job for the command line", async () => {
    const { id } = await service.issueKey();
    expect(await getKey(ada, { id }, deps())).toMatchObject({
      issuedBy: { type: "job", id: "test", name: null },
    });
  });
});

test("is shown with the last use of a key only to owners of its organization", async () => {
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

test("a cursor of one organization's keys is invalid for another", async () => {
  await issue();
  await issue();
  const { nextCursor } = await listKeys(ada, { organization: null, limit: 1 }, deps());
  if (nextCursor === null) throw new Error("two keys are more than one page of one");
  const eve = member("mem_eve", "globex");
  for (const [actor, cursor] of [
    [eve, nextCursor],
    [ada, "wrong"],
  ] as const) {
    const listing = listKeys(actor, { organization: null, limit: 1, cursor }, deps());
    await expect(listing).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "cursor" }],
    });
  }
});
