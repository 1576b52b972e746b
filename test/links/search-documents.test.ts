import { expect, test } from "vitest";
import {
  blockTerms,
  decodeDocuments,
  encodeDocuments,
  type SearchBlock,
  withDocuments,
} from "../../src/links/search-block.ts";
import {
  columnsMatch,
  documentMatches,
  documentOf,
  type LinkFilter,
  type SearchDocument,
} from "../../src/links/search-document.ts";
import { blocksWith, slicesOf, withoutSignature } from "../../src/links/search-group.ts";
import { bitsOfFilter, SIGNATURE_BITS, signatureOf } from "../../src/links/search-signature.ts";
import { parseDefinition } from "../../src/retailers/parse-definition.ts";
import { choiceBody } from "../bodies.ts";
import { newLink } from "./links.ts";
import { ANYTHING } from "./listing.ts";

const DOCUMENT: SearchDocument = {
  id: "lnk_b",
  projectId: "main",
  retailer: "custom",
  intent: "custom_url",
  status: "active",
  tags: ["sale", "summer"],
  texts: ["spring campaign", "abcd2345"],
};

test("a link is found by its names, its addresses, its URL and its products, each text and tag once", () => {
  const tags = ["a", "b"];
  const link = newLink(
    { name: "Grüne SUPPE", publicName: "Soup", slug: "soup", tracking: { tags } },
    { slugs: ["suppe", "soup"], shortId: "abcd2345" },
  );
  expect(documentOf(link)).toEqual({
    id: link.id,
    projectId: "main",
    retailer: "custom",
    intent: "custom_url",
    status: "active",
    tags,
    texts: ["grüne suppe", "soup", "abcd2345", "suppe", "https://example.com/welcome"],
  });
  expect(documentOf(newLink()).tags).toEqual([]);
  const { customUrl: _, ...record } = newLink();
  const choice = { ...record, ...parseDefinition(choiceBody()) } as typeof link; // a choice that was parsed
  expect(documentOf(choice).texts).toEqual([
    "cereal box",
    "honey cereal",
    choice.shortId,
    "123456789",
    "b000000001",
    "https://www.shop.example/cereal",
    "https://own.example/cereal",
  ]);
});

