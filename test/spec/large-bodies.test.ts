import { describe, expect, test } from "vitest";
import { definitionOf } from "../../src/features/links/link.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import { MAX_DEFINITION_BYTES } from "../../src/features/retailers/definition.ts";
import { MAX_BODY_BYTES } from "../../src/surfaces/api/json-body.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { storedIn } from "./stored.ts";

const service = await useService();
const { key } = await service.issueKey();

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const times = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => item(i));

describe("spec, Limits: the largest legal body is accepted, stored and read back whole", () => {
  /** `length` code points that start with a unique number. */
  const text = (filler: string, length: number, index: number) => {
    const start = `${index}-`;
    return start + filler.repeat(length - start.length);
  };
  const texts = (count: number, filler: string, length: number, from: number) =>
    times(count, (index) => text(filler, length, from + index));
  /** Every field of the specification at its bound, in characters like `filler`, with this many items. */
  const fullest = (pair: string, filler: string, count: number): Json => {
    const items = times(count, (i) => ({
      name: text(filler, 200, i),
      quantity: i,
      unit: text(filler, 64, i),
      catalogProductId: text(filler, 128, i),
      displayText: text(filler, 200, i),
      backupProductIds: texts(25, filler, 128, i * 25),
      backupUpcs: texts(25, filler, 64, i * 25),
    }));
    const title = filler.repeat(160);
    const content =
      pair === "delivery_app recipe"
        ? { recipe: { title, author: title, ingredients: items } }
        : { shoppingList: { title, instructions: filler.repeat(4_000), lineItems: items } };
    return linkBody(pair, {
      name: filler.repeat(160),
      publicName: filler.repeat(160),
      products: times(100, (i) => ({
        retailerProductId: text(filler, 128, i),
        quantity: 1 + i,
        backupProductIds: texts(count / 8, filler, 128, i * 25),
      })),
      tracking: { tags: texts(100, filler, 80, 0) },
      metadata: { note: "x".repeat(16_000) },
      options: { delivery_app: { routingMode: "no_preference", ...content } },
    });
  };

  async function expectWhole(body: Json): Promise<void> {
    const { id } = expectLink(await post(service, "/v1/links", body, { key }));
    const read = expectLink(await get(service, `/v1/links/${id}`, { key }), 200);
    expect(read.products).toEqual(body.products);
    // Not toEqual: nobody can read a diff of a megabyte.
    const stored = await linkStore(service.env.DB).find(id);
    expect(sorted(stored && definitionOf(stored)) === sorted(body)).toBe(true);
  }

  test.each(["delivery_app shopping_list", "delivery_app recipe"])(
    "%s with 200 items and all values at their bounds, in one-byte characters",
    async (pair) => {
      const body = fullest(pair, "x", 200);
      expect(bytesOf(JSON.stringify(body))).toBeGreaterThan(1_450_000);
      await expectWhole(body);
    },
  );

  test("four-byte characters are accepted up to the maximum size of a definition, and not a byte more", async () => {
    const body = { ...fullest("delivery_app recipe", "😀", 40), name: "x" };
    const { recipe } = body.options.delivery_app;
    const room = () => MAX_DEFINITION_BYTES - bytesOf(JSON.stringify(body));
    recipe.instructions = [""];
    const step = "😀".repeat(5_000);
    const steps = Math.floor(room() / bytesOf(`"${step}",`));
    recipe.instructions = [...Array<string>(steps).fill(step), ""];
    recipe.instructions[steps] = "😀".repeat(room() / 4) + "x".repeat(room() % 4);
    expect(bytesOf(JSON.stringify(body))).toBe(MAX_DEFINITION_BYTES);
    await expectWhole(body);
    const before = await storedIn(service);
    const answer = await post(service, "/v1/links", { ...body, name: "xx" }, { key });
    expect(expectError(answer, 400, "validation_failed").details).toEqual([
      { field: "body", message: `must be at most ${MAX_DEFINITION_BYTES} bytes as JSON` },
    ]);
    expect(await storedIn(service)).toEqual(before);
  });

  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_key, child) =>
      typeof child === "object" && child !== null && !Array.isArray(child)
        ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
        : child,
    );
});

