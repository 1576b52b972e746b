import { expect, test } from "vitest";
import { linkListStore } from "../../src/links/list-store.ts";
import { toLinkRow } from "../../src/links/rows.ts";
import type { LinkFilter } from "../../src/links/search-document.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { countedD1 } from "./counted-d1.ts";
import { CREATED, putIntoParts, storedLink } from "./links.ts";
import { hours, id, over, soon, storeListedLinks } from "./listed-links.ts";
import { ANYTHING, listing } from "./listing.ts";

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main", "side"] });
for (const organization of ["many", "changes", "blocks", "ordered"]) await service.issueKey({ organization });
for (const organization of ["plain", "globex"])
  await service.issueKey({ organization, createProjects: ["main", "side"] });
const { DB } = service.env;
const lists = linkListStore(DB);

const all = (organizationId: string, before = "lnk_~") => ({ organizationId, from: "lnk_", before });
const made = (number: number, fields: object = {}, record: object = {}) =>
  storedLink(DB, { ...fields }, { id: id(number), ...record });

await made(1);
await made(2, { projectId: "side" });
await made(3, soon);
await made(4, { ...soon, projectId: "side" });
await made(5, over);
await made(6, soon, { status: "inactive" });

await storeListedLinks(DB);

test("the newest links are those of the organization or of one project, up to where the next ones begin", async () => {
  const newest = (projectId: string | null, limit: number, before?: string, from?: string) =>
    lists.latest({ ...all("acme", before), ...(from && { from }) }, projectId, limit);
  expect(await newest(null, 10)).toEqual({ ids: [6, 5, 4, 3, 2, 1].map(id), from: "lnk_" });
  expect(await newest("side", 10)).toEqual({ ids: [4, 2].map(id), from: "lnk_" });
  expect(await newest(null, 2)).toEqual({ ids: [6, 5].map(id), from: id(5) });
  expect(await newest(null, 2, id(5))).toEqual({ ids: [4, 3].map(id), from: id(3) });
  expect(await newest(null, 2, id(1))).toEqual({ ids: [], from: "lnk_" });
  expect(await newest(null, 10, id(6), id(4))).toEqual({ ids: [5, 4].map(id), from: id(4) });
  expect(await newest("side", 10, id(4), id(2))).toEqual({ ids: [id(2)], from: id(2) });
  expect(await newest("side", 10, id(6), id(3))).toEqual({ ids: [id(4)], from: id(3) });
});

test.each([
  ["changed", ["c", "b", "d", "a"]],
  ["name", ["b", "d", "a", "c"]],
] as const)(
  "in the order of %s links follow a place, and ids tell those apart that are alike",
  async (order, expected) => {
    for (const [name, link, hour] of [
      ["Beans", "a", 0],
      ["Apple", "b", 2],
      ["corn", "c", 2],
      ["apple", "d", 1],
    ] as const) {
      const updatedAt = hours(hour).toISOString();
      await storedLink(DB, { name }, { id: `lnk_${link}`, organizationId: "ordered", updatedAt });
    }
    const found = await lists.ordered("ordered", order, null, 10);
    expect(found.map((place) => place.id)).toEqual(expected.map((link) => `lnk_${link}`));
    for (const [index, place] of found.entries())
      expect(await lists.ordered("ordered", order, place, 10)).toEqual(found.slice(index + 1));
  },
);

test("links with times are those in the state that is asked for, where it is, and of the projects", async () => {
  const timed = async (filter: Partial<LinkFilter>) =>
    (await lists.timed(all("acme"), { ...ANYTHING, ...filter })).ids;
  expect(await timed({})).toEqual([6, 5, 4, 3].map(id));
  expect(await timed({ status: "active", state: { is: "scheduled", at: CREATED } })).toEqual([4, 3].map(id));
  expect(await timed({ state: { is: "ended", at: CREATED } })).toEqual([id(5)]);
  expect(await timed({ state: { is: "running", at: hours(2) } })).toEqual([4, 3].map(id));
  expect(await timed({ state: { is: "scheduled", at: CREATED }, projects: ["side"] })).toEqual([id(4)]);
  const { ids } = await lists.timed({ ...all("acme", id(6)), from: id(4) }, ANYTHING);
  expect(ids).toEqual([5, 4].map(id));
});

