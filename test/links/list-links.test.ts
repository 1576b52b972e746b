import { expect, test } from "vitest";
import type { ListLinksInput } from "../../src/features/links/list-links.ts";
import { summarizeLinks } from "../../src/features/links/summarize-links.ts";
import { newId } from "../../src/ground/core/ids.ts";
import { memberOf, programWith } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { one } from "../retailers/definitions.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";
import { listing } from "./listing.ts";

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main", "side"] });
await service.issueKey({ organization: "globex" });
const NOW = new Date("2026-11-20T12:00:00.000Z");
const used = { ...dependenciesOf(service.env), now: () => NOW };
const owner = memberOf("owner");
const list = listing(owner, used);

const day = (number: number) => new Date(Date.UTC(2026, 10, number, 9));
const iso = (number: number) => day(number).toISOString();
const custom = { customUrl: undefined };
/** A link that was made on a day of November, and is named after it. */
function madeOn(number: number, fields: object, record: object = {}) {
  const at = { id: newId("lnk", day(number)), createdAt: iso(number), updatedAt: iso(number) };
  return storedLink(service.env.DB, { name: `${number}`.padStart(2, "0"), ...fields }, { ...at, ...record });
}
const tags = (...all: string[]) => ({ tracking: { tags: all } });
const walmart = { ...one("bigbox_w", "add_to_cart", "4711"), ...custom };
const made = [
  await madeOn(1, { ...tags("sale"), publicName: "Soups & more" }),
  await madeOn(2, { projectId: "side" }, { status: "inactive" }),
  await madeOn(3, { ...walmart, ...tags("sale", "winter"), schedule: { activeFrom: iso(25) } }),
  await madeOn(4, {
    ...one("marketplace", "product_detail", "B000000001"),
    ...custom,
    projectId: "side",
    schedule: { activeUntil: iso(10) },
  }),
  await madeOn(5, { schedule: { activeFrom: iso(6), activeUntil: iso(30) } }, { slugs: ["fifth"] }),
  await madeOn(6, { schedule: { activeUntil: iso(10) } }, { status: "inactive" }),
];
const [globex] = [await madeOn(7, tags("sale"), { organizationId: "globex" })];
await service.env.DB.prepare(
  `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
   SELECT id, 'box', 'Box', 'https://go.example/' || short_id || '?qr=box', 1, created_at FROM links WHERE id = ?1`,
)
  .bind(globex.id)
  .run();
const namesOf = ({ links }: Awaited<ReturnType<typeof list>>) => links.map(({ link }) => Number(link.name));

const FILTERS: [Partial<ListLinksInput>, number[]][] = [
  [{}, [6, 5, 4, 3, 2, 1]],
  [{ projectId: "main" }, [6, 5, 3, 1]],
  [{ projectId: "side" }, [4, 2]],
  [{ text: "SOUPS &" }, [1]],
  [{ text: "4711" }, [3]],
  [{ text: made[4]?.shortId ?? "" }, [5]],
  [{ text: made[1]?.id ?? "" }, [2]],
  [{ text: "nowhere" }, []],
  [{ text: "Wint" }, [3]],
  [{ text: "walmart" }, [3]],
  [{ text: "AMAZON" }, [4]],
  [{ text: "Web page", status: "active" }, [5, 1]],
  [{ tag: "sale" }, [3, 1]],
  [{ tag: "winter" }, [3]],
  [{ tag: "sal" }, []],
  [{ tag: "sale", projectId: "main", retailer: "custom" }, [1]],
  [{ retailer: "bigbox_w" }, [3]],
  [{ intent: "product_detail" }, [4]],
  [{ retailer: "bigbox_w", intent: "product_detail" }, []],
  [{ status: "inactive" }, [6, 2]],
  [{ status: "active" }, [5, 4, 3, 1]],
  [{ state: "off" }, [6, 2]],
  [{ state: "running" }, [5, 1]],
  [{ state: "scheduled" }, [3]],
  [{ state: "ended" }, [4]],
  [{ state: "ended", projectId: "main" }, []],
  [{ state: "scheduled", tag: "winter" }, [3]],
  [{ state: "ended", text: "b000000001" }, [4]],
  [{ state: "ended", tag: "winter" }, []],
  [{ state: "running", tag: "sale" }, [1]],
  [{ state: "off", text: "example" }, [6, 2]],
  [{ state: "off", status: "active" }, []],
  [{ state: "off", status: "inactive" }, [6, 2]],
  [{ state: "running", status: "inactive" }, []],
  [{ createdFrom: day(4) }, [6, 5, 4]],
  [{ createdTo: day(4) }, [3, 2, 1]],
  [{ createdFrom: day(2), createdTo: day(5), status: "active" }, [4, 3]],
  [{ createdFrom: day(2), createdTo: day(5), state: "scheduled" }, [3]],
  [{ createdFrom: day(4), createdTo: day(5), state: "scheduled" }, []],
];

/** All pages of a list; each but the last has as many links as it may. */
async function paged(filter: Partial<ListLinksInput>, limit: number): Promise<number[]> {
  const found: number[] = [];
  for (let cursor: string | undefined, turn = 0; turn < 10; turn++) {
    const page = await list({ ...filter, limit, cursor });
    found.push(...namesOf(page));
    if (page.nextCursor === null) return found;
    expect(page.links).toHaveLength(limit);
    cursor = page.nextCursor;
  }
  throw new Error("pages without an end");
}

