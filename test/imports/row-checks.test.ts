import { describe, expect, test } from "vitest";
import { addImport } from "../../src/extras/imports/add-import.ts";
import { examplesCsv } from "../../src/extras/imports/export-files.ts";
import { listImports } from "../../src/extras/imports/manage-imports.ts";
import { validateRows } from "../../src/extras/imports/validate-rows.ts";
import type { MemberActor } from "../../src/features/access/actor.ts";
import { archiveProject } from "../../src/features/access/manage-projects.ts";
import { productBounds, VARIANTS } from "../../src/features/retailers/variants.ts";
import { csvText } from "../../src/ground/core/csv-text.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { useService } from "../use-service.ts";
import { file, HEAD, importing, owner, refused, row } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main", "old", "secret"] });
const { used, added, rowsOf, start, run } = await importing(service.env);
await archiveProject(owner, { projectId: "old", idempotency: null }, used);

/** The columns of the problems of each row. */
const columnsOf = async (content: string, actor: MemberActor = owner, projectId = "main") => {
  const { id } = await added(content, { actor, projectId });
  const { rows } = await rowsOf(id, ["bad", "doubtful", "good"]);
  return rows.map(({ problems }) => problems.map(({ field }) => field));
};

describe("each problem of a row is reported once", () => {
  test("for an invalid project id", async () => {
    const long = "x".repeat(300);
    expect(await columnsOf(`${HEAD},projectId\n${row("")},${long}\n${row("A")},${long}`)).toEqual([
      ["projectId", "name"],
      ["projectId"],
    ]);
  });

  test("for a missing project id", async () => {
    const unknown = "A,custom,product_detail,https://example.com/";
    expect(await columnsOf(`${HEAD},projectId\n${unknown},\n${unknown},none`, owner, "")).toEqual([
      ["intent"],
      ["intent", "projectId"],
    ]);
  });

  test("for an inaccessible project exactly as for an unknown project", async () => {
    const limited: MemberActor = { ...owner, role: "editor", projects: ["main"] };
    const content = `${HEAD},projectId\n${row("A")},secret\n${row("")},secret\n${row("")},none\n${row("B")},main`;
    expect(await columnsOf(content, limited)).toEqual([
      ["projectId"],
      ["name", "projectId"],
      ["name", "projectId"],
      [],
    ]);
  });

  test("for a slug taken in the file or by a link", async () => {
    const content = `${HEAD},slug\n${row("A")},wanted\n${row("B")},wanted\n${row("C")},free`;
    expect(await columnsOf(content)).toEqual([[], ["slug"], []]);
    const { id } = await added(`${HEAD},slug\n${row("A")},wanted`);
    await start(id);
    expect(await run(id)).toBe("done");
    expect(await columnsOf(content)).toEqual([["slug"], ["slug"], []]);
  });
});

test("a row is good, doubtful or bad", async () => {
  const rows = ["10450114", "abc", ""].map((products, index) => ({
    row: index + 2,
    cells: { name: "A", retailer: "bigbox_w", intent: "product_detail", products },
  }));
  const judged = await validateRows(owner, rows, "main", used);
  expect(judged.map(({ state, problems }) => [state, problems.map(({ field }) => field)])).toEqual([
    ["good", []],
    ["doubtful", ["products"]],
    ["bad", ["products"]],
  ]);
});

test("a row has at most twenty problems, and at most five doubts of a kind", async () => {
  const products = (id: string, count: number) => Array(count).fill(id).join("|");
  const cells = { name: "A", retailer: "bigbox_w", intent: "add_to_cart" };
  const problemsOf = async (more: object) => {
    const [judged] = await validateRows(owner, [{ row: 2, cells: { ...cells, ...more } }], "main", used);
    return [judged?.state, judged?.problems.map(({ field }) => field)];
  };
  const twenty = Array(20).fill("products");
  expect(await problemsOf({ products: products("abc", 5) })).toEqual(["doubtful", twenty.slice(0, 5)]);
  expect(await problemsOf({ products: products("abc", 20) })).toEqual(["doubtful", twenty.slice(0, 5)]);
  const long = "x".repeat(129);
  const unread = { options: "none" };
  expect(await problemsOf({ products: products(long, 20) })).toEqual(["bad", twenty]);
  expect(await problemsOf({ ...unread, products: products(long, 20) })).toEqual([
    "bad",
    ["options", ...twenty.slice(1)],
  ]);
});

