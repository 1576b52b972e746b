import { beforeEach, expect, test } from "vitest";
import type { SearchBlock } from "../../src/links/search-block.ts";
import type { SearchDocument } from "../../src/links/search-document.ts";
import { searchIndexStore } from "../../src/links/search-index-store.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";

/** What the job reads of the blocks, and what a run that is late leaves as it is, over the real D1. */

const service = await useService({}, "acme");
for (const organization of ["acme", "globex"]) await service.issueKey({ organization });
const { DB } = service.env;
const store = searchIndexStore(DB);
const NOTHING = { blocks: [], changes: [], newLinkIds: [] };
const documentOf = (name: string): SearchDocument => ({
  ...{ id: `lnk_${name}`, projectId: "main", status: "active", retailer: "custom", intent: "custom_url" },
  ...{ tags: [], texts: [name] },
});
const block = (organizationId: string, from: string, name: string): SearchBlock => ({
  ...{ organizationId, from },
  documents: [documentOf(name)],
});

beforeEach(async () => {
  const tables = ["blocks", "groups", "slices", "state", "changes"].map((table) => `link_search_${table}`);
  await DB.batch([...tables, "links"].map((table) => DB.prepare(`DELETE FROM ${table}`)));
});

test("a link belongs to the newest block of its own organization that begins with it or before, and a block is read by its place", async () => {
  const blocks = [
    block("acme", "", "a"),
    block("acme", "lnk_d", "d"),
    block("acme", "lnk_g", "g"),
    block("globex", "", "b"),
    block("globex", "lnk_e", "e"),
  ];
  await store.keep({ version: 0, ...NOTHING, blocks });
  const links = [
    ["acme", "lnk_c", ""],
    ["acme", "lnk_d", "lnk_d"],
    ["globex", "lnk_d", ""],
    ["acme", "lnk_f", "lnk_d"],
    ["globex", "lnk_f", "lnk_e"],
    ["acme", "lnk_h", "lnk_g"],
    ["none", "lnk_h", ""],
  ] as const;
  const places = await store.placesOf(links.map(([organizationId, id]) => ({ organizationId, id })));
  expect(places).toEqual(links.map(([organizationId, , from]) => ({ organizationId, from })));
  const wanted = [...blocks].reverse().map(({ organizationId, from }) => ({ organizationId, from }));
  expect(await store.blocks(wanted)).toEqual([...blocks].reverse());
  const none = { organizationId: "none", from: "lnk_d" };
  expect(await store.blocks([none])).toEqual([{ ...none, documents: [] }]);
});

test("a run that is late forgets no change, notes no link and moves nothing on", async () => {
  const ids = ["lnk_1", "lnk_2", "lnk_3"];
  for (const id of ids) await storedLink(DB, {}, { id });
  const { version } = await store.unindexed(10, 10);
  await store.keep({ version, ...NOTHING, newLinkIds: ids.slice(0, 1) });
  await DB.prepare("UPDATE links SET name = 'Changed', version = version + 1 WHERE id = 'lnk_1'").run();
  const before = await store.unindexed(10, 10);
  expect(before).toMatchObject({ changes: [{ linkId: "lnk_1" }], newLinkIds: ids.slice(1) });
  // It knows of the change, and of the third link alone, as if the second had been committed meanwhile.
  await store.keep({ version, ...NOTHING, changes: before.changes, newLinkIds: ids.slice(2) });
  expect(await store.unindexed(10, 10)).toEqual(before);
});

test("each write to the blocks has a version of its own, and notes no link that the blocks have", async () => {
  const ids = ["lnk_1", "lnk_2", "lnk_3", "lnk_4"];
  for (const id of ids) await storedLink(DB, {}, { id });
  for (const [version, id] of ids.slice(0, 3).entries()) {
    const before = await store.unindexed(1, 1);
    expect(before).toEqual({ version, changes: [], newLinkIds: [id], unsigned: [] });
    await store.keep({ ...NOTHING, ...before });
  }
  // As if the third had been committed while the step ran that has the fourth.
  await DB.prepare("UPDATE link_search_state SET last_link_id = 'lnk_2'").run();
  await store.keep({ version: 3, ...NOTHING, newLinkIds: ids.slice(3) });
  const changes = [{ organizationId: "acme", linkId: "lnk_3", linkVersion: 1 }];
  expect(await store.unindexed(10, 10)).toEqual({ version: 4, changes, newLinkIds: [], unsigned: [] });
});

test("the blocks of a group that is due come with the newest first, and the group ends with that one", async () => {
  const froms = ["", "lnk_d", "lnk_g"];
  await store.keep({ version: 0, ...NOTHING, blocks: froms.map((from) => block("acme", from, "a")) });
  const insert = `INSERT INTO link_search_groups (organization_id, from_link_id, to_link_id)
    VALUES ('acme', '', 'lnk_g')`;
  await DB.prepare(insert).run();
  const due = await store.dueGroup();
  if (!due) throw new Error("no group is due");
  expect(due.blocks.map(({ from }) => from)).toEqual(froms.toReversed());
  await store.keepGroup(due);
  const written = await DB.prepare("SELECT blocks, to_link_id FROM link_search_groups").first();
  expect(written).toEqual({ blocks: JSON.stringify(froms.toReversed()), to_link_id: "lnk_g" });
});

test("what a group told before it was written anew does not come back with a run that is late", async () => {
  await store.keep({ version: 0, ...NOTHING, blocks: [block("acme", "", "old")] });
  const group =
    "INSERT INTO link_search_groups (organization_id, from_link_id, to_link_id) VALUES ('acme', '', '')";
  await DB.prepare(group).run();
  const late = await store.dueGroup();
  await store.keep({ version: 1, ...NOTHING, blocks: [block("acme", "", "new")] });
  const due = await store.dueGroup();
  if (!late || !due) throw new Error("no group is due");
  const told = async () =>
    (await DB.prepare("SELECT * FROM link_search_slices ORDER BY slice").all()).results;
  await store.keepGroup(late);
  expect(await told()).toEqual([]);
  await store.keepGroup(due);
  const written = await told();
  expect(written).toHaveLength(512);
  await store.keepGroup(late);
  expect(await told()).toEqual(written);
});
