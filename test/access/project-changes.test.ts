import { describe, expect, test } from "vitest";
import {
  archiveProject,
  createProject,
  renameProject,
  restoreProject,
} from "../../src/features/access/manage-projects.ts";
import type { Project } from "../../src/features/access/project.ts";
import { type IdempotentWrite, idempotencyRequest, madeBy } from "../../src/features/writes/claim.ts";
import type { Fault } from "../faults/faults.ts";
import { AT, owner, startProjectService, write } from "./projects.ts";

const { deps, create, noted, get, WRITING } = await startProjectService();
const once = async (form: string, body: unknown): Promise<IdempotentWrite<Project>> => ({
  ...(await idempotencyRequest("acme", "POST", "/dashboard/projects", form, body)),
  receipt: (made) => JSON.stringify(made),
});

describe("changes", () => {
  test("renames, archivings and restorations are recorded with the values before; an unchanged project is not recorded", async () => {
    await create("steps", "One");
    const change = { projectId: "steps", ...write };
    expect(madeBy(await renameProject(owner, { ...change, name: "Two" }, deps())).name).toBe("Two");
    expect(madeBy(await archiveProject(owner, change, deps())).archivedAt).toBe(AT);
    expect(await get("steps")).toMatchObject({ name: "Two", archivedAt: AT });
    const later = { ...deps(), now: () => new Date(Date.parse(AT) + 1) };
    expect(madeBy(await archiveProject(owner, change, later)).archivedAt).toBe(AT);
    await renameProject(owner, { ...change, name: "Two" }, deps());
    expect(madeBy(await restoreProject(owner, change, deps())).archivedAt).toBeNull();
    await restoreProject(owner, change, deps());
    expect(await noted("steps")).toEqual(
      expect.arrayContaining([
        [{ field: "name", to: "One" }],
        [{ field: "name", from: "One", to: "Two" }],
        [{ field: "archivedAt", to: AT }],
        [{ field: "archivedAt", from: AT }],
      ]),
    );
    expect(await noted("steps")).toHaveLength(4);
  });

  test("of an unknown project are rejected with not_found", async () => {
    for (const verb of [WRITING.renameProject, WRITING.archiveProject, WRITING.restoreProject]) {
      await expect(verb(owner, "ghost")).rejects.toMatchObject({
        code: "not_found",
        message: "There is no such project.",
      });
    }
  });

  test("lose nothing when concurrent", async () => {
    await create("both", "Old");
    const change = { projectId: "both", ...write };
    await Promise.all([
      renameProject(owner, { ...change, name: "New" }, deps()),
      archiveProject(owner, change, deps()),
      archiveProject(owner, change, deps()),
    ]);
    expect(await get("both")).toMatchObject({ name: "New", archivedAt: AT });
    expect(await noted("both")).toHaveLength(3);
  });
});

describe("a form that is sent twice", () => {
  test("creates one project, also concurrently; other content is a conflict", async () => {
    const send = async (name: string) =>
      createProject(
        owner,
        { id: "form", name, idempotency: await once("create", { id: "form", name }) },
        deps(),
      );
    const results = await Promise.all([send("Form"), send("Form")]);
    results.push(await send("Form"));
    expect(results.filter(({ kind }) => kind === "made")).toHaveLength(1);
    for (const result of results) {
      const shown = result.kind === "made" ? result.value : JSON.parse(result.receipt);
      expect(shown).toMatchObject({ id: "form", name: "Form" });
    }
    await expect(send("Other")).rejects.toMatchObject({ code: "idempotency_conflict" });
  });

  test("does not undo later changes by somebody else", async () => {
    await create("undone");
    const projectId = "undone";
    const form = { projectId, idempotency: await once("archive undone", {}) };
    await archiveProject(owner, form, deps());
    await restoreProject(owner, { projectId, ...write }, deps());
    expect((await archiveProject(owner, form, deps())).kind).toBe("replayed");
    expect(await get("undone")).toMatchObject({ archivedAt: null });
  });
});

describe.each<Fault>(["loses first answer", "commits late"])("a database that %s", (fault) => {
  test.each([false, true])("makes each change once; with an idempotency key: %s", async (keyed) => {
    const id = `lost-${fault.replaceAll(" ", "-")}-${keyed}`;
    const idempotency = async (form: string) => (keyed ? once(`${form} ${id}`, {}) : null);
    const made = await createProject(
      owner,
      { id, name: "One", idempotency: await idempotency("create") },
      deps(fault),
    );
    expect(made).toMatchObject({ kind: "made", value: { id } });
    const change = async (form: string) => ({ projectId: id, idempotency: await idempotency(form) });
    await renameProject(owner, { ...(await change("rename")), name: "Two" }, deps(fault));
    await archiveProject(owner, await change("archive"), deps(fault));
    expect(await get(id)).toMatchObject({ name: "Two", archivedAt: AT });
    await restoreProject(owner, await change("restore"), deps(fault));
    expect(await noted(id)).toHaveLength(4);
  });
});