describe("design: details for every problem: of 4 MiB of problems, those that fit into 64 KiB are listed", {
  tags: "all",
}, () => {
  const ITEM = '{"name":"x"}';
  const recipe = (text: string) =>
    JSON.stringify(linkBody("delivery_app recipe", { options: { delivery_app: { recipe: "@" } } })).replace(
      '"@"',
      () => text,
    );
  const filled = (part: string) => {
    const room = MAX_BODY_BYTES - 500;
    return times(Math.floor(room / (part.length + 1)), () => part).join();
  };
  const names = () => times(400_000, (i) => `"k${i.toString(36)}":0`).join();

  test.each<[string, () => string, number]>([
    ["wrong elements of a list that is too long", () => `"instructions":[${filled("1")}]`, 1000],
    ["wrong elements of another", () => `"ingredients":[${filled("{}")}]`, 1000],
    [
      "objects with several problems each",
      () => `"ingredients":[{"name":"x","measurements":[${filled('{"a":0}')}]}]`,
      1000,
    ],
    [
      "many lists in a list",
      () =>
        `"ingredients":[${times(200, () => `{"name":"x","upcs":[${times(5000, () => 0).join()}]}`).join()}]`,
      1000,
    ],
    ["unknown properties", () => `"ingredients":[${ITEM}],${names()}`, 1000],
    ["one URL", () => `"ingredients":[${ITEM}],"imageUrl":"https://${"é".repeat(2_000_000)}"`, 1],
    [
      "unknown properties with long names",
      () => `"ingredients":[${ITEM}],${times(900, (i) => `"${"é".repeat(2_000)}${i}":0`).join()}`,
      900,
    ],
    [
      "escaped names, all of one beginning",
      () => `"ingredients":[${ITEM}],${times(100_000, (i) => `"${"\\u0061".repeat(5)}${i}":0`).join()}`,
      1000,
    ],
  ])("%s", async (_name, members, count) => {
    const before = await storedIn(service);
    const text = recipe(`{"title":"x",${members()}}`);
    expect(bytesOf(text)).toBeLessThanOrEqual(MAX_BODY_BYTES);
    const answer = await post(service, "/v1/links", text, { key });
    expect(bytesOf(answer.text)).toBeLessThanOrEqual(64 * 1024);
    const { details = [] } = expectError(answer, 400, "validation_failed");
    const named = details.filter(({ field }) => field.startsWith("options.delivery_app.recipe."));
    const [rest, ...others] = details.slice(named.length);
    expect(others).toEqual([]);
    const [, unnamed = "0"] = /^has (?:at least )?(\d+) further problems$/.exec(rest?.message ?? "") ?? [];
    expect(Math.min(named.length + Number(unnamed), 1000)).toBe(count);
    expect(named.length).toBeGreaterThan(count / 10);
    expect(await storedIn(service)).toEqual(before);
  });

  test("4 MiB of whitespace are valid", async () => {
    const blanks = recipe(`{"title":"x",${" ".repeat(4_000_000)}"ingredients":[${ITEM}]}`);
    expectLink(await post(service, "/v1/links", blanks, { key }));
  });

  test("4 MiB of empty strings in a list are a single problem", async () => {
    const strings = recipe(`{"title":"x","ingredients":[${ITEM}],"instructions":[${filled('""')}]}`);
    const { details } = expectError(
      await post(service, "/v1/links", strings, { key }),
      400,
      "validation_failed",
    );
    expect(details).toEqual([
      { field: "options.delivery_app.recipe.instructions", message: "must have at most 200 items" },
    ]);
  });
});
