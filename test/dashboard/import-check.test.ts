import { describe, expect, test } from "vitest";
import { VARIANTS } from "../../src/features/retailers/variants.ts";
import { useDashboard } from "./dashboard.ts";
import { added, customRows, finished, IMPORT, idIn, statesOf, upload } from "./import.ts";

const EDITOR = "editor@acme.example";

const dashboard = await useDashboard();
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", EDITOR, "editor");
const editor = await dashboard.as(EDITOR);
const owner = await dashboard.as("owner@acme.example");
await owner.send("/dashboard/o/acme/projects/new", { name: "Main", id: "main" });
await owner.send("/dashboard/o/acme/projects/new", { name: "Old", id: "old" });
await owner.send("/dashboard/o/acme/projects/old/archive", { action: "archive" });

describe("the dashboard's words", () => {
  test("are accepted as headings and in every column with fixed values", async () => {
    await owner.send("/dashboard/o/acme/projects/new", { name: "Maple & Pine", id: "maple" });
    const lines = [
      "Name;Public name;Project;Retailer;Purpose;Product ids;Web page link;Value;Tags",
      "Cart;Pancakes;Maple & Pine;Walmart;Fill a cart;10450114*2;;1.5;a | b",
      "Product;;maple;amazon;show a product;B000000001;;;",
      "Page;;MAPLE & PINE;Web page;Web page;;https://example.com/;;",
    ];
    const path = await added(dashboard, EDITOR, { file: lines.join("\n") });
    expect(await statesOf(dashboard, idIn(path))).toEqual({ good: 3 });
    expect((await editor.open(path)).text).toContain("Walmart · Fill a cart");
  });

  test("a problem that repeats is told once with its count, and its value replaced in all rows", async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `Cart ${n};Walmart;Fil a cart;10450114`);
    const file = ["name;retailer;intent;products", ...rows, "Alone;Wallmart;Fill a cart;10450114"].join("\n");
    const path = await added(dashboard, EDITOR, { file });
    const { text } = await editor.open(path);
    expect(text).toContain("30 rows");
    expect(text.match(/“Fil a cart” is unknown\. Use Fill a cart, Show a product/g)).toHaveLength(1);
    expect(text).not.toContain("add_to_cart,");
    expect(text).toContain("25 rows on this page with only the problems above");
    expect(text).toMatch(/<option value="add_to_cart" selected="">Fill a cart/);
    const form = { column: "intent", from: "Fil a cart", to: "add_to_cart" };
    const replaced = await editor.send(`${path}/replace-value`, form);
    expect(replaced.location).toBe(`${path}?done=replaced`);
    expect(await statesOf(dashboard, idIn(path))).toEqual({ bad: 1, good: 30 });
    const rest = (await editor.open(path)).text;
    expect(rest).not.toContain("Repeated problems");
    expect(rest).toContain("“Wallmart” is unknown. Use Amazon, Kroger, Walmart");
  });
});

