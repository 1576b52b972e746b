import { describe, expect, test } from "vitest";
import {
  deleteUtmTemplate,
  listUtmTemplates,
  saveUtmTemplate,
} from "../../src/features/links/utm-templates.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
for (const organization of ["acme", "globex"]) await service.issueKey({ organization });
const { DB } = service.env;
const used = dependenciesOf(service.env);
const [owner, viewer, stranger] = [memberOf("owner"), memberOf("viewer"), memberOf("owner", "globex")];
const rejected = (code: string) => expect.objectContaining({ code });
const tooMany = (words: string) => ({
  code: "validation_failed",
  details: [{ field: "name", message: expect.stringContaining(words) }],
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
