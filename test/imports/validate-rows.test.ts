import { describe, expect, test } from "vitest";
import { problemsOf } from "../../src/extras/imports/row-problems.ts";
import { archiveProject, restoreProject } from "../../src/features/access/manage-projects.ts";
import { type FieldProblem, ServiceError, validationFailed } from "../../src/ground/core/errors.ts";
import { useService } from "../use-service.ts";
import { HEAD, importing, owner, row, said } from "./importing.ts";

const service = await useService({}, "acme");
const { key } = await service.issueKey({ createProjects: ["main", "old"] });
const { used, added, rowsOf } = await importing(service.env);

describe("the problems of a row", () => {
  const shown = (...problems: FieldProblem[]) => problemsOf(validationFailed(problems));

  test.each([
    [
      { field: "name", message: "is missing" },
      { field: "name", message: "is missing" },
    ],
    [
      { field: "products[0].quantity", message: "must be a number" },
      { field: "products", message: "product 1: quantity must be a number" },
    ],
    [
      { field: "options.bigbox_w.allowPdp", message: "must be a boolean" },
      { field: "options", message: "Walmart allow pdp must be a boolean" },
    ],
    [
      { field: "tracking.utm.source", message: "is too long" },
      { field: "utm_source", message: "is too long" },
    ],
    [
      { field: "color", message: "is not known" },
      { field: "", message: "Color is not known" },
    ],
    [
      { field: "", message: "is empty" },
      { field: "", message: "is empty" },
    ],
  ])("%j is reported at its column with the inner field", (problem, wanted) => {
    expect(shown(problem)).toEqual([wanted]);
  });

  test("without a field are reported at the related column, if any", () => {
    const of = (code: ConstructorParameters<typeof ServiceError>[0]) =>
      problemsOf(new ServiceError(code, "No."));
    expect(of("unsupported_retailer_intent")).toEqual([{ field: "intent", message: "No." }]);
    expect(of("project_access_denied")).toEqual([{ field: "projectId", message: "No." }]);
    expect(of("duplicate_slug")).toEqual([{ field: "", message: "No." }]);
  });

  test("are at most twenty, of at most 300 characters each", () => {
    const many = Array.from({ length: 21 }, () => ({ field: "name", message: "x".repeat(301) }));
    expect(shown(...many)).toEqual(Array(20).fill({ field: "name", message: "x".repeat(300) }));
  });
});

test("an unparsable cell is reported once, without follow-up problems", async () => {
  const { id } = await added(
    `${HEAD},products\n,bigbox_w,product_detail,,*2\nFine,bigbox_w,product_detail,,`,
  );
  const { rows } = await rowsOf(id, ["bad"]);
  expect(rows.map(({ problems }) => problems.map(({ field }) => field))).toEqual([
    ["products", "name"],
    ["products"],
  ]);
  expect(rows[0]?.problems[0]?.message).toMatch(/^must be product ids/);
});

test("an archived project is reported even if the row has other problems", async () => {
  const change = { projectId: "old", idempotency: null };
  await archiveProject(owner, change, used);
  const content = `${HEAD},projectId\n${row("A")},old\n${row("")},old\n${row("B")},main`;
  const { id } = await added(content);
  const { rows } = await rowsOf(id, ["bad"]);
  expect(rows.map(({ row: number, problems }) => [number, problems.map(({ field }) => field)])).toEqual([
    [2, ["projectId"]],
    [3, ["name", "projectId"]],
  ]);
  for (const { problems } of rows) expect(problems.at(-1)?.message).toMatch(/archived/);
  await restoreProject(owner, change, used);
  const again = await added(content);
  expect((await rowsOf(again.id, ["good"])).rows.map(({ row: number }) => number)).toEqual([2, 4]);
});

test("an API key is found in unparsable and in escaped metadata", async () => {
  const hidden = `\\u${(key.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}${key.slice(1)}`;
  for (const metadata of [`no JSON ${key}`, JSON.stringify({ a: "b" }).replace("b", hidden)]) {
    const cell = `"${metadata.replaceAll('"', '""')}"`;
    expect(await added(`${HEAD},metadata\n${row("A")},${cell}`).catch(said)).toMatch(/rows: 2\.$/);
  }
});
