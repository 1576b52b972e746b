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
