import { describe, expect, test } from "vitest";
import { useDashboard } from "./dashboard.ts";
import { htmlForm } from "./html-form.ts";

const dashboard = await useDashboard();
await dashboard.add("acme", "editor@acme.example", "editor");
await dashboard.add("globex", "hank@globex.example", "owner");
await dashboard.service.issueKey({ organization: "acme" });
await dashboard.service.issueKey({ organization: "globex" });
const [editor, hank] = await Promise.all([
  dashboard.as("editor@acme.example"),
  dashboard.as("hank@globex.example"),
]);

describe("saved UTM values", () => {
  const path = "/dashboard/o/acme/links/new?retailer=custom&intent=custom_url";
  const utm = { "tracking.utm.source": "shelf", "tracking.utm.campaign": "Spring & <Summer>" };

  test("are saved, used and deleted, in their organization alone", async () => {
    const saved = await editor.send(path, {
      ...utm,
      "template-name": "Spring",
      step: "template:save",
      name: "Kept",
    });
    expect(saved.status).toBe(200);
    expect(htmlForm(saved.text).value("name")).toBe("Kept");
    expect(htmlForm(saved.text).value("template")).toBe("Spring");

    const used = await editor.send(path, {
      template: "Spring",
      step: "template:use",
      "tracking.utm.term": "goes",
    });
    expect(htmlForm(used.text).value("tracking.utm.source")).toBe("shelf");
    expect(htmlForm(used.text).value("tracking.utm.campaign")).toBe("Spring & <Summer>");
    expect(htmlForm(used.text).value("tracking.utm.term")).toBe("");

    const elsewhere = path.replace("/acme/", "/globex/");
    expect(htmlForm((await hank.open(elsewhere)).text).value("template")).toBeUndefined();
    await hank.send(elsewhere, { template: "Spring", step: "template:delete" });
    const replaced = { "tracking.utm.source": "poster", "template-name": "Spring", step: "template:save" };
    await editor.send(path, replaced);
    const again = await editor.send(path, { template: "Spring", step: "template:use" });
    expect(htmlForm(again.text).value("tracking.utm.source")).toBe("poster");
    expect(htmlForm(again.text).value("tracking.utm.campaign")).toBe("");
    const deleted = await editor.send(path, { template: "Spring", step: "template:delete" });
    expect(htmlForm(deleted.text).value("template")).toBeUndefined();
  });

  test("need a name, a value and a free place", async () => {
    const nameless = await editor.send(path, { ...utm, step: "template:save" });
    expect([nameless.status, htmlForm(nameless.text).problem("template-name")]).toEqual([
      400,
      "Must have 1 to 80 characters.",
    ]);
    const empty = await editor.send(path, { "template-name": "Empty", step: "template:save" });
    expect(htmlForm(empty.text).problem("template-name")).toBe("Must have at least one value.");
    const long = {
      ...utm,
      "tracking.utm.term": "x".repeat(121),
      "template-name": "Long",
      step: "template:save",
    };
    expect(htmlForm((await editor.send(path, long)).text).problem("tracking.utm.term")).toBe(
      "Must have at most 120 characters.",
    );
    await dashboard.service.env.DB.prepare(
      `INSERT INTO utm_templates (organization_id, name, utm)
       SELECT 'acme', 'T' || value, '{"source":"x"}' FROM json_each(?1)`,
    )
      .bind(JSON.stringify(Array.from({ length: 100 }, (_, index) => index)))
      .run();
    const full = await editor.send(path, { ...utm, "template-name": "One more", step: "template:save" });
    expect(htmlForm(full.text).problem("template-name")).toContain("the limit is");
    expect((await editor.send(path, { ...utm, "template-name": "T1", step: "template:save" })).status).toBe(
      200,
    );
  });
});
