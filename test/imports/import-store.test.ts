import { beforeEach, expect, test } from "vitest";
import { MAX_IMPORTS } from "../../src/extras/imports/import.ts";
import { importStore } from "../../src/extras/imports/import-store.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB } = service.env;
const store = importStore(DB);
beforeEach(() => DB.prepare("DELETE FROM runs").run());

const CONTENT = {
  fileName: "links.csv",
  source: null,
  kind: "links",
  headings: null,
  leftBehind: [],
  projectId: "main",
  origins: { shortLink: "https://go.example", api: "https://api.example" },
} as const;
const add = (id: string, createdAt = "2026-11-23T12:00:00.000Z") =>
  store.add(
    { id, organizationId: "acme", memberId: "mem_1", fingerprint: id, state: "idle", createdAt },
    CONTENT,
    [],
  );

test("the number of imports per organization is limited", async () => {
  const ids = Array.from({ length: MAX_IMPORTS }, (_, index) => `imp_${index}`);
  for (const id of ids) expect((await add(id))?.id).toBe(id);
  expect(await add("imp_more")).toBeNull();
});

test("the oldest finished import leaves for one more; its links stay, and unfinished ones too", async () => {
  const days = Array.from(
    { length: MAX_IMPORTS },
    (_, index) => `2026-11-${String(index + 1).padStart(2, "0")}T12:00:00.000Z`,
  );
  for (const [index, day] of days.entries()) await add(`imp_${index}`, day);
  const row = (id: string, number: number, state: string) =>
    DB.prepare(
      "INSERT INTO import_rows (import_id, row, cells, state, problems) VALUES (?1, ?2, '{}', ?3, '[]')",
    ).bind(id, number, state);
  // The oldest has a row that may still be created; the next is done but for a row with problems; so is a later one.
  await DB.batch([
    ...[row("imp_0", 2, "made"), row("imp_0", 3, "good")],
    ...[row("imp_1", 2, "made"), row("imp_1", 3, "bad"), row("imp_5", 2, "made")],
  ]);
  expect(await store.hasRoom("acme")).toBe(true);
  expect((await add("imp_more"))?.id).toBe("imp_more");
  // A repeat of the request takes no other import's place.
  expect((await add("imp_more"))?.id).toBe("imp_more");
  const ids = async () => (await store.list("acme")).map(({ id }) => id);
  expect(await ids()).toHaveLength(MAX_IMPORTS);
  expect(await ids()).not.toContain("imp_1");
  expect((await add("imp_again"))?.id).toBe("imp_again");
  expect(await ids()).not.toContain("imp_5");
  expect([await store.hasRoom("acme"), await store.hasRoom("globex")]).toEqual([false, true]);
  expect(await add("imp_last")).toBeNull();
  expect(await ids()).toContain("imp_0");
});

test("imports are listed latest first, then by id", async () => {
  const [early, late] = ["2026-11-23T12:00:00.000Z", "2026-11-23T12:00:00.001Z"];
  for (const [id, time] of [
    ["imp_b", early],
    ["imp_d", late],
    ["imp_a", early],
    ["imp_c", late],
  ] as const)
    await add(id, time);
  expect((await store.list("acme")).map(({ id }) => id)).toEqual(["imp_c", "imp_d", "imp_a", "imp_b"]);
});
