import { expect, test } from "vitest";
import { toHex } from "../../src/core/digest.ts";
import { type FoundBlockRow, searchBlocks } from "../../src/links/block-search.ts";
import { encodeDocuments } from "../../src/links/search-block.ts";
import { documentOf, type LinkFilter } from "../../src/links/search-document.ts";
import { slicesOf } from "../../src/links/search-group.ts";
import { bitsOfFilter, signatureOf } from "../../src/links/search-signature.ts";
import { useService } from "../use-service.ts";
import { newLink } from "./links.ts";

/**
 * Which blocks the statement of a search gives, and from where on these are all, over the real D1. Each block has one link. Groups
 * have fewer blocks here than those of the job.
 */

const { DB } = (await useService()).env;
const NEEDLE = { text: "needle" };
const STRAW = { text: "straw" };
const ANYTHING: LinkFilter = {
  ...{ projects: "all", text: undefined, retailer: undefined, intent: undefined },
  ...{ status: undefined, state: undefined, tag: undefined },
};
const id = (number: number) => `lnk_${String(number).padStart(3, "0")}`;
const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const document = (number: number, name: string) =>
  documentOf(newLink({ name, tracking: { tags: [name] } }, { id: id(number) }));

/** A block, and what its signature tells of: its own link, unless told. */
function block(organizationId: string, number: number, name: string, signed = name) {
  const signature = toHex(signatureOf([document(number, signed)], 1));
  return DB.prepare(
    "INSERT INTO link_search_blocks (organization_id, from_link_id, signature, documents) VALUES (?1, ?2, unhex(?3), ?4)",
  ).bind(organizationId, id(number), signature, encodeDocuments([document(number, name)]));
}

/** A group of these blocks, which tells what searches for "needle" and "straw" ask of it; or nothing yet. */
function group(organizationId: string, own: number[], nameOf: (number: number) => string, isWritten = true) {
  const newestFirst = own.toReversed().map((number) => ({
    from: id(number),
    signature: [...signatureOf([document(number, nameOf(number))], 1)],
  }));
  const asked = new Set(
    [NEEDLE, STRAW].flatMap((filter) => bitsOfFilter({ ...filter, tag: undefined }).map((bit) => bit >> 6)),
  );
  const slices = slicesOf(newestFirst).flatMap((text, slice) => (asked.has(slice) ? [[slice, text]] : []));
  const values = [organizationId, newestFirst.at(-1)?.from, newestFirst[0]?.from];
  return [
    DB.prepare(
      "INSERT INTO link_search_groups (organization_id, from_link_id, to_link_id, blocks) VALUES (?1, ?2, ?3, ?4)",
    ).bind(...values, isWritten ? JSON.stringify(newestFirst.map(({ from }) => from)) : null),
    ...(isWritten ? slices : []).map(([slice, text]) =>
      DB.prepare(
        `INSERT INTO link_search_slices (slice, group_id, numbers)
         SELECT ?1, id, ?2 FROM link_search_groups WHERE organization_id = ?3 AND from_link_id = ?4`,
      ).bind(slice, text, organizationId, id(own[0] ?? 0)),
    ),
  ];
}

// Groups, of which 6 to 8 and 17 to 19 are not written yet, and blocks that stand before, between and after them.
const everywhere = () => "needle";
await DB.batch([
  ...numbers(1, 21).map((number) => block("mixed", number, everywhere())),
  ...[3, 9, 14].flatMap((first) => group("mixed", numbers(first, first + 2), everywhere)),
  ...[6, 17].flatMap((first) => group("mixed", numbers(first, first + 2), everywhere, false)),
]);
// Two large groups with a block between them.
const inFirst = (number: number) => (number === 1 ? "needle" : "straw");
await DB.batch([
  ...numbers(1, 41).map((number) => block("large", number, inFirst(number))),
  ...group("large", numbers(1, 20), inFirst),
  ...group("large", numbers(22, 41), inFirst),
]);
// More groups than a search takes blocks from.
await DB.batch([
  ...numbers(1, 40).map((number) => block("many", number, inFirst(number))),
  ...numbers(1, 40).flatMap((number) => group("many", [number], inFirst)),
]);
await DB.batch(
  numbers(41, 60).flatMap((number) => [
    block("many", number, "straw"),
    ...group("many", [number], () => "straw"),
  ]),
);
// More groups than a search looks at, and no block between them.
await DB.batch(
  numbers(1, 120).flatMap((number) => [
    block("needles", number, "needle"),
    ...group("needles", [number], everywhere),
  ]),
);
// Two groups of one block, with many blocks before each.
await DB.batch(
  numbers(1, 82).flatMap((number) => [
    block("gaps", number, "needle"),
    ...(number % 41 === 0 ? group("gaps", [number], everywhere) : []),
  ]),
);
// What a signature and a text say differs only here: so one sees which of them was looked at.
await DB.batch([
  block("signed", 1, "needle", "straw"),
  block("signed", 2, "needle"),
  block("signed", 3, "straw"),
  block("signed", 4, "needle", "eedle"),
  block("signed", 5, "needle", "needl"),
]);