test("a list has the links that match every filter, newest first, with any page size", async () => {
  for (const [filter, expected] of FILTERS) {
    const all = await list(filter);
    expect([filter, namesOf(all), all.nextCursor, all.order]).toEqual([filter, expected, null, "created"]);
    if (expected.length > 1) expect([filter, await paged(filter, 1)]).toEqual([filter, expected]);
  }
  expect(await paged({}, 4)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(await paged({}, 6)).toEqual([6, 5, 4, 3, 2, 1]);
});

test("a member limited to some projects lists only their links, and nothing without a project or the scope", async () => {
  const only = (...projects: string[]) => listing({ ...owner, projects }, used);
  expect(namesOf(await only("side")({}))).toEqual([4, 2]);
  expect(namesOf(await only("side", "main")({ tag: "sale" }))).toEqual([3, 1]);
  expect(namesOf(await only("side", "main")({}))).toEqual([6, 5, 4, 3, 2, 1]);
  expect(await only()({})).toEqual({ links: [], nextCursor: null, order: "created" });
  const code = (expected: string) => expect.objectContaining({ code: expected });
  await expect(only("side")({ projectId: "main" })).rejects.toThrow(code("project_access_denied"));
  await expect(list({ projectId: "none" })).rejects.toThrow(code("project_access_denied"));
  await expect(listing(programWith(["links:write"]), used)({})).rejects.toThrow(code("insufficient_scope"));
});

test("other orders apply only to the unfiltered list, and a cursor only to its own list", async () => {
  await service.env.DB.prepare("UPDATE links SET updated_at = ?1 WHERE id = ?2")
    .bind(iso(19), made[1]?.id)
    .run();
  const ordered = async (input: Partial<ListLinksInput>) => {
    const page = await list(input);
    return [page.order, ...namesOf(page)];
  };
  expect(await ordered({ order: "name" })).toEqual(["name", 1, 2, 3, 4, 5, 6]);
  expect(await ordered({ order: "changed" })).toEqual(["changed", 2, 6, 5, 4, 3, 1]);
  expect(await paged({ order: "changed" }, 2)).toEqual([2, 6, 5, 4, 3, 1]);
  for (const [filter, fitting] of FILTERS.slice(1))
    expect(await ordered({ ...filter, order: "name" }), JSON.stringify(filter)).toEqual([
      "created",
      ...fitting,
    ]);
  const some = await listing({ ...owner, projects: ["side"] }, used)({ order: "name" });
  expect([some.order, ...namesOf(some)]).toEqual(["created", 4, 2]);
  expect((await list({ order: "name" })).nextCursor).toBeNull();
  const { nextCursor } = await list({ limit: 1 });
  const cursor = nextCursor ?? "";
  for (const other of [...FILTERS.slice(1).map(([filter]) => filter), { order: "name" as const }])
    await expect(list({ ...other, limit: 1, cursor }), JSON.stringify(other)).rejects.toMatchObject({
      details: [{ field: "cursor" }],
    });
  const globexes = listing(memberOf("owner", "globex"), used);
  const { nextCursor: changed } = await list({ order: "changed", limit: 1 });
  for (const read of [
    () => globexes({ limit: 1, cursor }),
    () => list({ cursor: changed ?? "" }),
    () => list({ order: "name", cursor: changed ?? "" }),
    () => globexes({ order: "changed", cursor: changed ?? "" }),
  ])
    await expect(read()).rejects.toMatchObject({ details: [{ field: "cursor" }] });
});

test("chosen links are summarized in the chosen order without duplicates, if readable", async () => {
  const ids = [made[2], made[0], made[1]].map((link) => link?.id ?? "");
  const all = [...ids, ids[0] ?? "", "lnk_none", globex.id];
  const summaries = await summarizeLinks(owner, { linkIds: all }, used);
  expect(summaries.map(({ name }) => name)).toEqual(["03", "01", "02"]);
  expect(summaries[1]).toEqual({
    ...{ id: made[0]?.id, projectId: "main", shortId: made[0]?.shortId, domain: "", name: "01" },
    ...{ publicName: "Soups & more", retailer: "custom", intent: "custom_url", status: "active" },
    ...{
      destination: made[0]?.destination,
      createdAt: iso(1),
      updatedAt: iso(1),
      tags: ["sale"],
    },
  });
  expect(summaries[2]?.tags).toEqual([]);
  const globexes = await summarizeLinks(memberOf("owner", "globex"), { linkIds: [globex.id] }, used);
  expect(globexes.map(({ name }) => name)).toEqual(["07"]);
  // Also where no two of them fit into memory.
  const load = async (wanted: readonly string[]) => (await used.lists.load(wanted)).slice(0, 1);
  const oneByOne = await summarizeLinks(owner, { linkIds: all }, { lists: { ...used.lists, load } });
  expect(oneByOne).toEqual(summaries);
  const some = await summarizeLinks({ ...owner, projects: ["side"] }, { linkIds: all }, used);
  expect(some.map(({ name }) => name)).toEqual(["02"]);
  expect(await summarizeLinks(owner, { linkIds: ["lnk_none"] }, used)).toEqual([]);
  const many = (count: number) => Array.from({ length: count }, (_, index) => `lnk_${index}`);
  expect(await summarizeLinks(owner, { linkIds: many(100) }, used)).toEqual([]);
  for (const [linkIds, words] of [
    [[], "at least one"],
    [many(101), "at most 100"],
  ] as const)
    await expect(summarizeLinks(owner, { linkIds }, used)).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "link", message: expect.stringContaining(words) }],
    });
  await expect(summarizeLinks(programWith(["links:write"]), { linkIds: ids }, used)).rejects.toMatchObject({
    code: "insufficient_scope",
  });
});
