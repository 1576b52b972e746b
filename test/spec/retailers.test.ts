import { describe, expect, test } from "vitest";
import { searchText } from "../../src/features/delivery-app/retailer-store.ts";
import { type RetailerRecord, retailerRecord } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink, expectList } from "../expectations.ts";
import { get, post } from "../requests.ts";
import { useService } from "../use-service.ts";

/** id, slug, name */
const STORES = [
  ["900", "percent-100", "100% Fresh"],
  ["901", "under_score", "Under_Score"],
  ["902", "o-briens", "O'Brien's \"Best\""],
  ["903", "epicerie", "ÉPICERIE Über"],
  ["904", "back-slash", "Back\\Slash"],
  ["Ab-905", "plain", "Plain"],
] as const;
const CHAIN = Array.from({ length: 120 }, (_, index) => {
  const number = String(index).padStart(3, "0");
  return [`id${number}`, `chain-${number}`, `Chain ${number}`] as const;
});

const service = await useService();
const full = await service.issueKey();
const { DB } = service.env;
const insert = DB.prepare(
  `INSERT INTO delivery_app_retailers (retailer_id, slug, name, search_text, services, categories,
     location_count, sample_postal_codes, source, updated_at)
   VALUES (?1, ?2, ?3, ?4, '["delivery","pickup"]', '["grocery"]', 7, '["10001","M5V 2T6"]', 'import',
     '2026-11-01T00:00:00.000Z')`,
);
await DB.batch([
  DB.prepare("DELETE FROM delivery_app_retailers"),
  ...[...STORES, ...CHAIN].map(([id, slug, name]) =>
    insert.bind(id, slug, name, searchText({ retailerId: id, slug, name })),
  ),
]);

const ask = (query: string) => get(service, `/v1/retailers${query}`, full);
const search = async (query: string): Promise<RetailerRecord[]> =>
  expectList(await ask(query), retailerRecord);
const namesOf = async (q: string) =>
  (await search(`?limit=100&q=${encodeURIComponent(q)}`)).map(({ name }) => name);

describe("spec: GET /v1/retailers, the retailer record", () => {
  test("has every field and the options to send for each intent", async () => {
    expect(await search("?q=Ab-905")).toEqual([
      {
        provider: "delivery_app",
        name: "Plain",
        retailerId: "Ab-905",
        slug: "plain",
        services: ["delivery", "pickup"],
        categories: ["grocery"],
        locationCount: 7,
        samplePostalCodes: ["10001", "M5V 2T6"],
        usage: {
          shoppingList: { routingMode: "specific", retailerId: "Ab-905" },
          recipe: { routingMode: "specific", retailerId: "Ab-905" },
          productDetail: { routingMode: "specific", retailer: "plain" },
        },
      },
    ]);
  });

  test("its options create links unchanged", async () => {
    const [record] = await search("?q=Ab-905");
    for (const [pair, options] of [
      ["delivery_app shopping_list", record?.usage.shoppingList],
      ["delivery_app recipe", record?.usage.recipe],
      ["delivery_app product_detail", record?.usage.productDetail],
    ] as const) {
      const { options: content } = linkBody(pair) as { options?: { delivery_app: object } };
      const body = linkBody(pair, { options: { delivery_app: { ...content?.delivery_app, ...options } } });
      expectLink(await post(service, "/v1/links", body, full));
    }
  });

  test("results are ordered by name, so that equal searches return equal responses", async () => {
    const names = (await search("?limit=100")).map(({ name }) => name);
    expect(names.toSorted()).toEqual(names);
    expect(await search("?limit=100")).toEqual(await search("?limit=100"));
  });
});

describe("spec: a case-insensitive search text over retailer name, slug or retailer id", () => {
  test.each([
    ["plain", ["Plain"]],
    ["PLAIN", ["Plain"]],
    ["under_s", ["Under_Score"]],
    ["ack-sla", ["Back\\Slash"]],
    ["aB-90", ["Plain"]],
    ["901", ["Under_Score"]],
    ["épicerie", ["ÉPICERIE Über"]],
    ["ÜBER", ["ÉPICERIE Über"]],
    ["epicerie uber", ["ÉPICERIE Über"]],
    ["%", ["100% Fresh"]],
    ["_", ["Under_Score"]],
    ["'", ["O'Brien's \"Best\""]],
    ['"', ["O'Brien's \"Best\""]],
    ["\\", ["Back\\Slash"]],
    ["' OR '1'='1", []],
    ["100% F", ["100% Fresh"]],
    ["nothing like it", []],
  ])("%j is matched literally", async (q, expected) => {
    expect(await namesOf(q)).toEqual(expected);
  });

  test("a space can be sent as +", async () => {
    expect((await search("?q=chain+007")).map(({ retailerId }) => retailerId)).toEqual(["id007"]);
  });
});

describe("spec: provider, search text of length 1-120, result count 1-100", () => {
  test.each([
    ["", 25],
    ["?limit=1", 1],
    ["?limit=2", 2],
    ["?limit=99", 99],
    ["?limit=100", 100],
    ["?provider=delivery_app", 25],
    ["?provider=delivery_app&q=chain&limit=3", 3],
    ["?q=c", 25],
    [`?q=${"x".repeat(120)}`, 0],
    [`?q=${encodeURIComponent("😀".repeat(120))}`, 0],
  ])("%s: %i records", async (query, count) => {
    expect(await search(query)).toHaveLength(count);
  });

  test.each([
    ...["0", "101", "-1", "1.0", "01", "1e1", "", "%2010", "+5", "ten", "NaN", "1000"].map((limit) => [
      `?limit=${limit}`,
      "limit",
    ]),
    ["?q=", "q"],
    [`?q=${"x".repeat(121)}`, "q"],
    [`?q=${encodeURIComponent("😀".repeat(121))}`, "q"],
    ["?q=a%00b", "q"],
    ["?provider=", "provider"],
    ["?provider=marketplace", "provider"],
    ["?provider=Delivery_App", "provider"],
    ["?page=2", "page"],
    ["?Q=plain", "Q"],
    ["?constructor=1", "constructor"],
    ["?q=a&q=b", "q"],
    ["?limit=5&limit=5", "limit"],
    ["?provider=delivery_app&provider=delivery_app", "provider"],
  ])("%s: 400 for %s", async (query, field) => {
    const { details } = expectError(await ask(query ?? ""), 400, "validation_failed");
    expect(details?.map((problem) => problem.field)).toEqual([field]);
  });

  test("all problems are reported together", async () => {
    const { details } = expectError(await ask("?limit=0&q=&provider=x&page=1"), 400, "validation_failed");
    expect(details?.map(({ field }) => field).toSorted()).toEqual(["limit", "page", "provider", "q"]);
  });
});
