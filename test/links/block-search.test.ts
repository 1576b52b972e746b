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

/** A group of these blocks, which tells what a search for "needle" asks of it; or nothing yet. */
function group(organizationId: string, own: number[], nameOf: (number: number) => string, isWritten = true) {
  const newestFirst = own.toReversed().map((number) => ({
    from: id(number),
    signature: [...signatureOf([document(number, nameOf(number))], 1)],
  }));
  const asked = new Set(bitsOfFilter({ ...NEEDLE, tag: undefined }).map((bit) => bit >> 6));
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
// What a signature and a text say differs only here: so one sees which of them was looked at.
await DB.batch([
  block("signed", 1, "needle", "straw"),
  block("signed", 2, "needle"),
  block("signed", 3, "straw"),
  block("signed", 4, "needle", "eedle"),
  block("signed", 5, "needle", "needl"),
]);

/** The numbers of the blocks that are found, the newest first, and from which one on these are all; 0: from the beginning. */
async function search(
  organizationId: string,
  filter: Partial<LinkFilter>,
  { before = 99, fitting = 100, looked = 500 } = {},
) {
  const { sql, terms } = searchBlocks({ ...ANYTHING, ...filter });
  const { results } = await DB.prepare(sql)
    .bind(organizationId, id(before), "", fitting, looked, ...terms)
    .all<FoundBlockRow>();
  const numberOf = ({ from_link_id: from }: FoundBlockRow) => Number(from.trim().slice(4));
  return {
    found: results.filter(({ documents }) => documents !== null).map(numberOf),
    from: results.filter(({ documents }) => documents === null).map(numberOf),
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
