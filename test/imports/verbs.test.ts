import { beforeEach, describe, expect, test } from "vitest";
import { addImport } from "../../src/extras/imports/add-import.ts";
import { correctRow, replaceRows } from "../../src/extras/imports/correct-rows.ts";
import {
  deleteImport,
  getImport,
  getImportRow,
  listImports,
} from "../../src/extras/imports/manage-imports.ts";
import type { MemberActor } from "../../src/features/access/actor.ts";
import { memberOf } from "../actors.ts";
import { useService } from "../use-service.ts";
import { file, HEAD, importing, owner, refused, row, said } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB } = service.env;
const { used, added, statesOf, rowsOf, start, run } = await importing(service.env);
// An organization has so many at most.
beforeEach(() => DB.prepare("DELETE FROM runs").run());
const limited: MemberActor = { ...owner, id: "mem_2", role: "editor", projects: ["main"] };

describe("adding a file", () => {
  test("stores each row's problems and creates no link", async () => {
    const doubtful = "Doubt,bigbox_w,product_detail,,abc";
    const { id } = await added(`${HEAD},products\n${row("Good")},\n${row("", "no")},\n${doubtful}`);
    expect(await statesOf(id)).toEqual([
      ["bad", 1],
      ["doubtful", 1],
      ["good", 1],
    ]);
    const { rows } = await rowsOf(id, ["bad", "doubtful"]);
    expect(rows.map(({ row: number, problems }) => [number, problems.map(({ field }) => field)])).toEqual([
      [3, ["name", "customUrl"]],
      [4, ["products"]],
    ]);
    expect(rows[1]?.problems[0]?.message).toMatch(/^abc: ./);
    expect(rows.map(({ state }) => state)).toEqual(["bad", "doubtful"]);
    expect((await rowsOf(id, ["good"])).rows.map(({ state }) => state)).toEqual(["good"]);
    expect(await DB.prepare("SELECT count(*) AS n FROM links").first("n")).toBe(0);
  });

  test("reports an unknown project once, and a missing project", async () => {
    const { id } = await added(`${HEAD},projectId\n${row("A")},other\n${row("")},other\n${row("B")},`, {
      projectId: "",
    });
    const { rows } = await rowsOf(id, ["bad"]);
    expect(rows.map(({ problems }) => problems.map(({ field }) => field))).toEqual([
      ["projectId"],
      ["name", "projectId"],
      ["projectId"],
    ]);
  });

  test("again returns the same import; another file with the same key is rejected", async () => {
    const form = `e${"f".repeat(63)}`;
    const first = await added(file(row("A")), { form });
    expect(await added(file(row("A")), { form })).toEqual(first);
    expect(first).toMatchObject({ id: `imp_e${"f".repeat(31)}`, memberId: "mem_1", state: "idle" });
    // The other file is that of another import too, and has more rows: none of them is added to the first one.
    const more = file(row("B"), row("C"));
    await added(more);
    await expect(added(more, { form })).rejects.toThrow(refused("idempotency_conflict"));
    expect(await statesOf(first.id)).toEqual([["good", 1]]);
    await deleteImport(owner, { importId: first.id }, used);
    await expect(getImport(owner, { importId: first.id }, used)).rejects.toThrow(refused("not_found"));
  });

  test("stores the first 200 characters of the file name", async () => {
    const content = file(row("A"));
    const idempotency = { scope: "a".repeat(64), fingerprint: content, organizationId: "acme" };
    const named = { fileName: `${"n".repeat(200)}m`, content, projectId: "main", idempotency };
    expect((await addImport(owner, named, used)).fileName).toBe("n".repeat(200));
  });

  test("with an API key in its metadata is rejected with the affected rows", async () => {
    const { key } = await service.issueKey();
    const rows = Array.from({ length: 11 }, (_, index) => `${row(`R${index}`)},"{""a"":""${key}""}"`);
    const message = await added(`${HEAD},metadata\n${row("Good")},\n${rows.join("\n")}`).catch(said);
    expect(message).toMatch(/rows: 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and more\.$/);
    const few = await added(`${HEAD},metadata\n${rows.slice(0, 10).join("\n")}`).catch(said);
    expect(few).toMatch(/, 11\.$/);
  });
});

