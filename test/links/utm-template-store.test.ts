import { expect, test } from "vitest";
import { utmTemplateStore } from "../../src/features/links/utm-templates.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const { DB } = service.env;
const templates = utmTemplateStore(DB);
let organizations = 0;

/** A new organization, with as many templates as this. */
async function organizationWith(count: number): Promise<string> {
  const id = `templates-${++organizations}`;
  await service.issueKey({ organization: id });
  await DB.prepare(
    `INSERT INTO utm_templates (organization_id, name, utm)
     SELECT ?1, 'Template ' || value, '{"source":"print"}' FROM json_each(?2)`,
  )
    .bind(id, JSON.stringify(Array.from({ length: count }, (_, index) => index + 1)))
    .run();
  return id;
}
const saved = (organization: string, name: string) =>
  templates.save(organization, { name, utm: { source: "shelf" } });

test("at the limit of 100 templates, existing templates can be replaced", async () => {
  const organization = await organizationWith(99);
  expect(await saved(organization, "The hundredth")).toBe(true);
  expect(await saved(organization, "One more")).toBe(false);
  expect(await templates.list(organization)).toHaveLength(100);
  expect(await saved(organization, "The hundredth")).toBe(true);
  await templates.delete(organization, "Template 1");
  expect(await saved(organization, "One more")).toBe(true);
});

test("the limit of templates is per organization", async () => {
  const [full, other] = [await organizationWith(100), await organizationWith(0)];
  expect(await saved(other, "Theirs")).toBe(true);
  expect(await saved(full, "Theirs")).toBe(false);
  expect(await templates.list(other)).toEqual([{ name: "Theirs", utm: { source: "shelf" } }]);
});
