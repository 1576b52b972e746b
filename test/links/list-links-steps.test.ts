import { expect, test } from "vitest";
import type { ListLinksInput } from "../../src/links/list-links.ts";
import type { LinkListStore, LinkRange } from "../../src/links/list-store.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED, newLink } from "./links.ts";
import { listing } from "./listing.ts";

/** What a page of links asks its store, and what it makes of answers that a store rarely gives. */

const { env } = await useService({}, "acme");
const unasked = async () => {
  throw new Error("This was not to be asked.");
};
const UNASKED: LinkListStore = {
  ...{ latest: unasked, ordered: unasked, search: unasked },
  ...{ timed: unasked, withTag: unasked, load: unasked },
};
/** A list over a store of which these parts alone may be asked. */
const listOf = (parts: Partial<LinkListStore>, actor = memberOf("owner")) =>
  listing(actor, { ...dependenciesOf(env), lists: { ...UNASKED, ...parts }, now: () => CREATED });

const id = (number: number) => `lnk_${number}`;
const loaded = (linkId: string, fields: Record<string, unknown> = {}) => ({
  link: newLink(fields, { id: linkId }),
  qrCode: null,
});
/** The links with these numbers, the newest first, as `latest` gives them. */
const latestOf =
  (...numbers: number[]) =>
  async ({ before, from }: LinkRange, _projectId: string | null, limit: number) => {
    const ids = numbers
      .map(id)
      .filter((each) => each < before)
      .slice(0, limit);
    return { ids, from: (ids.length === limit && ids.at(-1)) || from };
  };
/** The links of each page. */
async function pages(list: ReturnType<typeof listOf>, limit: number): Promise<string[][]> {
  const all: string[][] = [];
  for (let cursor: string | undefined; all.length < 10; ) {
    const page = await list({ limit, cursor });
    all.push(page.links.map(({ link }) => link.id));
    if (page.nextCursor === null) return all;
    cursor = page.nextCursor;
  }
  throw new Error("pages without an end");
}

test("a list that can have no link is empty, and reads nothing", async () => {
  const empty = { links: [], nextCursor: null, order: "created" };
  expect(await listOf({})({ state: "off", status: "active" })).toEqual(empty);
  expect(await listOf({})({ state: "ended", status: "inactive" })).toEqual(empty);
  expect(await listOf({}, { ...memberOf("owner"), projects: [] })({})).toEqual(empty);
});

test("whatever blocks tell of is searched in them, and nothing else is", async () => {
  const asked: (string | null)[] = [];
  const told = async (what: string | null) => {
    asked.push(what);
    return { ids: [], from: "" };
  };
  const reads = {
    latest: (_: LinkRange, projectId: string | null) => told(projectId),
    search: () => told("search"),
    timed: () => told("timed"),
  };
  const askedFor = async (filter: Partial<ListLinksInput>, ...projects: string[]) => {
    asked.length = 0;
    const actor = { ...memberOf("owner"), projects: projects.length > 0 ? projects : ("all" as const) };
    await listOf(reads, actor)(filter);
    return [filter, ...projects, ...asked];
  };
  const searches: Partial<ListLinksInput>[] = [
    { text: "soup" },
    { retailer: "custom" },
    { intent: "recipe" },
    { status: "active" },
    { tag: "sale" },
    { state: "off" },
    { state: "running" },
    { state: "ended", text: "soup" },
    { state: "ended", tag: "sale" },
  ];
  for (const filter of searches) {
    expect(await askedFor(filter)).toEqual([filter, "search"]);
    expect(await askedFor(filter, "main")).toEqual([filter, "main", "search"]);
  }
  for (const state of ["scheduled", "ended"] as const)
    expect(await askedFor({ state })).toEqual([{ state }, "timed"]);
  expect(await askedFor({})).toEqual([{}, null]);
  expect(await askedFor({}, "side")).toEqual([{}, "side", "side"]);
  expect(await askedFor({}, "side", "main")).toEqual([{}, "side", "main", "search"]);
});

test("a link whose times are others by the time that it is loaded is not on the page of its old state", async () => {
  const soon = { schedule: { activeFrom: new Date(CREATED.getTime() + 3_600_000).toISOString() } };
  const list = listOf({
    timed: async () => ({ ids: [2, 1].map(id), from: "" }),
    load: async (ids) => ids.map((each) => loaded(each, each === id(1) ? soon : {})),
  });
  expect((await list({ state: "scheduled" })).links.map(({ link }) => link.id)).toEqual([id(1)]);
});

test("links that do not fit into memory any more are on the next page", async () => {
  const list = listOf({
    latest: latestOf(5, 4, 3, 2, 1),
    load: async (ids) => ids.slice(0, 2).map((each) => loaded(each)),
  });
  expect(await pages(list, 10)).toEqual([[5, 4].map(id), [3, 2].map(id), [id(1)]]);
});

test("links that are gone by the time that they are loaded keep none behind them from its page", async () => {
  const list = listOf({
    latest: latestOf(5, 4, 3, 2, 1),
    load: async (ids) => ids.filter((each) => each < id(4)).map((each) => loaded(each)),
  });
  expect(await pages(list, 1)).toEqual([[id(3)], [id(2)], [id(1)]]);
});

/** All that blocks tell of, in one stretch or several; of them the links with these numbers have the tag by now. */
function taggedOf(stretches: readonly (readonly number[])[], tagged: readonly number[]) {
  const loads: string[][] = [];
  const left = stretches.map((numbers) => numbers.map(id));
  const list = listOf({
    search: async () => ({ ids: left.shift() ?? [], from: left.length > 0 ? "lnk" : "" }),
    load: async (ids) => {
      loads.push([...ids]);
      const hasTag = (each: string) => tagged.map(id).includes(each);
      return ids.map((each) => loaded(each, hasTag(each) ? { tracking: { tags: ["sale"] } } : {}));
    },
  });
  return { list, loads };
}

test("links that have changed since their blocks were written are passed over, and the others are there once", async () => {
  const { list } = taggedOf([[9, 8, 7, 6, 5]], [9, 5]);
  const page = await list({ tag: "sale", limit: 2 });
  expect(page.links.map(({ link }) => link.id)).toEqual([9, 5].map(id));
  expect(page.nextCursor).toBeNull();
});

test("as many links are loaded as the page lacks and one more, and then twice as many each time", async () => {
  const { list, loads } = taggedOf([[9, 8, 7, 6, 5, 4, 3], [2, 1], [0]], [8]);
  await list({ tag: "sale", limit: 1 });
  expect(loads).toEqual([[9, 8], [7, 6, 5, 4], [3], [2], [1], [0]].map((numbers) => numbers.map(id)));
});