test("a document matches where it fits every field that the filter has", () => {
  const matches = (filter: Partial<LinkFilter>) => documentMatches(DOCUMENT, { ...ANYTHING, ...filter });
  const fitting: Partial<LinkFilter> = {
    projects: ["other", "main"],
    retailer: "custom",
    intent: "custom_url",
    status: "active",
    tag: "summer",
    text: "campaign",
  };
  expect([matches({}), matches(fitting), matches({ text: "lnk_b" }), matches({ text: "bcd2" })]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const others: Partial<LinkFilter>[] = [
    { projects: ["other"] },
    { projects: [] },
    { retailer: "choice" },
    { intent: "recipe" },
    { status: "inactive" },
    { tag: "summ" },
    { text: "campaigns" },
  ];
  for (const other of others) {
    expect([other, matches({ ...fitting, ...other }), matches(other)]).toEqual([other, false, false]);
    const isOfColumns = other.tag === undefined && other.text === undefined;
    expect(columnsMatch(DOCUMENT, { ...ANYTHING, ...other })).toBe(!isOfColumns);
  }
});

test("documents are read from a block as they were written", () => {
  const documents = [DOCUMENT, { ...DOCUMENT, id: "lnk_c", tags: [], texts: ['"quoted"'] }];
  expect(decodeDocuments(encodeDocuments(documents))).toEqual(documents);
});

test("the terms of a filter are in each block with a link that matches, in the order of an entry", () => {
  const terms = (filter: Partial<LinkFilter>) => blockTerms({ ...ANYTHING, ...filter });
  expect(terms({})).toEqual([]);
  expect(terms({ text: 'a "b"', tag: 'c"' })).toEqual([['a \\"b\\"'], ['"c\\""']]);
  expect(terms({ projects: ["p", "q"] })).toEqual([['"p"', '"q"']]);
  expect(terms({ status: "active", retailer: "custom" })).toEqual([['"active","custom"']]);
  expect(terms({ intent: "recipe" })).toEqual([['"recipe"']]);
  // What stands between two fields that are named can be anything.
  expect(terms({ projects: ["p"], retailer: "custom" })).toEqual([
    ['"p","active","custom"', '"p","inactive","custom"'],
  ]);
  expect(terms({ status: "active", intent: "recipe" })[0]).toHaveLength(7);
  const projects = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
  expect(terms({ projects: projects(80), status: "active" })[0]).toHaveLength(80);
  // With too many projects, the other fields alone.
  expect(terms({ projects: projects(81), status: "active" })).toEqual([['"active"']]);
  expect(terms({ projects: projects(81) })).toEqual([]);
  const entry = encodeDocuments([DOCUMENT]);
  for (const [one] of terms({
    projects: ["main"],
    status: "active",
    retailer: "custom",
    intent: "custom_url",
  }))
    expect(entry).toContain(one);
});

test("a block takes 256 documents, and the next begins with the link that it has no room for", () => {
  const ids = (count: number, first = 0) =>
    Array.from({ length: count }, (_, index) => `lnk_${String(first + index).padStart(4, "0")}`);
  const documents = (all: string[], texts: string[] = []) => all.map((id) => ({ ...DOCUMENT, id, texts }));
  const empty: SearchBlock = { organizationId: "acme", from: "lnk_", documents: [] };
  const shape = (blocks: SearchBlock[]) =>
    blocks.map(({ organizationId, from, documents: own }) => [organizationId, from, own.length]);
  expect(shape(withDocuments(empty, documents(ids(256).reverse())))).toEqual([["acme", "lnk_", 256]]);
  const [full, next] = withDocuments(empty, documents(ids(257).reverse()));
  expect(shape([full, next].flatMap((each) => each ?? []))).toEqual([
    ["acme", "lnk_", 256],
    ["acme", "lnk_0256", 1],
  ]);
  expect(full?.documents.map(({ id }) => id)).toEqual(ids(256));
  // Of one link the new document takes the place of the old one.
  const [again] = withDocuments(
    { ...empty, documents: documents(["a", "b"], ["old"]) },
    documents(["b"], ["new"]),
  );
  expect(again?.documents.map(({ id, texts }) => [id, ...texts])).toEqual([
    ["a", "old"],
    ["b", "new"],
  ]);
  expect(shape(withDocuments(empty, []))).toEqual([["acme", "lnk_", 0]]);
});

test("documents are put into one block up to 65,536 characters, and one alone may have more", () => {
  const empty: SearchBlock = { organizationId: "acme", from: "", documents: [] };
  const ofLength = (id: string, length: number): SearchDocument => {
    const bare = { ...DOCUMENT, id, texts: [""] };
    const taken = encodeDocuments([bare]).length - 2;
    return { ...bare, texts: ["x".repeat(length - taken)] };
  };
  const froms = (...lengths: number[]) =>
    withDocuments(
      empty,
      lengths.map((length, index) => ofLength(`lnk_${index}`, length)),
    ).map(({ from }) => from);
  expect(froms(32_768, 32_768)).toEqual([""]);
  expect(froms(32_768, 32_769)).toEqual(["", "lnk_1"]);
  expect(froms(70_000, 200, 200)).toEqual(["", "lnk_1"]);
  expect(froms(200, 65_300, 65_300, 200)).toEqual(["", "lnk_2"]);
  expect(froms(65_536, 32_768, 32_768, 1_000)).toEqual(["", "lnk_1", "lnk_3"]);
});

test("a signature has the version of its blocks and every bit of what it holds", () => {
  const signature = signatureOf([DOCUMENT], 0x01020304);
  expect([...signature.slice(-5)]).toEqual([1, 2, 3, 4, 0]);
  const has = (bit: number) => ((signature[bit >> 3] ?? 0) >> (bit & 7)) & 1;
  const held = (filter: Pick<LinkFilter, "text" | "tag">) => bitsOfFilter(filter).map(has);
  for (const filter of [
    { text: "spring campaign", tag: undefined },
    { text: "lnk_b", tag: "summer" },
  ])
    expect(held(filter)).not.toContain(0);
  expect(held({ text: "winter campaign", tag: undefined })).toContain(0);
  expect(held({ text: undefined, tag: "summe" })).toContain(0);
  expect(bitsOfFilter({ text: undefined, tag: undefined })).toEqual([]);
  expect(bitsOfFilter({ text: "ab", tag: undefined })).toEqual([]);
  expect(bitsOfFilter({ text: "abc", tag: undefined })).toHaveLength(1);
  expect(bitsOfFilter({ text: "abcabcabc", tag: undefined })).toHaveLength(3);
  expect(bitsOfFilter({ text: "abcdefghijklmnopqrstuvwxyz", tag: undefined })).toHaveLength(12);
  expect(bitsOfFilter({ text: undefined, tag: "summer" })).toHaveLength(8);
  // Signatures that are stored have these bits: another way to find them would find nothing of them.
  expect(bitsOfFilter({ text: "abcd", tag: "summer" })).toEqual([
    6374, 12557, 6291, 6325, 12766, 3423, 25632, 4787, 23940, 7765,
  ]);
  // Bits are spread over the whole signature.
  const spread = Array.from({ length: 200 }, (_, index) =>
    bitsOfFilter({ text: undefined, tag: `${index}` }),
  );
  expect(Math.max(...spread.flat())).toBeLessThan(SIGNATURE_BITS);
  expect(new Set(spread.flat().map((bit) => bit >> 10)).size).toBe(SIGNATURE_BITS >> 10);
});

test("a group has for each bit the blocks with it, as the bits of a number of 15 digits", () => {
  const bytes = (...bits: number[]) => {
    const signature = new Array<number>(SIGNATURE_BITS / 8).fill(0);
    for (const bit of bits) signature[bit >> 3] = (signature[bit >> 3] ?? 0) | (1 << (bit & 7));
    return signature;
  };
  const last = SIGNATURE_BITS - 1;
  const blocks = [
    { from: "c", signature: bytes(0, 65, last) },
    { from: "b", signature: null },
    { from: "a", signature: bytes(7, 65) },
  ];
  const slices = slicesOf(blocks);
  expect(slices).toHaveLength(SIGNATURE_BITS / 64);
  expect(new Set(slices.map((slice) => slice.length))).toEqual(new Set([64 * 15]));
  const numberOf = (bit: number) => Number(slices[bit >> 6]?.slice((bit & 63) * 15, ((bit & 63) + 1) * 15));
  expect([0, 1, 7, 64, 65, last].map(numberOf)).toEqual([1, 0, 4, 0, 5, 1]);
  expect([withoutSignature(blocks), withoutSignature([])]).toEqual([2, 0]);
  const sql = blocksWith(Array.from({ length: 9 }, (_, index) => 64 + index));
  expect(sql.match(/slice = 1 /g)).toHaveLength(8);
  expect(sql).toContain("substr(numbers, 106, 15)");
});
