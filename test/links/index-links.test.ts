import { beforeEach, describe, expect, test } from "vitest";
import { indexLinks } from "../../src/links/index-links.ts";
import { linkListStore } from "../../src/links/list-store.ts";
import { decodeDocuments } from "../../src/links/search-block.ts";
import { searchIndexStore } from "../../src/links/search-index-store.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { countedD1 } from "./counted-d1.ts";
import { storedLink } from "./links.ts";
import { listing } from "./listing.ts";

/** The job that keeps the blocks of the list, over the real D1. */

const service = await useService();
const db = service.env.DB;
for (const organization of ["acme", "globex"]) await service.issueKey({ organization });
beforeEach(async () => {
  const tables = [
    "link_search_blocks",
    "link_search_state",
    "link_content_parts",
    "links",
    "link_search_changes",
  ];
  await db.batch(tables.map((table) => db.prepare(`DELETE FROM ${table}`)));
});

const idOf = (number: number) => `lnk_${String(number).padStart(26, "0")}`;

const addLink = (
  number: number,
  fields: Record<string, unknown> = {},
  organizationId = "acme",
  into = db,
) => {
  const id = idOf(number);
  const named = { name: `link ${number}.`, customUrl: "https://a.example/", ...fields };
  return storedLink(into, named, { id, organizationId, shortId: id.slice(-8) });
};

const index = () => indexLinks(dependenciesOf(service.env));
const rename = (number: number, name: string) =>
  db
    .prepare("UPDATE links SET name = ?2, version = version + 1 WHERE id = ?1")
    .bind(idOf(number), name)
    .run();

/** The ids that the blocks hold, block by block, as numbers. */
async function indexed(organizationId = "acme"): Promise<number[][]> {
  const { results } = await db
    .prepare("SELECT documents FROM link_search_blocks WHERE organization_id = ?1 ORDER BY from_link_id")
    .bind(organizationId)
    .all<{ documents: string }>();
  return results.map((row) => decodeDocuments(row.documents).map(({ id }) => Number(id.slice(4))));
}

async function found(text: string): Promise<number[]> {
  const { links } = await listing(memberOf("viewer"), dependenciesOf(service.env))({ text, limit: 100 });
  return links.map(({ link }) => Number(link.id.slice(4)));
}
const left = () => db.prepare("SELECT count(*) AS changes FROM link_search_changes").first("changes");

test("links go into the blocks of their organizations in order, 256 a block, once", async () => {
  const numbers = Array.from({ length: 260 }, (_, number) => number);
  await Promise.all(numbers.map((number) => addLink(number, {}, number % 50 === 0 ? "globex" : "acme")));
  await addLink(1_000);
  await index();
  await index();
  const acme = [...numbers.filter((number) => number % 50 !== 0), 1_000];
  expect(await indexed()).toEqual([acme]);
  expect(await indexed("globex")).toEqual([[0, 50, 100, 150, 200, 250]]);
  for (const number of [2_000, 2_001, 2_002]) await addLink(number);
  await index();
  expect(await indexed()).toEqual(
    [
      [...acme, 2_000],
      [2_001, 2_002],
    ].map((ids) => ids),
  );
});

test("blocks that hold much are cut before they are too large for a row", async () => {
  const products = Array.from({ length: 100 }, (_, product) => ({
    retailerProductId: `${"😀".repeat(120)}${product}`,
  }));
  for (let number = 0; number < 6; number++) await addLink(number, { products });
  await index();
  expect((await indexed()).length).toBeGreaterThan(2);
  expect((await indexed()).flat()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await found("😀99")).toEqual([5, 4, 3, 2, 1, 0]);
});

test("a link that is committed after later ones were indexed is found, and indexed", async () => {
  for (const number of [2, 4]) await addLink(number);
  await index();
  for (const number of [1, 3]) await addLink(number);
  expect(await found("link")).toEqual([4, 3, 2, 1]);
  await index();
  expect(await indexed()).toEqual([[1, 2, 3, 4]]);
  expect(await found("link")).toEqual([4, 3, 2, 1]);
});

test("a change is seen at once, before and after the job comes to it", async () => {
  for (const number of [1, 2]) await addLink(number);
  await index();
  await rename(1, "Another name");
  for (const run of [async () => {}, index]) {
    await run();
    expect(await found("another")).toEqual([1]);
    expect(await found("link 1.")).toEqual([]);
  }
  expect(await left()).toBe(0);
});