test("a tag is looked for in the links that are named, also where their content is in parts, and in no others", async () => {
  const tracking = (...tags: string[]) => ({ tracking: { tags } });
  for (const [number, ...tags] of [
    [11, "sale"],
    [12, "winter"],
    [13, "sale"],
    [14, "sale", "new"],
    [15, "winter"],
  ] as const)
    await made(number, tracking(...tags), {
      organizationId: "globex",
      projectId: number === 14 ? "side" : "main",
    });
  await putIntoParts(DB, id(14));
  await putIntoParts(DB, id(15));
  const named = [1, 11, 12, 14, 15].map(id);
  const found = await lists.withTag([...named, "lnk_none"], "sale");
  expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    { id: id(11), projectId: "main" },
    { id: id(14), projectId: "side" },
  ]);
  expect(await lists.withTag(named, "sal")).toEqual([]);
});

test("links are loaded together up to 8 MB of their content, of which parts count as well; the first one always is", async () => {
  const wanted = [21, 22, 23];
  const links = await Promise.all(wanted.map((number) => made(number, {}, { organizationId: "globex" })));
  for (const number of [22, 23]) await putIntoParts(DB, id(number));
  // Spaces behind its JSON make the content of the last one as long as it is to be.
  const add = (part: number, bytes: number) =>
    DB.prepare("INSERT OR REPLACE INTO link_content_parts (link_id, part, text) VALUES (?1, ?2, ?3)").bind(
      id(23),
      part,
      " ".repeat(bytes),
    );
  const rest =
    1_200_000 - links.reduce((bytes, link) => bytes + (toLinkRow(link).row.content ?? "").length, 0);
  await DB.batch([...[1, 2, 3, 4].map((part) => add(part, 1_700_000)), add(5, rest), add(6, 0)]);
  const loaded = async () => (await lists.load([...wanted, 2].map(id))).map(({ link }) => link.id);
  expect(await loaded()).toEqual(wanted.map(id));
  await add(6, 1).run();
  expect(await loaded()).toEqual([21, 22].map(id));
});

test("links are loaded in the order in which they are named, whatever order the database gives them in", async () => {
  const prepare = (sql: string) => ({
    bind: (...values: unknown[]) => ({
      async all() {
        const { results } = await DB.prepare(sql)
          .bind(...values)
          .all();
        return { results: [...results.slice(1), ...results.slice(0, 1)].reverse() };
      },
    }),
  });
  const { load } = linkListStore({ prepare } as unknown as D1Database); // all that is used
  const wanted = [3, 6, 1, 4].map(id);
  expect((await load(wanted)).map(({ link }) => link.id)).toEqual(wanted);
});

test("a stretch reads 500 links at most that no block has yet, or that have times, and the next one begins behind them", async () => {
  const scheduled = { ...ANYTHING, status: "active", state: { is: "scheduled", at: CREATED } } as const;
  for (const stretch of [
    (before?: string) => lists.timed(all("many", before), scheduled),
    (before?: string) => lists.search(all("many", before), scheduled, 4),
  ]) {
    const { ids, from } = await stretch();
    expect([ids.length, ids[0], ids.at(-1), from]).toEqual([500, id(1501), id(1002), id(1002)]);
    expect(await stretch(from)).toEqual({ ids: [id(1001)], from: "lnk_" });
  }
  const search = (filter: Partial<LinkFilter>, before?: string, from = "lnk_") =>
    lists.search({ ...all("plain", before), from }, { ...ANYTHING, ...filter }, 2);
  const { ids, from } = await search({ retailer: "custom" });
  expect([ids.length, ids[0], ids.at(-1), from]).toEqual([500, id(3503), id(3004), id(3004)]);
  expect(await search({ retailer: "custom" }, from)).toEqual({ ids: [3003, 3002].map(id), from: "lnk_" });
  // The link that a range ends before is not among the 500, and the one that it begins with is.
  const second = await search({}, id(3503));
  expect([second.ids.length, second.ids[0], second.from]).toEqual([500, id(3502), id(3003)]);
  expect((await search({}, id(3006), id(3004))).ids).toEqual([3005, 3004].map(id));
  // Of those that no block has, the columns tell.
  expect((await search({ projects: ["side"] }, from)).ids).toEqual([id(3001)]);
  const running = { is: "running", at: CREATED } as const;
  expect((await search({ state: running, status: "active" }, from)).ids).toEqual([id(3003)]);
});