test("a member limited to some projects sees only their own imports", async () => {
  const own = await added(file(row("A")), { actor: limited });
  const other = await added(file(row("A")));
  const seenBy = async (actor: MemberActor) => (await listImports(actor, used)).map(({ id }) => id);
  expect(await seenBy(owner)).toEqual(expect.arrayContaining([own.id, other.id]));
  expect(await seenBy(limited)).toEqual([own.id]);
  expect(await seenBy(memberOf("owner", "globex"))).toEqual([]);
  await expect(listImports(memberOf("viewer"), used)).rejects.toThrow(refused("insufficient_scope"));
  for (const actor of [limited, memberOf("owner", "globex")])
    await expect(getImport(actor, { importId: other.id }, used)).rejects.toThrow(refused("not_found"));
  for (const number of [2.5, 9, Number.NaN])
    await expect(getImportRow(owner, { importId: other.id, row: number }, used)).rejects.toThrow(
      refused("not_found"),
    );
  expect((await getImportRow(owner, { importId: other.id, row: 2 }, used)).cells.name).toBe("A");
});

test("rows are paged in their order", async () => {
  const { id } = await added(file(row("A"), row(""), row("B"), row("C")));
  const pages = async (limit: number) => {
    const read: number[][] = [];
    for (let after: number | null = 0; after !== null; ) {
      const { rows, next } = await rowsOf(id, ["good"], after, limit);
      read.push(rows.map(({ row: number }) => number));
      after = next;
    }
    return read;
  };
  expect([await pages(1), await pages(2), await pages(3)]).toEqual([
    [[2], [4], [5]],
    [[2, 4], [5]],
    [[2, 4, 5]],
  ]);
});

describe("rows that were corrected", () => {
  const cells = { name: "Fine", retailer: "custom", intent: "custom_url", customUrl: "https://example.com/" };

  test("are validated again, unless their link exists", async () => {
    const { id } = await added(file(row(""), row("")));
    const correct = (number: number) => correctRow(owner, { importId: id, row: number, cells }, used);
    expect(await correct(2)).toEqual({ row: 2, cells, state: "good", problems: [] });
    await expect(correct(9)).rejects.toThrow(refused("not_found"));
    const doubtful = { name: "Doubt", retailer: "bigbox_w", intent: "product_detail", products: "abc" };
    expect(await correctRow(owner, { importId: id, row: 2, cells: doubtful }, used)).toMatchObject({
      state: "doubtful",
      problems: [{ field: "products" }],
    });
    expect((await correct(2)).state).toBe("good");
    await start(id);
    await expect(correct(2)).rejects.toThrow(refused("precondition_failed"));
    expect(await run(id)).toBe("done");
    await expect(correct(2)).rejects.toThrow(refused("precondition_failed"));
    expect((await correct(3)).state).toBe("good");
  });

  test("and deleted rows belong to one import only", async () => {
    const [one, other] = [await added(file(row(""), row(""))), await added(file(row(""), row("")))];
    await correctRow(owner, { importId: one.id, row: 2, cells }, used);
    const both = async () => [await statesOf(one.id), await statesOf(other.id)];
    const corrected = [
      ["bad", 1],
      ["good", 1],
    ];
    expect(await both()).toEqual([corrected, [["bad", 2]]]);
    await deleteImport(owner, { importId: other.id }, used);
    expect(await statesOf(one.id)).toEqual(corrected);
  });

  test("are replaced by a file as a whole or not at all", async () => {
    const { id } = await added(file(...Array.from({ length: 12 }, () => row(""))));
    const replace = (...numbers: number[]) =>
      replaceRows(
        owner,
        {
          importId: id,
          content: `row,${HEAD}\n${numbers.map((each) => `${each},${row("Fine")}`).join("\n")}`,
        },
        used,
      );
    expect(await replace(2, 4)).toBe(2);
    // Row 14 is one of another import alone.
    await added(file(...Array.from({ length: 13 }, () => row(""))));
    expect(await replace(14).catch(said)).toMatch(/: 14\.$/);
    expect(await replace(3, 99).catch(said)).toMatch(/: 99\.$/);
    const many = Array.from({ length: 11 }, (_, index) => 100 + index);
    expect(await replace(...many).catch(said)).toMatch(/, 109 and more\.$/);
    expect(await replace(...many.slice(1)).catch(said)).toMatch(/, 110\.$/);
    expect(await statesOf(id)).toEqual([
      ["bad", 10],
      ["good", 2],
    ]);
  });
});