describe("while one step of the job runs", () => {
  const store = () => searchIndexStore(db);

  test("another run may finish first: the slower one writes nothing", async () => {
    for (const number of [1, 2]) await addLink(number);
    const slow = await store().unindexed(10, 10);
    await index();
    await addLink(3);
    await index();
    const empty = { organizationId: "acme", from: "", documents: [] };
    await store().keep({ ...slow, blocks: [empty] });
    expect(await indexed()).toEqual([[1, 2, 3]]);
    expect((await store().unindexed(10, 10)).newLinkIds).toEqual([]);
  });

  test("a link may be committed before its last: it is not lost", async () => {
    for (const number of [1, 3]) await addLink(number);
    const step = await store().unindexed(10, 10);
    await addLink(2);
    await store().keep({ ...step, blocks: [] });
    expect((await store().unindexed(10, 10)).changes).toMatchObject([{ linkId: idOf(2) }]);
    expect(await found("link 2.")).toEqual([2]);
  });

  test("a link may change once more: its change stays noted", async () => {
    await addLink(1);
    await index();
    await rename(1, "second");
    const step = await store().unindexed(10, 10);
    await rename(1, "third");
    await store().keep({ ...step, blocks: [] });
    expect((await store().unindexed(10, 10)).changes).toMatchObject([{ linkVersion: 3 }]);
    await index();
    expect([await found("third"), await left()]).toEqual([[1], 0]);
  });
});

test("a change of a link that is gone is done with", async () => {
  await addLink(1);
  await index();
  await rename(1, "gone");
  await db.prepare("DELETE FROM links").run();
  await index();
  expect([await left(), await found("link")]).toEqual([0, []]);
});

test("more changes than one step takes blocks for are taken step by step", async () => {
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  await Promise.all(
    numbers.map(async (number) => {
      await service.issueKey({ organization: `org-${number}` });
      // What has a block among the first 40 is taken with it.
      await addLink(number, {}, `org-${number === 40 ? 0 : number}`);
    }),
  );
  const counted = countedD1(db);
  await indexLinks({ lists: linkListStore(counted.db), searchIndex: searchIndexStore(counted.db) });
  // Each block once, which is a row and an entry of its key, and the state in each of two steps.
  expect(counted.taken().written).toBe(2 * 49 + 2);
  await Promise.all(numbers.map((number) => rename(number, "renamed")));
  // A new link comes after the changes, and so into a later step.
  await addLink(1_000);
  await index();
  expect(await left()).toBe(0);
  expect(await indexed()).toEqual([[1_000]]);
  for (const number of [39, 41, 49]) expect(await indexed(`org-${number}`)).toEqual([[number]]);
  expect(await indexed("org-0")).toEqual([[0, 40]]);
});

test("blocks whose signatures a version before wrote are signed anew, once, and say the same", async () => {
  for (const number of [1, 2]) await addLink(number, { tracking: { tags: [`tag-${number}`] } });
  await index();
  const signature = () =>
    db.prepare("SELECT hex(signature) AS text FROM link_search_blocks").first<string>("text");
  const written = await signature();
  for (const earlier of ["substr(signature, 1, 4100)", "NULL"]) {
    await db.prepare(`UPDATE link_search_blocks SET signature = ${earlier}`).run();
    expect((await searchIndexStore(db).unindexed(10, 10)).unsigned).toEqual([
      { organizationId: "acme", from: "" },
    ]);
    await index();
    const bits = (await signature())?.slice(0, 8_192);
    expect([bits, await indexed()]).toEqual([written?.slice(0, 8_192), [[1, 2]]]);
    expect((await searchIndexStore(db).unindexed(10, 10)).unsigned).toEqual([]);
  }
});

test("what D1 bills for it: an index entry with the create, and what the job writes once a step", async () => {
  const counted = countedD1(db);
  const written = async (work: () => Promise<unknown>) => {
    await work();
    return counted.taken().written;
  };
  const run = () =>
    indexLinks({ lists: linkListStore(counted.db), searchIndex: searchIndexStore(counted.db) });
  // The row of the link, its entries in six indexes, three of which the lists added, and the count of the organization.
  expect(await written(() => addLink(0, {}, "acme", counted.db))).toBe(8);
  await run();
  counted.taken();
  await addLink(1);
  // The block and the state.
  expect(await written(run)).toBe(2);
  await Promise.all(Array.from({ length: 198 }, (_, number) => addLink(number + 2)));
  expect(await written(run)).toBe(2);
  // The change, the block and the state.
  await rename(1, "renamed");
  expect(await written(run)).toBe(3);
});