test("a stretch reads 500 changes at most that the blocks do not know yet, and the next one begins behind them", async () => {
  const search = (before?: string, from = "lnk_") =>
    lists.search({ ...all("changes", before), from }, { ...ANYTHING, retailer: "custom" }, 2);
  const { ids, from } = await search();
  expect([ids.length, ids[0], ids.at(-1), from]).toEqual([500, id(2501), id(2002), id(2002)]);
  expect(await search(from)).toEqual({ ids: [id(2001)], from: "lnk_" });
  expect((await search(id(2501))).ids).toHaveLength(500);
  expect((await search(id(2102), id(2100))).ids).toEqual([2101, 2100].map(id));
});

test("a stretch ends with the last of the blocks that it may give, and the next one begins behind it", async () => {
  const search = (most: number, before?: string, tag?: string) =>
    lists.search(all("blocks", before), { ...ANYTHING, retailer: "custom", tag }, most);
  expect(await search(2)).toEqual({ ids: [804, 803, 802].map(id), from: id(802) });
  expect(await search(1, id(802))).toEqual({ ids: [id(801)], from: id(801) });
  expect(await search(4)).toEqual({ ids: [804, 803, 802, 801].map(id), from: "lnk_" });
  expect(await search(4, undefined, "sale")).toEqual({ ids: [id(803)], from: "lnk_" });
});

/** The lists of an organization, and how many rows were read since that was asked last. */
function countedList(organizationId: string) {
  const { db, taken } = countedD1(DB);
  const dependencies = { ...dependenciesOf(service.env), lists: linkListStore(db), now: () => CREATED };
  return { list: listing(memberOf("viewer", organizationId), dependencies), read: () => taken().read };
}

test("a list of all links, of one project's or of those that have ended reads little besides what it gives", async () => {
  const { list, read } = countedList("plain");
  for (const [query, expected] of [
    [{}, id(3503)],
    [{ projectId: "side" }, id(3001)],
    [{ state: "ended" }, id(3002)],
    [{ state: "scheduled" }, undefined],
  ] as const) {
    const { links } = await list({ ...query, limit: 1 });
    expect([query, links[0]?.link.id]).toEqual([query, expected]);
    expect([query, read() < 50]).toEqual([query, true]);
  }
});

test("a page of a filter has the link that fits, behind many others", async () => {
  const { list } = countedList("plain");
  for (const query of [
    { retailer: "bigbox_w" },
    { intent: "product_detail" },
    { status: "inactive" },
    { tag: "old" },
    { text: "unlike" },
  ] as const) {
    const { links, nextCursor } = await list({ ...query, limit: 1 });
    expect([query, ...links.map(({ link }) => link.id), nextCursor]).toEqual([query, id(3001), null]);
  }
});

test("links that are gone by now are on no page, and the list ends behind them", async () => {
  const { list } = countedList("changes");
  expect(await list({ retailer: "custom" })).toEqual({ links: [], nextCursor: null, order: "created" });
});

test("links are read by their blocks where these tell that none fits, and those with times where they are asked for", async () => {
  const { list, read } = countedList("many");
  for (const query of [{ tag: "none" }, { text: "nowhere" }]) {
    expect((await list({ state: "scheduled", ...query })).links).toEqual([]);
    expect([query, read() < 1_000]).toEqual([query, true]);
  }
  expect((await list({ tag: "none" })).links).toEqual([]);
  expect(read()).toBeLessThan(100);
});