describe("the check of a file", () => {
  test("URLs are read as what they stand for, without redirects of scanners, which are not stored", async () => {
    const scanned =
      "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbrand.example%2Fsoup&data=me%40brand.example";
    const product = scanned.replace("brand.example%2Fsoup", "www.walmart.com%2Fip%2F10450114");
    const lines = [
      "name;projectId;customUrl;products;retailer;intent",
      'Codes;main;"https://brand.example/?a=1&amp;b=2";;;',
      `Scanned;main;${scanned};;;`,
      '"Broken";main;"https://brand.example/soup-\nrecipe";;;',
      `Product;main;;${product} x2;Walmart;Fill a cart`,
      "Hidden;main;https://url.uk.m.mimecastprotect.com/s/F6r;;;",
    ];
    const path = await added(dashboard, EDITOR, { file: lines.join("\n") });
    const { results } = await dashboard.service.env.DB.prepare(
      "SELECT state, cells, problems FROM import_rows WHERE import_id = ?1 ORDER BY row",
    )
      .bind(idIn(path))
      .all<{ state: string; cells: string; problems: string }>();
    expect(
      results.map(({ state, cells, problems }) => {
        const { customUrl, products } = JSON.parse(cells);
        return [state === "good" && problems !== "[]" ? "doubtful" : state, customUrl || products];
      }),
    ).toEqual([
      ["good", "https://brand.example/?a=1&b=2"],
      ["doubtful", "https://brand.example/soup"],
      ["doubtful", "https://brand.example/soup-recipe"],
      ["doubtful", "https://www.walmart.com/ip/10450114 x2"],
      ["bad", "https://url.uk.m.mimecastprotect.com/s/F6r"],
    ]);
    const problems = results.map((each) => each.problems).join("\n");
    for (const said of ["a link of Outlook's Safe Links", "broken across lines", "a link of Mimecast"])
      expect([said, problems.includes(said)]).toEqual([said, true]);
    expect(JSON.stringify(results)).not.toContain("me%40brand");
  });

  test("problems are found by row and column, of every kind of cell", async () => {
    const lines = [
      "name;Public name;project id;retailer;intent;products;ZIP code;tags;link value;metadata;utm_source",
      'Fine;Fine;main;Walmart;add_to_cart;123*2>456>789 | 321;12345;a | b;1.5;{"a": 1};mail',
      "Pair;;main;custom;recipe;;;;;;",
      "Project;;nowhere;marketplace;add_to_cart;B000000001;;;;;",
      "Archived;;old;marketplace;add_to_cart;B000000001;;;;;",
      ";;main;wallmart;add_to_cart;1.2E+11;1;;much;{;",
      "Two;;nowhere;marketplace;add_to_cart;B000000001*0;;;;;",
      "Notation;;main;marketplace;add_to_cart;B000000001>;;;;;",
    ];
    const path = await added(dashboard, EDITOR, { file: lines.join("\n") });
    const { results } = await dashboard.service.env.DB.prepare(
      "SELECT row, problems FROM import_rows WHERE import_id = ?1 ORDER BY row",
    )
      .bind(idIn(path))
      .all<{ row: number; problems: string }>();
    const columns = results.map(({ row, problems }) => [
      row,
      (JSON.parse(problems) as { field: string }[]).map(({ field }) => field).sort(),
    ]);
    expect(columns).toEqual([
      [2, []],
      [3, ["intent"]],
      [4, ["projectId"]],
      [5, ["projectId"]],
      [6, ["linkValue", "metadata", "name", "products", "retailer", "zipCode"]],
      [7, ["products", "projectId"]],
      [8, ["products"]],
    ]);
    await editor.send(`${path}/start`, {});
    await finished(editor, path);
    const link = await dashboard.service.env.DB.prepare(
      "SELECT content FROM links WHERE name = 'Fine'",
    ).first<string>("content");
    expect(JSON.parse(link ?? "{}")).toMatchObject({
      products: [
        { retailerProductId: "123", quantity: 2, backupProductIds: ["456", "789"] },
        { retailerProductId: "321", quantity: 1 },
      ],
    });
  });

  test("files that are not CSV, too large or of an unknown form are rejected whole", async () => {
    const refused = async (file: string | Uint8Array<ArrayBuffer>, problem: string, status = 400) => {
      const answer = await upload(dashboard, EDITOR, IMPORT, { file, fields: { project: "main" } });
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(problem)]);
    };
    await refused("", "The file is empty");
    await refused("name,intent\n", "contains only a header row");
    await refused(new Uint8Array([110, 97, 109, 101, 10, 0xff, 0xfe]), "not text in UTF-8");
    await refused("name\n\0\n", "not text in UTF-8");
    await refused('name\n"x\n', "an unclosed quote");
    await refused('name\n"x"y\n', "text after a closing quote");
    await refused(customRows(20_001), "more than 20000 rows");
    await refused(`name\n${"x".repeat(400_001)}\n`, "Row 2 is too long");
    await refused("x".repeat(8 * 1024 * 1024 + 1), "larger than 8 MiB");
    await refused("x".repeat(9 * 1024 * 1024), "larger than 8 MiB", 413);
    const pasted = await upload(dashboard, EDITOR, IMPORT, { fields: { text: 'name\n"x' } });
    expect(pasted.text).toMatch(/id="text-error">Row 2 has an unclosed quote/);
    expect(pasted.text).toContain(">name");
    const tabs = await added(dashboard, EDITOR, {
      fields: {
        project: "main",
        text: "\uFEFFname\tretailer\tintent\tcustomUrl\r\rPasted\tcustom\tcustom_url\thttps://example.com/\r",
      },
    });
    expect(await statesOf(dashboard, tabs)).toEqual({ good: 1 });
  });

  test("a file of another service is named with its links, and what happens to what was printed", async () => {
    const DB = dashboard.service.env.DB;
    await DB.prepare(
      `INSERT INTO domains (host, organization_id, project_id, token, created_at, confirmed_at)
       VALUES ('go.acme.example', 'acme', 'main', hex(randomblob(16)), '2026-11-01', '2026-11-01')`,
    ).run();
    const file =
      "keyword,url\ngood-slug,https://example.com/\n1,https://example.com/\nx_y,https://example.com/\n";
    await expect
      .poll(async () => (await editor.open(IMPORT)).text, { timeout: 15_000 })
      .toContain("Main (go.acme.example)");
    const without = await upload(dashboard, EDITOR, IMPORT, { file });
    expect([without.status, without.text]).toEqual([
      400,
      expect.stringContaining("Choose a project: the file names none."),
    ]);
    const path = await added(dashboard, EDITOR, { file });
    const { text } = await editor.open(path);
    expect(text.replaceAll(/<[^>]+>|\s+/g, " ").replaceAll(/ +/g, " ")).toContain(
      "YOURLS CSV, 3 links. Printed codes: 3 keep their printed address · 0 would stop working.",
    );
    expect(await statesOf(dashboard, path)).toEqual({ good: 3 });
    await DB.prepare("DELETE FROM domains").run();
  });

  test("long cells are cut where rows are listed, and whole on the page of their row", async () => {
    const long = "x".repeat(20_000);
    const lines = [
      "name,project id,retailer,intent,link value",
      `${long},main,custom,custom_url,`,
      `Fine,main,${long},custom_url,${long}`,
    ];
    const path = await added(dashboard, EDITOR, { file: lines.join("\n") });
    const { text } = await editor.open(`${path}?show=problems`);
    expect(text).toContain(`<bdi>${"x".repeat(200)}…</bdi>`);
    expect(text.length).toBeLessThan(10_000);
    expect((await editor.open(`${path}/rows/2`)).text).toContain(long);
  });

  test("the template has twelve columns in words, and the examples are one of each kind without problems", async () => {
    const template = await editor.open(`${IMPORT}/template.csv`);
    expect(template.text.replace("\uFEFF", "").trim().split(",")).toEqual([
      ...["Name", "Project", "Shop", "Purpose", "Products", "Web page link", "Slug", "Tags"],
      ...["UTM source", "UTM medium", "UTM campaign", "Active until"],
    ]);
    const { text } = await editor.open(`${IMPORT}/examples.csv`);
    const path = await added(dashboard, EDITOR, { file: text });
    expect(await statesOf(dashboard, path)).toEqual({ good: VARIANTS.length });
  });

  test("20,000 rows are checked with one upload", { tags: "all", timeout: 60_000 }, async () => {
    const path = await added(dashboard, EDITOR, { file: customRows(20_000) });
    expect(await statesOf(dashboard, path)).toEqual({ good: 20_000 });
    const page = await editor.open(`${path}?show=ready&after=26`);
    expect(page.text).toContain("First page");
    expect(page.text).toContain("after=51");
    await editor.send(`${path}/delete`, {});
  });
});
