import { describe, expect, test } from "vitest";
import { listSavedViews, removeView, saveView } from "../../src/features/links/saved-views.ts";
import {
  deleteUtmTemplate,
  listUtmTemplates,
  saveUtmTemplate,
} from "../../src/features/links/utm-templates.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED } from "./links.ts";

const service = await useService({}, "acme");
for (const organization of ["acme", "globex"]) await service.issueKey({ organization });
const { DB } = service.env;
/** A clock on which a second passes each time that it is read. */
const second = (count: number) => new Date(CREATED.getTime() + 1_000 * count);
let reads = 0;
const used = { ...dependenciesOf(service.env), db: DB, now: () => second(reads++) };
const [owner, viewer, stranger] = [memberOf("owner"), memberOf("viewer"), memberOf("owner", "globex")];
const rejected = (code: string) => expect.objectContaining({ code });
const tooMany = (words: string) => ({
  code: "validation_failed",
  details: [{ field: "name", message: expect.stringContaining(words) }],
});

describe("saved views", () => {
  const recorded = async (name: string) => {
    const sql = `SELECT id, at, actor_id, object_type AS type, changes FROM activity
      WHERE organization_id = 'acme' AND object_id = ?1 ORDER BY id`;
    return (await DB.prepare(sql).bind(name).all()).results;
  };
  const view = (name: string, query = "tag=sale") => ({ name, query });

  test("are listed by name per organization, unique by name, and recorded", async () => {
    reads = 0;
    await saveView(stranger, view("Other"), used);
    for (const name of ["b", "A", "c"]) await saveView(owner, view(name), used);
    expect(await saveView(owner, view("b", "tag=new"), used)).toEqual(view("b", "tag=new"));
    const views = [view("A"), view("b", "tag=new"), view("c")];
    expect(await listSavedViews(viewer, used)).toEqual(views);
    expect(await recorded("b")).toMatchObject(
      ["tag=sale", "tag=new"].map((to, index) => ({
        ...{ at: second(index === 0 ? 1 : 4).toISOString(), actor_id: "mem_1", type: "saved_view" },
        ...{ id: expect.stringMatching(/^act_/), changes: JSON.stringify([{ field: "query", to }]) },
      })),
    );
    const noted = DB.prepare("SELECT created_by AS by, created_at AS at FROM saved_views WHERE name = 'A'");
    expect(await noted.first()).toEqual({ by: "mem_1", at: second(2).toISOString() });
    await removeView(owner, { name: "b" }, used);
    await removeView(owner, { name: "none" }, used);
    await removeView(owner, { name: "Other" }, used);
    expect(await listSavedViews(owner, used)).toEqual([view("A"), view("c")]);
    expect(await listSavedViews(stranger, used)).toEqual([view("Other")]);
    expect((await recorded("b")).at(-1)).toMatchObject({
      changes: JSON.stringify([{ field: "removed", to: true }]),
    });
    expect([await recorded("none"), await recorded("Other")]).toEqual([[], []]);
  });

  test("require write access, and are limited to twenty", async () => {
    await expect(saveView(viewer, view("x"), used)).rejects.toThrow(rejected("insufficient_scope"));
    await expect(removeView(viewer, view("x"), used)).rejects.toThrow(rejected("insufficient_scope"));
    await expect(saveView(owner, view(""), used)).rejects.toThrow(rejected("validation_failed"));
    for (let count = (await listSavedViews(owner, used)).length; count < 20; count++)
      await saveView(owner, view(`View ${count}`), used);
    await expect(saveView(owner, view("one more"), used)).rejects.toMatchObject(
      tooMany("the limit is 20 views"),
    );
    expect(await recorded("one more")).toEqual([]);
    expect((await saveView(owner, view("A", "tag=again"), used)).query).toBe("tag=again");
    expect(await listSavedViews(owner, used)).toHaveLength(20);
    expect(await saveView(stranger, view("Second"), used)).toEqual(view("Second"));
  });
});

describe("templates of UTM values", () => {
  const template = (name: string, source = "print") => ({ name, utm: { source } });

  test("are listed by name per organization, unique by name", async () => {
    await saveUtmTemplate(stranger, template("Other"), used);
    for (const name of ["b", "a"]) await saveUtmTemplate(owner, template(name), used);
    await saveUtmTemplate(owner, template("b", "mail"), used);
    expect(await listUtmTemplates(owner, used)).toEqual([template("a"), template("b", "mail")]);
    for (const name of ["b", "none", "Other"]) await deleteUtmTemplate(owner, { name }, used);
    expect(await listUtmTemplates(owner, used)).toEqual([template("a")]);
    expect(await listUtmTemplates(stranger, used)).toEqual([template("Other")]);
  });

  test("require the scope to create links and a value, and are limited to 100", async () => {
    for (const call of [
      () => listUtmTemplates(viewer, used),
      () => saveUtmTemplate(viewer, template("x"), used),
      () => deleteUtmTemplate(viewer, { name: "a" }, used),
    ])
      await expect((async () => call())()).rejects.toThrow(rejected("insufficient_scope"));
    await expect(saveUtmTemplate(owner, { name: "x", utm: {} }, used)).rejects.toThrow(
      rejected("validation_failed"),
    );
    const insert = DB.prepare(
      "INSERT INTO utm_templates (organization_id, name, utm) VALUES ('acme', ?1, '{}')",
    );
    await DB.batch(Array.from({ length: 99 }, (_, index) => insert.bind(`t${index}`)));
    await expect(saveUtmTemplate(owner, template("more"), used)).rejects.toMatchObject(
      tooMany("the limit is 100 templates"),
    );
    // A template of this name in another organization makes no room for one.
    await saveUtmTemplate(stranger, template("theirs"), used);
    await expect(saveUtmTemplate(owner, template("theirs"), used)).rejects.toMatchObject(
      tooMany("the limit is 100 templates"),
    );
    await saveUtmTemplate(owner, template("a", "mail"), used);
    expect((await listUtmTemplates(owner, used))[0]).toEqual(template("a", "mail"));
    await deleteUtmTemplate(owner, { name: "t0" }, used);
    await saveUtmTemplate(owner, template("more"), used);
    expect(await listUtmTemplates(owner, used)).toHaveLength(100);
  });
});
