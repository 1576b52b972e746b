import { describe, expect, test } from "vitest";
import { useDashboard } from "./dashboard.ts";
import { pageForms } from "./html-form.ts";
import { added, finished, linksNamed, statesOf } from "./import.ts";

const EDITOR = "editor@acme.example";
const dashboard = await useDashboard();
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", EDITOR, "editor");
const editor = await dashboard.as(EDITOR);
const owner = await dashboard.as("owner@acme.example");
await owner.send("/dashboard/o/acme/projects/new", { name: "Main", id: "main" });

/** Sends a form of a page as it is shown, with these changes. */
async function press(page: string, action: RegExp, changes: Record<string, string> = {}) {
  const form = pageForms(page).find((each) => action.test(each.action));
  if (!form) throw new Error(`no form ${action}`);
  return editor.send(form.action, { ...Object.fromEntries(form.entries), ...changes });
}
const textOf = (markup: string) => markup.replaceAll(/<[^>]+>|\s+/g, " ").replaceAll(/ +/g, " ");
const tableOf = (rows: number, row: (n: number) => string): string =>
  ["Name,Shop,Product,Quantity,Campaign,Tags", ...Array.from({ length: rows }, (_, n) => row(n))].join("\n");

describe("an everyday table", () => {
  test("of 200 rows without a purpose becomes 200 links by pressing three buttons", async () => {
    const file = tableOf(
      200,
      (n) =>
        `Task4 ${n},${n % 2 ? "Walmart" : "walmart.com"},${10_450_000 + n},${(n % 3) + 1} x,Spring,"spring, print"`,
    );
    const path = await added(dashboard, EDITOR, { file });
    const asked = (await editor.open(path)).text;
    expect(textOf(asked)).toContain("For all rows");
    const checked = await press(asked, /columns$/);
    expect(checked.location).toBe(`${path}?done=checked`);
    expect(await statesOf(dashboard, path)).toEqual({ good: 200 });
    const plan = (await editor.open(path)).text;
    expect(textOf(plan)).toContain("Walmart · Fill a cart: 2 × 10450001");
    expect(plan).toContain('<li class="tag"><bdi>spring</bdi></li><li class="tag"><bdi>print</bdi></li>');
    await press(plan, /start$/);
    await finished(editor, path);
    expect(await linksNamed(dashboard, "Task4 ")).toBe(200);
    const { DB } = dashboard.service.env;
    const sql = "SELECT intent, content FROM links WHERE name = 'Task4 4'";
    const link = await DB.prepare(sql).first<{ intent: string; content: string }>();
    expect([link?.intent, JSON.parse(link?.content ?? "")]).toEqual([
      "add_to_cart",
      expect.objectContaining({
        products: [{ retailerProductId: "10450004", quantity: 2 }],
        tracking: { tags: ["spring", "print"], utm: { campaign: "Spring" } },
      }),
    ]);
  });

  test("whose purposes nobody chose gets one for all rows where the problem is told", async () => {
    const path = await added(dashboard, EDITOR, {
      file: tableOf(30, (n) => `Later ${n},Walmart,${10_450_000 + n},,,`),
    });
    await press((await editor.open(path)).text, /columns$/, { intent: "" });
    expect(await statesOf(dashboard, path)).toEqual({ bad: 30 });
    const page = (await editor.open(`${path}?done=checked`)).text;
    expect(textOf(page)).toContain("No row of the file can be used");
    expect(textOf(page)).toContain("Set all 30 to");
    expect(textOf(page)).toContain("25 rows on this page with only the problems above");
    const set = await press(page, /replace-value$/, { to: "product_detail" });
    expect(set.location).toBe(`${path}?done=replaced`);
    expect(await statesOf(dashboard, path)).toEqual({ good: 30 });
  });

  test("keeps the choice for all rows when the form comes back", async () => {
    const path = await added(dashboard, EDITOR, { file: "Name,Product,Pieces\nA,10450114,2" });
    const again = await press((await editor.open(path)).text, /columns$/, {
      "column-0": "products",
      retailer: "bigbox_w",
      intent: "product_detail",
    });
    expect(again.status).toBe(400);
    const form = pageForms(again.text).find(({ action }) => action.endsWith("/columns"));
    const sent = new Map(form?.entries);
    expect([sent.get("retailer"), sent.get("intent"), sent.get("column-0")]).toEqual([
      "bigbox_w",
      "product_detail",
      "products",
    ]);
  });

  test("says which quantity can't be read, in its own field", async () => {
    const path = await added(dashboard, EDITOR, { file: tableOf(1, () => "Odd,Walmart,10450114,a few,,") });
    await press((await editor.open(path)).text, /columns$/);
    expect(textOf((await editor.open(path)).text)).toContain(
      "Quantity: has a few: write 1 to 999, such as 2",
    );
    const row = (await editor.open(`${path}/rows/2`)).text;
    expect(row).toMatch(/id="quantity-error">Has a few/);
    const saved = await press(row, /rows\/2$/, { quantity: "3" });
    expect(saved.location).toBe(`${path}?done=fixed`);
  });
});
