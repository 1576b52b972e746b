import { describe, expect, test } from "vitest";
import { chooseShops, choosesShops, refreshShops } from "../../src/features/delivery-app/shop-extension.ts";
import { shopStore, wantShopsStatement } from "../../src/features/delivery-app/shop-store.ts";
import { ALWAYS } from "../../src/ground/platform/guard.ts";
import { dependenciesOf } from "../dependencies.ts";
import { CREATED, storedLink } from "../links/links.ts";
import { definition, one } from "../retailers/definitions.ts";
import { useService } from "../use-service.ts";

const DAY = 24 * 60 * 60_000;
const later = (milliseconds: number) => new Date(CREATED.getTime() + milliseconds);

const service = await useService({}, "acme");
await service.issueKey();
for (const [retailer, code] of [
  ["aldi", "10001"],
  ["aldi", "60601"],
  ["safeway", "94103"],
]) {
  await service.env.DB.prepare("INSERT INTO delivery_app_retailer_postal_codes VALUES (?1, ?2, ?3)")
    .bind(retailer, code, CREATED.toISOString())
    .run();
}

const preferring = (preferredRetailers: string[] | undefined, more: object = {}) =>
  one("delivery_app", "product_detail", "42", {
    customUrl: undefined,
    options: { delivery_app: { routingMode: "preferred", preferredRetailers, ...more } },
  });
const ref = (id: string) => ({ id, offerKey: "" });
async function stored(preferred: string[]): Promise<string> {
  const { id } = await storedLink(service.env.DB, preferring(preferred), { urlType: "pdp" });
  await wantShopsStatement(service.env.DB, [ref(id)], ALWAYS).run();
  return id;
}
const contextAt = (now: Date) => ({ ...dependenciesOf(service.env), now: () => now });
const choiceOf = async (linkId: string) => {
  const row = await service.env.DB.prepare(
    `SELECT routes, refreshed_at, version FROM delivery_app_routes JOIN links ON links.id = link_id WHERE link_id = ?1`,
  )
    .bind(linkId)
    .first<{ routes: string | null; refreshed_at: string; version: number }>();
  return row && { ...row, routes: row.routes && JSON.parse(row.routes) };
};

describe("a link chooses between shops", () => {
  const long = "😀".repeat(129);
  test.each<[string, boolean, Record<string, unknown>]>([
    ["where it prefers two", true, preferring(["aldi", "safeway"])],
    ["not where it prefers one", false, preferring(["aldi"])],
    ["not where it prefers one twice", false, preferring(["aldi", "aldi"])],
    ["not where the others are no slugs", false, preferring(["aldi", "", long])],
    ["not where it prefers none", false, preferring([])],
    ["not where it names none", false, preferring(undefined)],
    [
      "not where it names a specific one",
      false,
      preferring(["aldi", "safeway"], { routingMode: "specific", retailer: "aldi" }),
    ],
    ["not where it has no preference", false, preferring(["a", "b"], { routingMode: "no_preference" })],
    ["not without options", false, one("delivery_app", "product_detail", "42")],
    [
      "not of another retailer, whatever its options",
      false,
      { ...preferring(["aldi", "safeway"]), retailer: "marketplace" },
    ],
  ])("%s", (_, expected, fields) => {
    const { customUrl: __, ...defined } = fields;
    expect(choosesShops(definition(defined))).toBe(expected);
  });
});

test("stores the first ten unique shops in order of preference, with their postal codes", async () => {
  const others = Array.from({ length: 12 }, (_, index) => `shop-${index}`);
  const id = await stored(["safeway", "aldi", "safeway", ...others]);
  await chooseShops(ref(id), contextAt(CREATED));
  const { routes } = (await choiceOf(id)) ?? {};
  expect(routes.stores.map(({ slug }: { slug: string }) => slug)).toEqual([
    "safeway",
    "aldi",
    ...others.slice(0, 8),
  ]);
  expect(routes.stores.slice(0, 3)).toEqual([
    { slug: "safeway", postalCodes: ["94103"] },
    { slug: "aldi", postalCodes: ["10001", "60601"] },
    { slug: "shop-0", postalCodes: [] },
  ]);
});

test("without data about any shop, there is no choice and no change", async () => {
  const id = await stored(["unheard-of", "neither"]);
  await chooseShops(ref(id), contextAt(CREATED));
  expect(await choiceOf(id)).toEqual({ routes: null, refreshed_at: CREATED.toISOString(), version: 1 });
});

test("an unchanged choice changes no link; choices are refreshed daily, oldest first", async () => {
  await service.env.DB.prepare("DELETE FROM delivery_app_routes").run();
  const [first, second] = [await stored(["aldi", "safeway"]), await stored(["safeway", "aldi"])];
  await chooseShops(ref(second), contextAt(CREATED));
  await chooseShops(ref(first), contextAt(later(1)));
  expect(await choiceOf(first)).toMatchObject({ version: 2 });
  const stale = (now: Date, limit = 10) =>
    shopStore(service.env.DB).stale(new Date(now.getTime() - DAY), limit);
  expect(await stale(later(DAY))).toEqual([]);
  expect(await stale(later(DAY + 1))).toEqual([ref(second)]);
  expect(await stale(later(DAY + 2))).toEqual([ref(second), ref(first)]);
  expect(await refreshShops(contextAt(later(DAY)), 10)).toBe(0);
  expect(await refreshShops(contextAt(later(DAY + 2)), 1)).toBe(1);
  expect(await refreshShops(contextAt(later(DAY + 2)), 10)).toBe(1);
  for (const id of [first, second]) {
    expect(await choiceOf(id)).toMatchObject({ version: 2, refreshed_at: later(DAY + 2).toISOString() });
  }
});
