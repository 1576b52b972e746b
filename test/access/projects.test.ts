import { beforeAll, describe, expect, test } from "vitest";
import type { OrganizationActor } from "../../src/features/access/actor.ts";
import { listProjects } from "../../src/features/access/get-projects.ts";
import { archiveProject } from "../../src/features/access/manage-projects.ts";
import { proposedProjectId } from "../../src/features/access/project.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { insertProjects } from "../service.ts";
import { AT, member, owner, startProjectService, write } from "./projects.ts";

const { service, deps, create, noted, get, WRITING } = await startProjectService();

const program = (projects: "all" | string[]): OrganizationActor => ({
  type: "api_key",
  id: "key_1",
  organizationId: "acme",
  scopes: SCOPES,
  projects,
});

describe.each(Object.entries(WRITING))("%s", (name, verb) => {
  test.each<[string, OrganizationActor]>([
    ["an editor", member("editor")],
    ["a viewer", member("viewer")],
    ["an API key with every scope for some projects", program(["main"])],
  ])("rejects %s and writes nothing", async (who, actor) => {
    const id = `${name}-${who.replaceAll(" ", "-")}`;
    if (name !== "createProject") await create(id);
    const before = await noted(id);
    await expect(verb(actor, id)).rejects.toMatchObject(
      // A key with access to all projects may create projects: see create-project.test.ts in test/spec.
      name === "createProject" && actor.type === "api_key"
        ? {
            code: "project_access_denied",
            message: "The API key is limited to some projects and can't create projects.",
          }
        : {
            code: "insufficient_scope",
            message: "Only an owner of the organization may manage its projects.",
          },
    );
    expect(await noted(id)).toEqual(before);
  });

  test("changes nothing in another organization", async () => {
    const id = `theirs-${name}`;
    const theirs = await create(id, "Theirs", member("owner", "globex"));
    if (name === "createProject") await verb(owner, id);
    else await expect(verb(owner, id)).rejects.toMatchObject({ code: "not_found" });
    expect(await get(id, member("owner", "globex"))).toEqual(theirs);
    expect(await noted(id, "globex")).toHaveLength(1);
  });
});

describe("createProject", () => {
  test("creates a readable project, and records it", async () => {
    const made = await create("summer", "Summer 🧺");
    expect(made).toEqual({
      organizationId: "acme",
      id: "summer",
      name: "Summer 🧺",
      createdAt: AT,
      archivedAt: null,
      settings: {},
    });
    expect(await get("summer")).toEqual(made);
    expect(await noted("summer")).toEqual([[{ field: "name", to: "Summer 🧺" }]]);
  });

  test("rejects an id that is taken, archived or not, and changes nothing", async () => {
    await create("taken", "First");
    for (const prepare of [() => {}, () => WRITING.archiveProject(owner, "taken")]) {
      await prepare();
      await expect(create("taken", "Second")).rejects.toMatchObject({
        code: "duplicate_identifier",
        details: [{ field: "id", message: "is already used by another project" }],
      });
      expect(await get("taken")).toMatchObject({ name: "First" });
    }
  });

  test.each([
    ["", "Name", "id"],
    ["x".repeat(129), "Name", "id"],
    ["with blank", "Name", "id"],
    ["..", "Name", "id"],
    ["a/b", "Name", "id"],
    ["fine", "", "name"],
    ["fine", " \t", "name"],
    ["fine", "x".repeat(129), "name"],
    ["fine", "line\nbreak", "name"],
  ])("rejects the id %j with the name %j", async (id, name, field) => {
    await expect(create(id, name)).rejects.toMatchObject({
      code: "validation_failed",
      details: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  });

  test("creates one project in several concurrent calls", async () => {
    const outcomes = await Promise.allSettled(["A", "B", "C"].map((name) => create("raced", name)));
    const made = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(made).toHaveLength(1);
    expect(await get("raced")).toEqual(made[0]);
    expect(await noted("raced")).toHaveLength(1);
  });
});

describe("listProjects", () => {
  const initech = member("viewer", "initech");
  const IDS = ["a", "b c", "d", "é", "f"].sort();
  beforeAll(async () => {
    await service.issueKey({ organization: "initech", createProjects: [] });
    await insertProjects(service.env.DB, "initech", IDS);
    for (const projectId of ["a", "é"]) {
      await archiveProject(member("owner", "initech"), { projectId, ...write }, deps());
    }
  });
  async function all(archived?: boolean, actor = initech) {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await listProjects(actor, { archived, limit: 2, cursor }, deps());
      pages.push(page.projects.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return pages;
  }

  test.each([
    [undefined, [["a", "b c"], ["d", "f"], ["é"]]],
    [false, [["b c", "d"], ["f"]]],
    [true, [["a", "é"]]],
  ])("page by page, archived: %s", async (archived, pages) => {
    expect(await all(archived)).toEqual(pages);
  });

  test("shows which projects are archived", async () => {
    const { projects } = await listProjects(initech, { limit: 2 }, deps());
    expect(projects.map(({ archivedAt }) => archivedAt)).toEqual([AT, null]);
  });

  test("shows a key only its projects, and no projects of another organization", async () => {
    await create("reached");
    const key = program(["reached", "a", "ghost"]);
    expect(await all(undefined, key)).toEqual([["reached"]]);
    expect(await all(undefined, program([]))).toEqual([[]]);
    await expect(get("reached", program(["other"]))).rejects.toMatchObject({ code: "project_access_denied" });
    for (const id of ["f", "ghost"]) await expect(get(id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("rejects a cursor of another organization or filter, and limits out of bounds", async () => {
    const { nextCursor: cursor } = await listProjects(initech, { limit: 1 }, deps());
    expect(cursor).not.toBeNull();
    const wrong = [
      listProjects(owner, { limit: 1, cursor: cursor ?? "" }, deps()),
      listProjects(initech, { limit: 1, archived: true, cursor: cursor ?? "" }, deps()),
      listProjects(initech, { limit: 0 }, deps()),
      listProjects(initech, { limit: 101 }, deps()),
    ];
    for (const each of wrong) await expect(each).rejects.toMatchObject({ code: "validation_failed" });
  });

  test("reads no more rows than it shows, for any number of projects", async () => {
    const createProjects = Array.from({ length: 2_000 }, (_, index) => `p${index}`);
    await service.env.DB.prepare(
      `INSERT INTO projects (organization_id, id, name, created_at, archived_at)
       SELECT 'umbrella', value, value, ?2, CASE WHEN key % 1000 = 999 THEN NULL ELSE ?2 END FROM json_each(?1)`,
    )
      .bind(JSON.stringify(createProjects), AT)
      .run();
    const { db, taken } = countedD1(service.env.DB);
    for (const archived of [undefined, true, false]) {
      const projects = projectStore(db);
      await listProjects(member("viewer", "umbrella"), { archived, limit: 25 }, { projects });
      expect(taken().read, String(archived)).toBeLessThanOrEqual(60);
    }
  });
});

test.each([
  ["Summer Sale!", "summer-sale"],
  ["  Crème & Café 2027 ", "creme-cafe-2027"],
  ["ACME", "acme"],
  ["夏", ""],
  ["x".repeat(200), "x".repeat(128)],
  [`${"x".repeat(127)} y`, "x".repeat(127)],
])("%j has the proposed id %j", (name, id) => {
  expect(proposedProjectId(name)).toBe(id);
});
