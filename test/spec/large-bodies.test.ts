import { describe, expect, test } from "vitest";
import { MAX_BODY_BYTES } from "../../src/api/json-body.ts";
import { definitionOf } from "../../src/links/link.ts";
import { linkStore } from "../../src/links/store.ts";
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
  /** `length` code points that begin with a number of their own, so that no two are equal. */
  const text = (filler: string, length: number, index: number) => {
    const start = `${index}-`;
    return start + filler.repeat(length - start.length);
  };
  const items = (filler: string, shortName: string) =>
    times(200, (i) => ({
      name: text(shortName, 200, i),
      quantity: i,
      backupProductIds: times(25, (j) => text(filler, 128, i * 25 + j)),
      backupUpcs: times(25, (j) => text(filler, 64, i * 25 + j)),
    }));
  const products = (backups: number, filler: string) =>
    times(100, (i) => ({
      retailerProductId: text(filler, 128, i),
      quantity: 1 + i,
      backupProductIds: times(backups, (j) => text(filler, 128, i * 25 + j)),
    }));

  const BODIES: [string, () => Json][] = [
    [
      "every list full, one byte a character",
      () => ({
        products: products(25, "x"),
        options: {
          delivery_app: {
            routingMode: "no_preference",
            shoppingList: { title: "x", instructions: "x".repeat(4000), lineItems: items("x", "n") },
            recipe: { title: "x", instructions: [""], ingredients: items("y", "m") },
          },
        },
      }),
    ],
    [
      "every list full, four bytes a character",
      () => ({
        products: products(1, "😀"),
        options: {
          delivery_app: {
            routingMode: "no_preference",
            recipe: { title: "x", instructions: [""], ingredients: items("😀", "é") },
          },
        },
      }),
    ],
  ];

  test.each(BODIES)("%s, filled up to 4 MiB", async (_name, fields) => {
    const body: Json = linkBody("delivery_app recipe", fields());
    const { recipe } = body.options.delivery_app;
    const room = MAX_BODY_BYTES - bytesOf(JSON.stringify(body));
    expect(room).toBeGreaterThan(0);
    recipe.instructions = ["😀".repeat(room / 4) + "x".repeat(room % 4)];
    expect(bytesOf(JSON.stringify(body))).toBe(MAX_BODY_BYTES);
    const { id } = expectLink(await post(service, "/v1/links", body, { key }));
    const read = expectLink(await get(service, `/v1/links/${id}`, { key }), 200);
    expect(read.products).toEqual(body.products);
    // Not toEqual: where it fails, a difference of 4 MiB is nothing to read.
    const stored = await linkStore(service.env.DB).find(id);
    expect(sorted(stored && definitionOf(stored)) === sorted(body)).toBe(true);
  });

  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_key, child) =>
      typeof child === "object" && child !== null && !Array.isArray(child)
        ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
        : child,
    );
});

describe("design: details for every problem at once: 4 MiB of problems name those that fit into 64 KiB", () => {
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
    ["wrong elements of a list without a bound", () => `"instructions":[${filled("1")}]`, 1000],
    ["elements of a list that is too long", () => `"ingredients":[${filled("{}")}]`, 1000],
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

  test("4 MiB of blanks between, or of empty strings in a list, are legal", async () => {
    const blanks = recipe(`{"title":"x",${" ".repeat(4_000_000)}"ingredients":[${ITEM}]}`);
    expectLink(await post(service, "/v1/links", blanks, { key }));
    const strings = recipe(`{"title":"x","ingredients":[${ITEM}],"instructions":[${filled('""')}]}`);
    const { id } = expectLink(await post(service, "/v1/links", strings, { key }));
    const stored = await linkStore(service.env.DB).find(id);
    expect(stored?.intent === "recipe" && stored.options.delivery_app.recipe.instructions).toHaveLength(
      1_397_934,
    );
  });
});
