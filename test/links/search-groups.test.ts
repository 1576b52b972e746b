import { beforeAll, expect, test } from "vitest";
import type { OrganizationActor } from "../../src/access/actor.ts";
import { toHex } from "../../src/core/digest.ts";
import { indexLinks } from "../../src/links/index-links.ts";
import { linkListStore } from "../../src/links/list-store.ts";
import { decodeDocuments, encodeDocuments } from "../../src/links/search-block.ts";
import { searchIndexStore } from "../../src/links/search-index-store.ts";
import { signatureOf } from "../../src/links/search-signature.ts";
import { taggedLinks } from "../../src/links/tagged-links.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { countedD1 } from "./counted-d1.ts";
import { listing } from "./listing.ts";
import { fillLinkId, fillLinks, signBlocks } from "./many-links.ts";

/** Groups of 48 search blocks, over the real D1. Each block has one link here, so acme has two groups and 41 blocks more. */

const service = await useService();
const db = service.env.DB;
const dependencies = dependenciesOf(service.env);
const ACME: OrganizationActor = {
  type: "member",
  id: "mem_1",
  organizationId: "acme",
  role: "viewer",
  projects: "all",
};

beforeAll(async () => {
  for (const organization of ["acme", "globex"])
    await service.issueKey({ organization, createProjects: ["main", "shop", "rare"] });
});

/** Links, their blocks with signatures, and groups that the job has not come to; what tests did before is gone. */
async function fill(links = 150): Promise<void> {
  const tables = ["blocks", "groups", "slices", "state", "changes"].map((table) => `link_search_${table}`);
  await db.batch([...tables, "links"].map((table) => db.prepare(`DELETE FROM ${table}`)));
  await fillLinks(db, links, 1);
  if (links === 150) await signBlocks(db);
}
const index = () => indexLinks(dependencies);
const store = searchIndexStore(db);
const groups = async () =>
  (
    await db
      .prepare(
        "SELECT blocks IS NOT NULL AS written, stale_blocks AS stale FROM link_search_groups ORDER BY id",
      )
      .all<{ written: number; stale: number }>()
  ).results.map(({ written, stale }) => (written ? stale : null));

/** The blocks from the first to the last of a group, the newest first, in a query of the groups. */
const OWN_BLOCKS = `(SELECT json_group_array(from_link_id ORDER BY from_link_id DESC)
  FROM link_search_blocks AS own WHERE own.organization_id = link_search_groups.organization_id
    AND own.from_link_id BETWEEN link_search_groups.from_link_id AND link_search_groups.to_link_id)`;

/** The numbers of all links that a filter finds, in pages of so many. */
async function found(filter: { text?: string; tag?: string; retailer?: "custom" }, limit = 100) {
  const list = listing(ACME, dependencies);
  const numbers: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list({ ...filter, limit, ...(cursor !== undefined && { cursor }) });
    numbers.push(...page.links.map(({ link }) => Number(link.shortId)));
    if (page.nextCursor === null) return numbers;
    if (page.nextCursor === cursor) throw new Error("a page that leads to itself");
    cursor = page.nextCursor;
  }
}
const rename = (number: number, name: string, tag: string) =>
  db
    .prepare(
      `UPDATE links SET name = ?2, content = json_set(content, '$.tracking.tags', json_array(?3)), version = version + 1
       WHERE id = ?1`,
    )
    .bind(fillLinkId(number), name, tag)
    .run();

test("finds what is found without groups, page by page, and reads less", async () => {
  await fill();
  const { db: counting, taken } = countedD1(db);
  const search = (text: string) =>
    listing(ACME, { ...dependencies, lists: linkListStore(counting) })({ text });
  const filters = [
    [{ text: "needle" }, 1],
    [{ text: "campaign" }, 30],
    [{ text: "landing/9" }, 5],
    [{ text: "zanzibar" }, 1],
    [{ tag: "rare-tag" }, 1],
    [{ tag: "summer" }, 20],
    [{ tag: "none" }, 1],
    [{ retailer: "custom" }, 40],
    [{ text: "campaign 2", tag: "sale", retailer: "custom" }, 5],
  ] as const;
  const lists = linkListStore(db);
  const all = () =>
    Promise.all([
      ...filters.map(([filter, limit]) => found(filter, limit)),
      taggedLinks(lists)({ organizationId: "acme", projects: "all" }, "sale"),
    ]);
  expect(await groups()).toEqual([null, null]);
  const without = await all();
  await search("needle");
  const before = taken().read;
  await index();
  expect(await groups()).toEqual([0, 0]);
  const others = db.prepare(`SELECT id FROM link_search_groups WHERE blocks <> ${OWN_BLOCKS}`);
  expect(await others.first()).toBeNull();
  expect(await all()).toEqual(without);
  await search("needle");
  expect(taken().read).toBeLessThan(before);
});

