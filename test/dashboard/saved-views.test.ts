import { describe, expect, test } from "vitest";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();
const { id } = await on.create({ name: "Left" });
await on.patch(id, { status: "inactive" });

describe("saved views", () => {
  const save = (name: string, list: string, visitor = on.editor) =>
    visitor.send(`${LINKS}/views/new`, { name, list });

  test("are tabs for the whole organization; the same name replaces one, and removing one keeps its links", async () => {
    expect((await on.viewer.open(LINKS)).text).not.toContain('class="views"');
    expect((await on.editor.open(`${LINKS}?status=inactive`)).text).toContain("Save view");
    const saved = await save("Off <now>", "unknown=1&status=inactive&cursor=x&order=name");
    expect(saved).toMatchObject({ status: 303, location: `${LINKS}?status=inactive&order=name` });
    await save("Off <now>", "status=inactive");
    const { text } = await on.viewer.open(`${LINKS}?status=inactive`);
    expect(text).toContain(`href="${LINKS}?status=inactive" aria-current="page"><bdi>Off &lt;now&gt;</bdi>`);
    expect(text).not.toContain("Save view");
    expect(text).not.toContain("Remove view");
    expect((await on.hank.open("/dashboard/o/globex/links?status=active")).text).not.toContain("Off &lt;now");

    const { text: activity } = await on.owner.open("/dashboard/o/acme/activity");
    expect(activity).toContain("saved the view <bdi>Off &lt;now&gt;</bdi>");
    const removed = await on.editor.send(`${LINKS}/views/remove`, { name: "Off <now>" });
    expect(removed.location).toBe(`${LINKS}?done=view-removed`);
    expect((await on.viewer.open(LINKS)).text).not.toContain('class="views"');
    expect((await on.viewer.open(`${LINKS}?status=inactive`)).text).toContain("<bdi>Left</bdi>");
  });

  test("are visible to a member of some projects only if they name no other projects", async () => {
    await on.dashboard.service.issueKey({ createProjects: ["maple", "secret-launch"] });
    await on.create({ projectId: "maple" });
    await on.dashboard.add("acme", "agency@acme.example", "editor", ["maple"]);
    const agency = await on.dashboard.as("agency@acme.example");
    const views = async (visitor = on.owner) =>
      [...(await visitor.open(LINKS)).text.matchAll(/<bdi>(View of [^<]+)<\/bdi>/g)].map(([, name]) => name);
    for (const [name, list] of [
      ["View of maple", "projectId=maple"],
      ["View of secret", "projectId=secret-launch&status=active"],
      ["View of no project", "tag=summer"],
    ] as const)
      expect((await save(name, list)).status).toBe(303);
    expect(await views(agency)).toEqual(["View of maple", "View of no project"]);
    expect((await agency.open(LINKS)).text).not.toContain("secret");

    expect((await save("View of secret", "projectId=maple", agency)).status).toBe(400);
    expect((await save("View of others", "projectId=secret-launch", agency)).status).toBe(403);
    for (const name of ["View of secret", "View of no project"])
      expect((await agency.send(`${LINKS}/views/remove`, { name })).status).toBe(303);
    expect(await views()).toEqual(["View of maple", "View of secret"]);
    expect((await save("View of maple", "projectId=maple&status=active", agency)).status).toBe(303);
    expect((await agency.send(`${LINKS}/views/remove`, { name: "View of maple" })).status).toBe(303);
    expect(await views()).toEqual(["View of secret"]);
    await on.dashboard.service.env.DB.exec("DELETE FROM saved_views");
  });

  test("need a name, a filter and a role, and the limit is 20", async () => {
    const nameless = await save("", "tag=summer");
    expect(nameless.status).toBe(400);
    expect(nameless.text).toContain('id="name-error"');
    expect(nameless.text).toContain('value="tag=summer"');
    expect((await save("All", "")).status).toBe(400);
    expect((await save("x", "tag=summer", on.viewer)).status).toBe(403);
    expect((await on.viewer.send(`${LINKS}/views/remove`, { name: "x" })).status).toBe(403);
    const many = await Promise.all(Array.from({ length: 21 }, (_, n) => save(`View ${n}`, `tag=t${n}`)));
    expect(many.map(({ status }) => status).sort()).toEqual([...Array(20).fill(303), 400]);
    await on.dashboard.service.env.DB.exec("DELETE FROM saved_views");
  });
});
