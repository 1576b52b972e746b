import { beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../src/features/access/actor.ts";
import { issueFirstKey } from "../../src/features/access/issue-key.ts";
import { listKeys } from "../../src/features/access/list-keys.ts";
import { revokeKey } from "../../src/features/access/rotate-key.ts";
import { memberOf, programWith } from "../actors.ts";
import { code, job, later, NOW, request, startKeyService } from "./keys.ts";

const { service, deps, issueKey, rotateKey, issue, rows } = await startKeyService();

const program = programWith();

describe("who manages keys", () => {
  beforeAll(async () => {
    await issue();
    await issue({ organization: "globex" });
  });

  const refused: [string, Actor][] = [
    ["an editor", memberOf("editor")],
    ["a viewer", memberOf("viewer")],
    ["an API key with every scope", program],
  ];
  test.each(refused)("not %s", async (_, actor) => {
    const { id } = await issue();
    const attempts = [
      issueKey(actor, request(), deps()),
      issueFirstKey(actor, request(), deps()),
      listKeys(actor, { organization: null, limit: 10 }, deps()),
      rotateKey(actor, { id, grace: "0" }, deps()),
      revokeKey(actor, { id }, deps()),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toEqual(code("insufficient_scope"));
    expect(await deps().apiKeys.find(id)).toMatchObject({ expiresAt: null, revokedAt: null });
  });

  test("allows an owner of the organization", async () => {
    const owner = memberOf("owner");
    await issue({ createProjects: ["by-owner"] });
    const issued = await issueKey(owner, request({ projects: ["by-owner"] }), deps());
    expect(issued).toMatchObject({ organizationId: "acme", projects: ["by-owner"] });
    const { keys } = await listKeys(owner, { organization: null, limit: 100 }, deps());
    expect(keys.map(({ id }) => id)).toContain(issued.id);
    expect(new Set(keys.map(({ organizationId }) => organizationId))).toEqual(new Set(["acme"]));
    const rotated = await rotateKey(owner, { id: issued.id, grace: "0" }, deps());
    expect(rotated.issued.projects).toEqual(["by-owner"]);
    const { key } = await revokeKey(owner, { id: rotated.issued.id }, deps());
    expect(key.revokedAt).toBe(NOW.toISOString());
  });

  test("hides the keys of another organization from an owner", async () => {
    const owner = memberOf("owner");
    const theirs = await issue({ organization: "globex" });
    for (const id of [theirs.id, "key_unknown"]) {
      const refusal = { code: "not_found", message: "There is no such API key." };
      await expect(rotateKey(owner, { id, grace: "0" }, deps())).rejects.toMatchObject(refusal);
      await expect(revokeKey(owner, { id }, deps())).rejects.toMatchObject(refusal);
    }
    expect(await deps().apiKeys.find(theirs.id)).toMatchObject({ expiresAt: null, revokedAt: null });
  });

  test("rejects an owner who issues or lists keys in another organization or creates an organization", async () => {
    const owner = memberOf("owner");
    for (const organization of ["globex", "made-by-owner"]) {
      const refusal = code("insufficient_scope");
      await expect(issueKey(owner, request({ organization }), deps())).rejects.toEqual(refusal);
      await expect(listKeys(owner, { organization, limit: 1 }, deps())).rejects.toEqual(refusal);
    }
    expect(await rows("SELECT id FROM organizations WHERE id = 'made-by-owner'")).toEqual([]);
  });
});

describe("issueKey", () => {
  test.each([
    ["one character", "x"],
    ["120 characters beyond the basic plane", "🧺".repeat(120)],
  ])("takes a name of %s, twice", async (_, name) => {
    const [one, two] = [await issue({ name }), await issue({ name })];
    expect([one.name, two.name]).toEqual([name, name]);
    expect(one.id).not.toBe(two.id);
  });

  test("creates missing objects and leaves existing objects unchanged", async () => {
    await issue({ organization: "initech", projects: ["b", "a"], createProjects: ["c"] });
    await service.env.DB.prepare("UPDATE projects SET name = 'Shop' WHERE id = 'a'").run();
    await issue({ organization: "initech", projects: ["a", "d"] }, later(1));
    expect(await rows("SELECT id, name FROM projects WHERE organization_id = 'initech' ORDER BY id")).toEqual(
      [
        { id: "a", name: "Shop" },
        { id: "b", name: "b" },
        { id: "c", name: "c" },
        { id: "d", name: "d" },
      ],
    );
    // Each was created once, and is recorded once.
    expect(
      await rows(
        "SELECT object_id FROM activity WHERE organization_id = 'initech' AND object_type = 'project' ORDER BY object_id",
      ),
    ).toEqual(["a", "b", "c", "d"].map((id) => ({ object_id: id })));
  });

  test.each(["../x", "$(id)", "a b", ".hidden", "-x", "a/b", "ä", "a'b"])(
    "creates neither an organization nor a project called %j, and uses those that are there",
    async (id) => {
      const field = (name: string) => ({ details: [expect.objectContaining({ field: name })] });
      await expect(issue({ organization: id })).rejects.toMatchObject(field("organization"));
      await expect(issue({ createProjects: ["main", id] })).rejects.toMatchObject(field("createProjects[1]"));
      await expect(issue({ projects: [id] })).rejects.toMatchObject(field("projects[0]"));
      const text = JSON.stringify(id).replaceAll("'", "''");
      expect(await rows(`SELECT id FROM organizations WHERE id = json_extract('${text}', '$')`)).toEqual([]);
      expect(await rows(`SELECT id FROM projects WHERE id = json_extract('${text}', '$')`)).toEqual([]);

      const { DB } = service.env;
      await DB.batch([
        DB.prepare("INSERT INTO organizations (id, name, created_at) VALUES (?1, ?1, '')").bind(id),
        DB.prepare(
          "INSERT INTO projects (organization_id, id, name, created_at) VALUES (?1, ?1, 'Old', '')",
        ).bind(id),
      ]);
      expect(await issue({ organization: id, projects: [id] })).toMatchObject({ organizationId: id });
    },
  );

  test("rejects an organization whose id differs from another id only by case", async () => {
    await issue({ organization: "Cased.Org" });
    for (const organization of ["cased.org", "CASED.ORG"])
      await expect(issue({ organization })).rejects.toMatchObject({
        details: [{ field: "organization", message: "differs from the organization Cased.Org only by case" }],
      });
    expect(await issue({ organization: "Cased.Org" })).toMatchObject({ organizationId: "Cased.Org" });
    expect(await rows("SELECT id FROM organizations WHERE lower(id) = 'cased.org'")).toEqual([
      { id: "Cased.Org" },
    ]);
  });

  test("issueFirstKey issues a single key, also concurrently", async () => {
    const first = () => issueFirstKey(job, request({ organization: "fresh" }), deps());
    const issued = await Promise.all([first(), first(), first()]);
    expect(issued.filter(Boolean)).toHaveLength(1);
    expect(await first()).toBeNull();
    expect(await rows("SELECT count(*) AS keys FROM api_keys WHERE organization_id = 'fresh'")).toEqual([
      { keys: 1 },
    ]);
  });
});

describe("listKeys", () => {
  test("returns every key once, page by page, newest first", async () => {
    const ids: string[] = [];
    // Two keys have the same millisecond: the id decides.
    for (const minute of [3, 1, 2, 2]) ids.push((await issue({ organization: "paged" }, later(minute))).id);
    const wanted = [ids[0], ...[ids[2], ids[3]].sort().reverse(), ids[1]];
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listKeys(job, { organization: "paged", limit: 2, cursor }, deps());
      seen.push(...page.keys.map(({ id }) => id));
      sizes.push(page.keys.length);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(wanted);
    expect(sizes).toEqual([2, 2]);
  });
});