/** Numbers of the blocks that are found, the newest first, and from which one on these are all (0: from the beginning). */
async function search(...asked: Parameters<typeof searchWithRows>) {
  const { rows: _, ...result } = await searchWithRows(...asked);
  return result;
}
/** The same, and how many rows it read. */
async function searchWithRows(
  organizationId: string,
  filter: Partial<LinkFilter>,
  { first = "", before = 999, fitting = 200, looked = 500 } = {},
) {
  const { sql, terms } = searchBlocks({ ...ANYTHING, ...filter });
  const { results, meta } = await DB.prepare(sql)
    .bind(organizationId, id(before), first, fitting, looked, ...terms)
    .all<FoundBlockRow>();
  const numberOf = ({ from_link_id: from }: FoundBlockRow) => Number(from.trim().slice(4));
  return {
    found: results.filter(({ documents }) => documents !== null).map(numberOf),
    from: results.filter(({ documents }) => documents === null).map(numberOf),
    rows: meta.rows_read,
  };
}
const all = (newest: number) => ({ found: numbers(1, newest).toReversed(), from: [0] });

test("each block is found once, whether it is in a group, in one that is not written, or in none", async () => {
  expect(await search("mixed", NEEDLE)).toEqual(all(21));
  expect(await search("mixed", { retailer: "custom" })).toEqual(all(21));
});

test("of blocks and groups after the range none is found, and none keeps another from being found", async () => {
  // Between two groups, within a group, and after the newest of them.
  for (const before of [14, 16, 20])
    for (const filter of [NEEDLE, { retailer: "custom" as const }])
      expect([before, await search("mixed", filter, { before })]).toEqual([before, all(before - 1)]);
  const newest = { found: [20, 19], from: [19] };
  expect(await search("mixed", NEEDLE, { before: 21, looked: 2 })).toEqual(newest);
  expect(await search("mixed", { retailer: "custom" }, { before: 21, looked: 2 })).toEqual(newest);
  expect(await search("mixed", NEEDLE, { before: 16, fitting: 3 })).toEqual({
    found: [15, 14, 13],
    from: [0],
  });
});

test.each([
  ["the first of a gap", id(12), 12],
  ["another of a gap", id(13), 13],
  ["the first of a group", id(9), 9],
  ["another of a group", id(10), 10],
  ["the last of a group", id(11), 11],
  ["one of a group that is not written", id(7), 7],
  ["the last of the newest group that is written", id(16), 16],
  ["the first after the groups", id(17), 17],
  ["the newest", id(21), 21],
  ["a block that begins before the range", `${id(10)}a`, 10],
])("the search ends at the block that has the first link of the range (%s)", async (_, first, from) => {
  const found = { found: numbers(from, 21).toReversed(), from: [from] };
  expect(await search("mixed", NEEDLE, { first })).toEqual(found);
  expect(await search("mixed", { retailer: "custom" }, { first })).toEqual(found);
});

test.each([
  // The newest group ends with 16.
  [4, 18, 16],
  [5, 17, 16],
  // From here on, groups are looked at, up to the oldest of all.
  [6, 16, 0],
  [7, 15, 0],
])("no more blocks are found than are asked for (%i)", async (fitting, last, from) => {
  const found = { found: numbers(last, 21).toReversed(), from: [from] };
  expect(await search("mixed", NEEDLE, { fitting })).toEqual(found);
});

test.each([
  // As many as groups are looked at; half of them; one.
  [500, 21],
  [250, 71],
  [5, 120],
])("of the blocks that groups name, a fifth of %i is looked at, the newest ones", async (looked, from) => {
  const found = { found: numbers(from, 120).toReversed(), from: [from] };
  expect(await search("needles", NEEDLE, { looked })).toEqual(found);
});

test("the newest 100 groups are looked at", async () => {
  expect(await search("needles", STRAW)).toEqual({ found: [], from: [21] });
});

test("what a group tells counts in a range that begins within it", async () => {
  expect(await search("large", NEEDLE, { first: id(5), looked: 20 })).toEqual({ found: [], from: [5] });
});

test("of many blocks between groups, no more are read than are looked at", async () => {
  const { rows, ...result } = await searchWithRows("gaps", NEEDLE, { looked: 10 });
  expect(result).toEqual({ found: [82, 81], from: [81] });
  expect(rows).toBeLessThan(100);
});

test("blocks of which their group tells that they do not hold what is searched are not among those that are looked at", async () => {
  expect(await search("large", NEEDLE, { looked: 20 })).toEqual({ found: [1], from: [0] });
  expect(await search("large", { retailer: "bigbox_w" }, { looked: 20 })).toEqual({ found: [], from: [22] });
});

test("groups of which no block is looked at take no room of those that hold what is searched", async () => {
  expect(await search("many", NEEDLE, { looked: 5 })).toEqual({ found: [1], from: [1] });
});

test("a block whose signature tells that it does not hold a text or a tag is passed over", async () => {
  expect(await search("signed", NEEDLE)).toEqual({ found: [2], from: [0] });
  expect(await search("signed", { tag: "needle" })).toEqual({ found: [2], from: [0] });
  // Of fewer than three characters, as a text has once its accents are put to their letters, a signature does not tell.
  expect(await search("signed", { text: "ne" })).toEqual({ found: [5, 4, 2, 1], from: [0] });
});
