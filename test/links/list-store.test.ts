import { expect, test } from "vitest";
import { linkStore } from "../../src/features/links/link-store.ts";
import type { LinkFilter } from "../../src/features/links/list-statement.ts";
import { linkListStore } from "../../src/features/links/list-store.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED, newLink, storedLink } from "./links.ts";
import { ANYTHING, listing } from "./listing.ts";

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main", "side"] });
for (const organization of ["heavy", "globex"])
  await service.issueKey({ organization, createProjects: ["main", "side"] });
const { DB } = service.env;

const id = (number: number) => `lnk_${number.toString().padStart(6, "0")}`;
const soon = { schedule: { activeFrom: "2026-12-01T00:00:00.000Z" } };
for (let number = 1; number <= 12; number++) {
  const fields = {
    name: number === 1 ? "Needle" : `Link ${number}`,
    projectId: number % 2 === 0 ? "side" : "main",
    tracking: { tags: number % 3 === 0 ? ["third"] : [] },
    ...(number % 4 === 0 && soon),
  };
  await storedLink(DB, fields, { id: id(number), status: number % 6 === 0 ? "inactive" : "active" });
}

/** The pages of a list that looks at so many links a page: their ids. */
async function pagesOf(filter: Partial<LinkFilter>, limit: number, most: { entries: number; rows: number }) {
  const lists = linkListStore(DB, { most });
  const pages: number[][] = [];
  let before: string | null = "lnk_~";
  while (before !== null && pages.length < 20) {
    const range = { organizationId: "acme", from: "lnk_", before };
    const page = await lists.newest(range, { ...ANYTHING, ...filter }, limit);
    pages.push(page.links.map(({ link }) => Number(link.id.slice(4))));
    before = page.before;
  }
  return pages;
}

test("a page ends after its limit of examined links, and the next page continues there", async () => {
  const most = { entries: 5, rows: 3 };
  expect(await pagesOf({ text: "needle" }, 3, most)).toEqual([[], [], [1]]);
  expect(await pagesOf({ text: "nowhere" }, 3, most)).toEqual([[], [], []]);
  expect(await pagesOf({ text: "link 1" }, 3, most)).toEqual([[12, 11, 10], [], []]);
  expect(await pagesOf({ projects: ["main", "side"], intent: "custom_url" }, 5, most)).toEqual([
    [12, 11, 10, 9, 8],
    [7, 6, 5, 4, 3],
    [2, 1],
  ]);
  expect(await pagesOf({ tag: "third", text: "link 3" }, 3, most)).toEqual([[], [3]]);
  expect(await pagesOf({ tag: "third", status: "inactive" }, 3, most)).toEqual([[12, 6], []]);
  const scheduled = { state: { is: "scheduled", at: CREATED } } as const;
  expect(await pagesOf({ ...scheduled, projects: ["main"] }, 3, most)).toEqual([[], []]);
  expect(await pagesOf({ ...scheduled, text: "link 4" }, 3, most)).toEqual([[], [4], []]);
});

test("a filter covered by an index fills its pages despite a low limit of examined links", async () => {
  const most = { entries: 4, rows: 4 };
  for (const [filter, expected] of [
    [
      {},
      [
        [12, 11, 10],
        [9, 8, 7],
        [6, 5, 4],
        [3, 2, 1],
      ],
    ],
    [
      { projects: ["side"] },
      [
        [12, 10, 8],
        [6, 4, 2],
      ],
    ],
    [
      { retailer: "custom" },
      [
        [12, 11, 10],
        [9, 8, 7],
        [6, 5, 4],
        [3, 2, 1],
      ],
    ],
    [{ status: "inactive" }, [[12, 6]]],
    [{ tag: "third" }, [[12, 9, 6], [3]]],
  ] as const)
    expect([filter, await pagesOf(filter, 3, most)]).toEqual([filter, expected]);
});

test("links are loaded up to 8 MB of content per page, but at least one", { tags: "all" }, async () => {
  for (let number = 1; number <= 6; number++) {
    const link = newLink({}, { id: id(100 + number), organizationId: "heavy" });
    const heavy = { ...link, metadata: { text: "x".repeat(1_500_000) } };
    await linkStore(DB).create({
      writes: [{ link: heavy, qrCode: null, claim: null }],
      request: null,
      rows: [],
    });
  }
  const list = listing(memberOf("owner", "heavy"), { ...dependenciesOf(service.env), now: () => CREATED });
  for (const query of [{}, { text: "example" }, { order: "changed" }] as const) {
    const first = await list(query);
    expect([query, first.links.map(({ link }) => link.id)]).toEqual([
      query,
      [106, 105, 104, 103, 102].map(id),
    ]);
    const second = await list({ ...query, cursor: first.nextCursor ?? "" });
    expect(second.links.map(({ link }) => link.id)).toEqual([id(101)]);
    expect(second.nextCursor).toBeNull();
  }
  const lists = linkListStore(DB);
  const chosen = await lists.load([103, 101, 102, 106, 105, 104].map(id).concat("lnk_none"));
  expect(chosen.map(({ link }) => link.id)).toEqual([103, 101, 102, 106, 105].map(id));
});

test("links are loaded in the given order, within one organization", async () => {
  await storedLink(DB, { tracking: { tags: ["third"] } }, { id: "lnk_999999", organizationId: "globex" });
  const lists = linkListStore(DB);
  const found = await lists.load([3, 6, 1, 4].map(id));
  expect(found.map(({ link }) => link.id)).toEqual([3, 6, 1, 4].map(id));
  const range = { organizationId: "globex", from: "lnk_", before: "lnk_~" };
  for (const filter of [{}, { tag: "third" }, { text: "example" }, { retailer: "custom" }] as const) {
    const { links } = await lists.newest(range, { ...ANYTHING, ...filter }, 25);
    expect(links.map(({ link }) => link.id)).toEqual(["lnk_999999"]);
  }
});
