// @module-tag all
import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const { key } = await service.issueKey();

/** The bytes of the texts of links and their histories in D1. */
async function storedBytes(): Promise<number> {
  const columns = ["links.content", "links.search_text", "activity.changes", "activity_values.json"];
  const sums = columns.map((column) => {
    const [table = ""] = column.split(".");
    return `coalesce((SELECT sum(octet_length(${column})) FROM ${table}), 0)`;
  });
  return (await service.env.DB.prepare(`SELECT ${sums.join(" + ")} AS n`).first<number>("n")) ?? 0;
}

const recipe = (fields: object): Json =>
  linkBody("delivery_app recipe", {
    options: { delivery_app: { recipe: { title: "Cake", ingredients: [{ name: "flour" }], ...fields } } },
  });

test("recipes with 100 instructions of 36,000 characters are rejected, and nothing of them is stored", async () => {
  const before = await storedBytes();
  const body = recipe({ instructions: Array(100).fill("x".repeat(36_000)) });
  for (let number = 0; number < 6; number++) {
    const { details } = expectError(
      await post(service, "/v1/links", body, { key }),
      400,
      "validation_failed",
    );
    expect(details).toHaveLength(100);
    expect(details?.[0]).toEqual({
      field: "options.delivery_app.recipe.instructions[0]",
      message: "must have at most 5000 characters",
    });
  }
  expect(await storedBytes()).toBe(before);
});

/** 200 items with every text of the specification at its bound; `letter` distinguishes lists. */
const ingredients = (letter: string) =>
  Array.from({ length: 200 }, () => ({
    name: letter.repeat(200),
    quantity: 1,
    displayText: letter.repeat(200),
    backupProductIds: Array(25).fill(letter.repeat(128)),
    backupUpcs: Array(25).fill(letter.repeat(64)),
  }));
const LIST_BYTES = JSON.stringify(ingredients("a")).length;

/** Creates a link, changes its list to each of these in turn, and returns its id and the growth of D1 in bytes. */
async function patched(letters: readonly string[]): Promise<{ id: string; grown: number }> {
  const body = recipe({ ingredients: ingredients("0") });
  const { id } = expectLink(await post(service, "/v1/links", body, { key }));
  const before = await storedBytes();
  for (const letter of letters) {
    const patch = { options: { delivery_app: { recipe: { ingredients: ingredients(letter) } } } };
    expect((await send(service, "PATCH", `/v1/links/${id}`, patch, { key })).status).toBe(200);
  }
  return { id, grown: (await storedBytes()) - before };
}

test("5 PATCHes of the largest list store each list once, and every page of the history fits into memory", async () => {
  const { id, grown } = await patched([..."abcde"]);
  // The 5 lists and the first list. The link itself has the latest list.
  expect(grown).toBeGreaterThan(6 * LIST_BYTES);
  expect(grown).toBeLessThan(6 * LIST_BYTES + 5 * 1_000);

  const entries: Json[] = [];
  let cursor = "";
  do {
    const { text, json } = await get(service, `/v1/links/${id}/history?limit=100${cursor}`, { key });
    expect(text.length).toBeLessThan(8_100_000);
    entries.push(...json.data);
    cursor = json.nextCursor === undefined ? "" : `&cursor=${json.nextCursor}`;
  } while (cursor !== "");
  expect(entries.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
  const [{ from, to }] = entries[0].changes;
  expect([from[0].name[0], to[0].name[0]]).toEqual(["d", "e"]);
});

test("6 PATCHes that alternate between two of the largest lists store both lists only twice", async () => {
  const { grown } = await patched([..."a0a0a0"]);
  expect(grown).toBeLessThan(2 * LIST_BYTES + 6 * 1_000);
});
