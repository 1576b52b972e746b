import { expect, test } from "vitest";
import { toHex } from "../../src/core/digest.ts";
import { searchForm } from "../../src/core/search-form.ts";
import { blocksWith, slicesOf } from "../../src/links/search-group.ts";
import { bitsOfFilter, mayHold, mayHoldTag, signatureOf } from "../../src/links/search-signature.ts";
import { useService } from "../use-service.ts";

/** The signatures of blocks, asked by the real D1. */

const service = await useService();

const DOCUMENTS = Array.from({ length: 256 }, (_, number) => ({
  id: `lnk_01kar${String(number).padStart(21, "0")}`,
  texts: [
    searchForm(`Breakfast aisle ${number}`),
    searchForm(`Frühstück ΟΔΟΣ 😀🥞 “${number}”`),
    `https://example.com/landing/${number * 7_919}`,
  ],
  tags: ["sale", `Aktion ${number % 40} 😀`],
}));

/** Which of the texts a block with this signature may hold. */
async function held(
  signature: Uint8Array | null,
  texts: readonly string[],
  condition = mayHold,
): Promise<string[]> {
  const hex = signature === null ? "NULL" : `x'${toHex(signature)}'`;
  const statements = texts.map((text) =>
    service.env.DB.prepare(`SELECT ${condition(text)} AS held FROM (SELECT ${hex} AS signature)`),
  );
  const results = await service.env.DB.batch<{ held: number }>(statements);
  return texts.filter((_, index) => results[index]?.results[0]?.held === 1);
}

test("every part of three characters or more is held, whatever its script", async () => {
  const parts = DOCUMENTS.filter((_, number) => number % 50 === 0).flatMap(({ id, texts }) =>
    [id, ...texts].flatMap((text) => [text, text.slice(0, 3), text.slice(-3), text.slice(2, 9)]),
  );
  expect(await held(signatureOf(DOCUMENTS, 1), parts)).toEqual(parts);
});

test("most other texts are not, and without a signature every text may be", async () => {
  const others = Array.from({ length: 60 }, (_, number) => `needle ${number} zanzibar`);
  expect(await held(signatureOf(DOCUMENTS, 1), others)).toEqual([]);
  expect(await held(null, others)).toEqual(others);
});

test("every tag is held, most others are not, and signatures of versions before may hold each", async () => {
  const tags = [...new Set(DOCUMENTS.flatMap((document) => document.tags))];
  const signature = signatureOf(DOCUMENTS, 1);
  expect(await held(signature, tags, mayHoldTag)).toEqual(tags);
  const others = ["sal", "Sale", ...Array.from({ length: 60 }, (_, number) => `tag ${number}`)];
  expect(await held(signature, others, mayHoldTag)).toEqual([]);
  for (const earlier of [null, signature.slice(0, -1)])
    expect(await held(earlier, others, mayHoldTag)).toEqual(others);
});

test("documents that are written by a version without signatures have none", async () => {
  const db = service.env.DB;
  const insert = "INSERT INTO link_search_blocks (organization_id, from_link_id, signature, documents)";
  await db.prepare(`${insert} VALUES ('acme', '', ?1, '[]')`).bind(signatureOf(DOCUMENTS, 1)).run();
  const signed = () =>
    db.prepare("SELECT signature IS NOT NULL AS signed FROM link_search_blocks").first("signed");
  const set = (assignments: string, ...values: unknown[]) =>
    db
      .prepare(`UPDATE link_search_blocks SET ${assignments}`)
      .bind(...values)
      .run();
  await set("signature = ?1, documents = '[1]'", signatureOf(DOCUMENTS, 2));
  expect(await signed()).toBe(1);
  await set("documents = '[]'");
  expect(await signed()).toBe(0);
});

test("the signatures of a group are stored as 512 texts of 64 numbers of 15 digits, as every version reads them", () => {
  const signature = new Array<number>(4_096).fill(0);
  signature[0] = 0b10;
  signature[4_095] = 0b1000_0000;
  const slices = slicesOf(
    [null, null, signature].map((each, at) => ({ from: `lnk_${at}`, signature: each })),
  );
  const [zero, third] = ["0".repeat(15), "4".padStart(15, "0")];
  const none = zero.repeat(64);
  expect(slices.slice(1, -1)).toEqual(Array.from({ length: 510 }, () => none));
  expect([slices[0], slices.at(-1)]).toEqual([zero + third + zero.repeat(62), zero.repeat(63) + third]);
});

test("a search reads at most eight slices of a group, however many bits it looks for", () => {
  const slicesFor = (count: number) =>
    blocksWith(Array.from({ length: count }, (_, bit) => bit)).split("FROM link_search_slices").length - 1;
  expect([1, 8, 9, 12].map(slicesFor)).toEqual([1, 8, 8, 8]);
});

test("a search for a long text looks at twelve bits of signatures, each once", () => {
  const text = Array.from({ length: 20 }, (_, number) => `${number} aisle`).join(" ");
  const bits = bitsOfFilter({ text, tag: undefined });
  expect([bits.length, new Set(bits).size]).toEqual([12, 12]);
  expect(mayHold(text).split("instr(").length - 1).toBe(12);
});

test("where a slice of a group is missing, all of its blocks are looked at, and no others", async () => {
  const sql = `SELECT ${blocksWith([0, 64])} AS found
    FROM (SELECT -1 AS id, 0 AS stale, ?1 AS blocks) AS link_search_groups`;
  for (const [blocks, found] of [
    [1, 0b1],
    [3, 0b111],
    [48, 2 ** 48 - 1],
  ] as const) {
    const ids = Array.from({ length: blocks }, (_, number) => `lnk_${number}`);
    expect(await service.env.DB.prepare(sql).bind(JSON.stringify(ids)).first("found")).toBe(found);
  }
});

test("a tag sets eight bits, which searches of every version ask for", () => {
  const bits = bitsOfFilter({ text: undefined, tag: "sale" });
  expect(bits).toHaveLength(8);
  const signature = signatureOf([{ id: "", texts: [], tags: ["sale"] }], 0);
  const set = [...signature.entries()].flatMap(([at, byte]) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (1 << bit)).map((bit) => 8 * at + bit),
  );
  expect(set).toEqual(bits.toSorted((a, b) => a - b));
});
