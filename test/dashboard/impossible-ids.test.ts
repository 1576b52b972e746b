import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { useDashboard } from "./dashboard.ts";
import { fieldsOf } from "./form-entries.ts";
import { htmlForm } from "./html-form.ts";
import { added, finished, statesOf } from "./import.ts";

const LINKS = "/dashboard/o/acme/links";
const CART = `${LINKS}/new?retailer=bigbox_w&intent=add_to_cart`;
const EDITOR = "editor@acme.example";

const dashboard = await useDashboard();
await dashboard.add("acme", EDITOR, "editor");
await dashboard.service.issueKey({ organization: "acme", createProjects: ["main"] });
const editor = await dashboard.as(EDITOR);

const cartOf = (...products: object[]) => fieldsOf(linkBody("bigbox_w add_to_cart", { products }));
const DIGITS = "This can't be a product id of the retailer. Its item ids are digits, such as 10450114.";

describe("impossible product ids", () => {
  test("rejects a form for them once, at their field, and accepts it when it is sent again", async () => {
    const fields = cartOf({ retailerProductId: "aisle 7", backupProductIds: ["123", "tacos"] });
    const refused = await editor.send(CART, fields);
    expect(refused.status).toBe(400);
    const form = htmlForm(refused.text);
    expect(form.problem("products[0].retailerProductId")).toBe(DIGITS);
    expect(form.problem("products[0].backupProductIds")).toBe(`Line 2: ${DIGITS}`);
    expect(form.focus).toBe("products[0].retailerProductId");
    expect(refused.text).toContain("Create anyway");

    // Other ids of the kind are refused anew.
    const other = { ...Object.fromEntries(form.entries), "products[0].retailerProductId": "aisle 8" };
    expect((await editor.send(CART, other)).status).toBe(400);
    const { status, location } = await editor.send(CART, Object.fromEntries(form.entries));
    expect(status).toBe(303);

    // It needs attention, and its form does not ask again for what is stored already.
    const { text } = await editor.open("/dashboard/o/acme");
    expect(text).toContain("Needs attention");
    const path = location?.replace(/\?.*/, "") ?? "";
    const edit = htmlForm((await editor.open(`${path}/edit`)).text);
    const renamed = { ...Object.fromEntries(edit.entries), name: "Renamed" };
    expect((await editor.send(`${path}/edit`, renamed)).status).toBe(303);
    const odd = { ...Object.fromEntries(edit.entries), "products[0].retailerProductId": "aisle 9" };
    const again = await editor.send(`${path}/edit`, odd);
    expect(again.status).toBe(400);
    expect(again.text).toContain("Save anyway");
  });

  test("rows of an import with such ids are to be checked, and created when somebody says so", async () => {
    const file = [
      "name,retailer,intent,products",
      "Fine,Walmart,add_to_cart,10450114",
      "Odd,Walmart,add_to_cart,B000000001",
      "Odder,Amazon,product_detail,10450114x",
      "Wrong,Amazon,recipe,B000000001",
    ].join("\n");
    const path = await added(dashboard, EDITOR, { file });
    const check = await editor.open(`${path}?show=check`);
    expect(check.text).toContain(`B000000001: ${DIGITS.replace("'", "&#39;")}`);
    expect(check.text).toContain(
      "10450114X: This can&#39;t be a product id of the retailer. Its product ids (ASIN) are 10 capital letters and digits",
    );
    expect(check.text).toContain("Create 1 link");
    expect((await editor.open(`${path}/problems.csv`)).text).toContain("Odder");

    // What is wrong comes first; retailer and intent are menus.
    const row = await editor.open(`${path}/rows/3`);
    expect(htmlForm(row.text).problem("products")).toContain(DIGITS);
    expect(row.text.indexOf('name="products"')).toBeLessThan(row.text.indexOf('name="name"'));
    expect(row.text).toMatch(/<select[^>]*name="retailer"[\s\S]*<option value="bigbox_w" selected/);
    const still = await editor.send(`${path}/rows/3`, Object.fromEntries(htmlForm(row.text).entries));
    expect(still.location).toBe(`${path}?show=check&done=doubtful`);

    await editor.send(`${path}/start`, {});
    await finished(editor, path);
    expect(await statesOf(dashboard, path)).toEqual({ made: 1, good: 2, bad: 1 });
    await editor.send(`${path}/start`, { rows: "all" });
    await finished(editor, path);
    expect(await statesOf(dashboard, path)).toEqual({ made: 3, bad: 1 });
  });
});
