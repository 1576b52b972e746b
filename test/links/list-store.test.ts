import { expect, test } from "vitest";
import { linkListStore } from "../../src/links/list-store.ts";
import { encodeDocuments } from "../../src/links/search-block.ts";
import { documentOf, type LinkFilter } from "../../src/links/search-document.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { countedD1 } from "./counted-d1.ts";
import { CREATED, newLink, storedLink } from "./links.ts";
import { listing } from "./listing.ts";

const service = await useService({}, "acme");
await service.issueKey({ createProjects: ["main", "side"] });
for (const organization of ["many", "changes", "blocks"]) await service.issueKey({ organization });
await service.issueKey({ organization: "plain", createProjects: ["main", "side"] });
const { DB } = service.env;
const lists = linkListStore(DB);

const ANYTHING: LinkFilter = {
  projects: "all",
  text: undefined,
  retailer: undefined,
  intent: undefined,
  status: undefined,
  state: undefined,
  tag: undefined,
};
const hours = (count: number) => new Date(CREATED.getTime() + count * 3_600_000);
const all = (organizationId: string, before = "lnk_~") => ({ organizationId, from: "lnk_", before });
const id = (number: number) => `lnk_${number.toString().padStart(6, "0")}`;
const made = (number: number, fields: object = {}, record: object = {}) =>
  storedLink(DB, { ...fields }, { id: id(number), ...record });
const soon = { schedule: { activeFrom: hours(1).toISOString() } };
const over = { schedule: { activeUntil: hours(-1).toISOString() } };

await made(1);
await made(2, { projectId: "side" });
await made(3, soon);
await made(4, { ...soon, projectId: "side" });
await made(5, over);
await made(6, soon, { status: "inactive" });

/** `count` links in one statement, each like a stored one but for its ids. */
async function manyLike(link: { id: string }, from: number, count: number) {
  const { results } = await DB.prepare("SELECT name FROM pragma_table_info('links')").all<{ name: string }>();
  const names = results.map(({ name }) => name);
  const values = names.map((name) =>
    name === "id" ? "printf('lnk_%06d', value)" : name === "short_id" ? "printf('s%07d', value)" : name,
  );
  await DB.prepare(
    `WITH RECURSIVE numbers (value) AS (SELECT ?2 UNION ALL SELECT value + 1 FROM numbers WHERE value < ?3)
     INSERT INTO links (${names.join(", ")}) SELECT ${values.join(", ")} FROM numbers CROSS JOIN links WHERE id = ?1`,
  )
    .bind(link.id, from, from + count - 1)
    .run();
}

await manyLike(await made(1001, soon, { organizationId: "many" }), 1002, 500);
await DB.prepare(
  `WITH RECURSIVE numbers (value) AS (SELECT 2001 UNION ALL SELECT value + 1 FROM numbers WHERE value < 2501)
   INSERT INTO link_search_changes (organization_id, link_id, link_version)
   SELECT 'changes', printf('lnk_%06d', value), 2 FROM numbers`,
).run();
// The oldest link of a project and the only one that has ended, and many others.
await made(3001, { projectId: "side" }, { organizationId: "plain" });
await made(3002, over, { organizationId: "plain" });
await manyLike(await made(3003, {}, { organizationId: "plain" }), 3004, 300);
for (const number of [4001, 4002, 4003])
  await DB.prepare(
    "INSERT INTO link_search_blocks (organization_id, from_link_id, documents) VALUES ('blocks', ?1, ?2)",
  )
    .bind(
      id(number),
      encodeDocuments([documentOf(newLink({}, { id: id(number), organizationId: "blocks" }))]),
    )
    .run();

test("the newest links are those of the organization or of one project, up to where the next ones begin", async () => {
  const newest = (projectId: string | null, limit: number, before?: string) =>
    lists.latest(all("acme", before), projectId, limit);
  expect(await newest(null, 10)).toEqual({ ids: [6, 5, 4, 3, 2, 1].map(id), from: "lnk_" });
  expect(await newest("side", 10)).toEqual({ ids: [4, 2].map(id), from: "lnk_" });
  expect(await newest(null, 2)).toEqual({ ids: [6, 5].map(id), from: id(5) });
  expect(await newest(null, 2, id(5))).toEqual({ ids: [4, 3].map(id), from: id(3) });
  expect(await newest(null, 2, id(1))).toEqual({ ids: [], from: "lnk_" });
});

test("links with times are those in the state that is asked for, where it is, and of the projects", async () => {
  const timed = async (filter: Partial<LinkFilter>) =>
    (await lists.timed(all("acme"), { ...ANYTHING, ...filter })).ids;
  expect(await timed({})).toEqual([6, 5, 4, 3].map(id));
  expect(await timed({ status: "active", state: { is: "scheduled", at: CREATED } })).toEqual([4, 3].map(id));
  expect(await timed({ state: { is: "ended", at: CREATED } })).toEqual([id(5)]);
  expect(await timed({ state: { is: "running", at: hours(2) } })).toEqual([4, 3].map(id));
  expect(await timed({ state: { is: "scheduled", at: CREATED }, projects: ["side"] })).toEqual([id(4)]);
});

test("a stretch reads 500 links at most that no block has yet, or that have times, and the next one begins behind them", async () => {
  const filter = { ...ANYTHING, status: "active", state: { is: "scheduled", at: CREATED } } as const;
  const stretches = [
    (before?: string) => lists.timed(all("many", before), filter),
    (before?: string) => lists.search(all("many", before), filter, 2),
    (before?: string) => lists.search(all("many", before), { ...ANYTHING, retailer: "custom" }, 2),
  ];
  for (const stretch of stretches) {
    const { ids, from } = await stretch();
    expect([ids.length, ids[0], ids.at(-1), from]).toEqual([500, id(1501), id(1002), id(1002)]);
    expect(await stretch(from)).toEqual({ ids: [id(1001)], from: "lnk_" });
  }
});

test("a stretch reads 500 changes at most that the blocks do not know yet, and the next one begins behind them", async () => {
  const search = (before?: string) =>
    lists.search(all("changes", before), { ...ANYTHING, retailer: "custom" }, 2);
  const { ids, from } = await search();
  expect([ids.length, ids[0], ids.at(-1), from]).toEqual([500, id(2501), id(2002), id(2002)]);
  expect(await search(from)).toEqual({ ids: [id(2001)], from: "lnk_" });
});

test("a stretch ends with the last of the blocks that it may give, and the next one begins behind it", async () => {
  const search = (most: number, before?: string) =>
    lists.search(all("blocks", before), { ...ANYTHING, retailer: "custom" }, most);
  expect(await search(2)).toEqual({ ids: [4003, 4002].map(id), from: id(4002) });
  expect(await search(1, id(4002))).toEqual({ ids: [id(4001)], from: id(4001) });
  expect(await search(4)).toEqual({ ids: [4003, 4002, 4001].map(id), from: "lnk_" });
});

test("a list of all links, of one project's or of those that have ended reads little besides what it gives", async () => {
  const counted = countedD1(DB);
  const list = listing(memberOf("viewer", "plain"), {
    ...dependenciesOf(service.env),
    lists: linkListStore(counted.db),
    now: () => CREATED,
  });
  for (const [query, expected] of [
    [{}, id(3303)],
    [{ projectId: "side" }, id(3001)],
    [{ state: "ended" }, id(3002)],
  ] as const) {
    const { links } = await list({ ...query, limit: 1 });
    expect([query, ...links.map(({ link }) => link.id)]).toEqual([query, expected]);
    expect([query, counted.taken().read < 50]).toEqual([query, true]);
  }
});