test.each([
  ["the database is away", serviceUnavailable(new Error("lost")), refused("service_unavailable")],
  ["there is a fault of ours", new TypeError("a fault"), "a fault"],
])("a file is not stored with bad rows if %s", async (_, error, thrown) => {
  const before = await listImports(owner, used);
  const rows = [
    {
      row: 2,
      cells: { name: "A", retailer: "custom", intent: "custom_url", customUrl: "https://example.com/" },
    },
  ];
  const domains = { ...used.domains, confirmed: () => Promise.reject(error) };
  await expect(validateRows(owner, rows, "main", { ...used, domains })).rejects.toThrow(thrown);
  expect(await listImports(owner, used)).toEqual(before);
});

test("an import stores at most 200 characters of its file name", async () => {
  const nameOf = async (fileName: string) => {
    const idempotency = { scope: fileName.padEnd(64, "x"), fingerprint: fileName, organizationId: "acme" };
    const input = { fileName, content: file(row("A")), projectId: "main", idempotency };
    return (await addImport(owner, input, used)).fileName;
  };
  expect(await nameOf("links.csv")).toBe("links.csv");
  expect(await nameOf(`a${"b".repeat(200)}`)).toBe(`a${"b".repeat(199)}`);
  // Of a character that is cut in two, nothing is stored that could not be sent.
  const added: unknown[] = [];
  const add: typeof used.imports.add = (head, content, rows) => {
    added.push(content.fileName);
    return used.imports.add(head, content, rows);
  };
  const idempotency = { scope: "x".repeat(64), fingerprint: "x", organizationId: "acme" };
  const input = {
    fileName: `${"b".repeat(199)}\u{1f35c}`,
    content: file(row("A")),
    projectId: "main",
    idempotency,
  };
  await addImport(owner, input, { ...used, imports: { ...used.imports, add } });
  expect(added).toEqual([`${"b".repeat(199)}\ufffd`]);
});

describe("the file of examples", () => {
  test("has each kind of link with its products and options", () => {
    const examples = examplesCsv().rows;
    expect(examples.map(({ Shop, Purpose }) => `${Shop} ${Purpose}`)).toEqual(
      VARIANTS.map(({ retailer, intent }) => `${retailer} ${intent}`),
    );
    expect(examples.map(({ Name }) => Name)).toEqual(VARIANTS.map(({ title }) => `Example: ${title}`));
    for (const [index, variant] of VARIANTS.entries()) {
      const { Products: products, Options: options } = examples[index] ?? {};
      expect([variant.title, products !== undefined]).toEqual([
        variant.title,
        productBounds(variant).min > 0,
      ]);
      if (options) expect(Object.keys(JSON.parse(String(options)))).toEqual([variant.retailer]);
    }
  });

  test("has no problems and no doubts, except about a cart of the marketplace without a tag", async () => {
    const columns = await columnsOf(csvText(examplesCsv().columns, examplesCsv().rows));
    const isUntaggedCart = ({ retailer, intent }: (typeof VARIANTS)[number]) =>
      retailer === "marketplace" && intent === "add_to_cart";
    expect(columns).toEqual(VARIANTS.map((variant) => (isUntaggedCart(variant) ? [""] : [])));
  });
});

describe("an Amazon tag", () => {
  const head = "name,retailer,intent,products,Amazon tag";
  const problemsOf = async (...rows: string[]) => {
    const { id } = await added([head, ...rows].join("\n"), { projectId: "main" });
    return (await rowsOf(id, ["bad", "doubtful", "good"])).rows.map(({ problems }) => problems);
  };

  test("is for links to Amazon, and is checked as a project's", async () => {
    const walmart = await problemsOf(
      "Soup,marketplace,product_detail,B000000001,soup-20",
      "Tea,bigbox_w,product_detail,10450114,soup-20",
      "Pie,marketplace,product_detail,B000000001,a b",
      "Ham,bigbox_w,product_detail,10450114,",
    );
    expect(walmart).toEqual([
      [],
      [{ field: "amazon_tag", message: "is only for links to Amazon" }],
      [{ field: "amazon_tag", message: "must be an Associates tag, such as maple-20" }],
      [],
    ]);
  });
});