test("a block that has changed is searched by itself, until half of a group has", async () => {
  await fill();
  await index();
  const { db: counting, taken } = countedD1(db);
  const changed = async (name: string) => {
    await rename(9, name, "porridge");
    await indexLinks({ lists: linkListStore(counting), searchIndex: searchIndexStore(counting) });
    return taken().written;
  };
  // The change, the block and the state; and once the group.
  expect([await changed("Oatmeal"), await changed("Oatmeal flakes")]).toEqual([4, 3]);
  expect(await groups()).toEqual([1, 0]);
  expect([await found({ text: "flakes" }), await found({ tag: "porridge" })]).toEqual([[9], [9]]);
  // No bit of the signature changes.
  await db.prepare("UPDATE links SET status = 'inactive' WHERE id = ?1").bind(fillLinkId(8)).run();
  await index();
  expect(await groups()).toEqual([1, 0]);
  for (let number = 11; number <= 37; number++)
    if (number % 11 !== 10) await rename(number, `Muesli ${number}`, "nuts");
  await index();
  expect(await groups()).toEqual([0, 0]);
  expect([(await found({ text: "muesli" })).length, (await found({ tag: "nuts" })).length]).toEqual([25, 25]);
});

/** Writes the block of a link as versions before wrote it: without bits of tags, or the documents alone. */
async function writeAsBefore(number: number, knowsSignatures: boolean): Promise<void> {
  const id = fillLinkId(number);
  const block = "organization_id = 'acme' AND from_link_id = ?1";
  const json = await db
    .prepare(`SELECT documents FROM link_search_blocks WHERE ${block}`)
    .bind(id)
    .first<string>("documents");
  const documents = decodeDocuments(json ?? "[]").map((each) => ({
    ...each,
    tags: ["porridge"],
    texts: ["oatmeal"],
  }));
  const untagged = signatureOf(
    documents.map((each) => ({ ...each, tags: [] })),
    7,
  ).slice(0, -1);
  const set = knowsSignatures ? `signature = unhex('${toHex(untagged)}'), documents = ?2` : "documents = ?2";
  await db.batch([
    db.prepare(`UPDATE link_search_blocks SET ${set} WHERE ${block}`).bind(id, encodeDocuments(documents)),
    db.prepare("UPDATE link_search_state SET version = version + 1"),
    db.prepare("DELETE FROM link_search_changes"),
  ]);
}

test.each([true, false])(
  "a block that a version before writes is searched by itself (signed: %s)",
  async (signed) => {
    await fill();
    await index();
    await rename(9, "Oatmeal", "porridge");
    await writeAsBefore(9, signed);
    expect(await groups()).toEqual([1, 0]);
    expect([await found({ text: "oatmeal" }), await found({ tag: "porridge" })]).toEqual([[9], [9]]);
    await index();
    expect([await groups(), await found({ tag: "porridge" })]).toEqual([[1, 0], [9]]);
  },
);

test("a block that is put between those of a group, by any version, takes the group back", async () => {
  await fill();
  await index();
  const late = `${fillLinkId(12)}a`;
  await db
    .prepare(
      `INSERT INTO link_search_blocks (organization_id, from_link_id, documents)
       SELECT organization_id, ?2, replace(documents, 'campaign 12', 'oatmeal') FROM link_search_blocks WHERE from_link_id = ?1`,
    )
    .bind(fillLinkId(12), late)
    .run();
  await rename(12, "Oatmeal", "porridge");
  await db.prepare("DELETE FROM link_search_changes").run();
  expect(await groups()).toEqual([null, 0]);
  expect(await found({ text: "oatmeal" })).toEqual([12]);
  await index();
  expect([await groups(), await found({ text: "oatmeal" })]).toEqual([[0, 0], [12]]);
  // The block that the group has no room for any more.
  expect(await found({ text: "campaign 52" })).toEqual([52]);
});

test("what was written while the job read a group is not lost, and a run that ends is taken up by the next", async () => {
  await fill();
  const due = await store.dueGroup();
  if (!due) throw new Error("no group is due");
  await rename(9, "Oatmeal", "porridge");
  await writeAsBefore(9, true);
  await store.keepGroup(due);
  expect([await groups(), await found({ text: "oatmeal" })]).toEqual([[null, null], [9]]);
  // As if the run had been killed after a group.
  const next = await store.dueGroup();
  if (next) await store.keepGroup(next);
  expect([await groups(), await found({ text: "oatmeal" }), await found({ text: "needle" })]).toEqual([
    [1, null],
    [9],
    [1],
  ]);
  await index();
  expect([await groups(), await found({ text: "oatmeal" })]).toEqual([[1, 0], [9]]);
  // A slice that is not there tells nothing.
  await db.prepare("DELETE FROM link_search_slices WHERE slice % 2 = 0").run();
  expect([await found({ text: "oatmeal" }), await found({ text: "needle" })]).toEqual([[9], [1]]);
});

test("groups that name each block of as many as a million links have: each page is bounded, and leads on", async () => {
  await fill(4_000);
  // The job would write slices as well. Where these are missing, a group names all of its blocks.
  await db.prepare(`UPDATE link_search_groups SET blocks = ${OWN_BLOCKS}`).run();
  const { db: counting, taken } = countedD1(db);
  const list = listing(ACME, { ...dependencies, lists: linkListStore(counting) });
  for (const query of [
    { text: "needle" },
    { tag: "rare-tag" },
    { tag: "rare-tag", text: "needle" },
  ] as const) {
    const names: string[] = [];
    let cursor: string | null | undefined;
    for (let pages = 0; pages < 12 && cursor !== null; pages++) {
      const page = await list({ ...query, ...(cursor !== undefined && { cursor }) });
      expect(taken().read).toBeLessThan(7_000);
      names.push(...page.links.map(({ link }) => link.name));
      cursor = page.nextCursor;
    }
    expect([cursor, names]).toEqual([null, ["Needle"]]);
  }
});
