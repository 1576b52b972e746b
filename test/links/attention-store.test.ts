import { expect, test } from "vitest";
import { linkAttentionStore } from "../../src/features/links/attention-store.ts";
import { createLink } from "../../src/features/links/create-link.ts";
import { getLinkDestination } from "../../src/features/links/get-link-destination.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { memberOf } from "../actors.ts";
import { choiceBody, linkBody, OFFERS } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED, giveProblem, storedLink, storeLike } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey();
for (const organization of ["globex", "many", "ending"]) await service.issueKey({ organization });
const { DB } = service.env;
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const used = { ...dependenciesOf(service.env), origins, now: () => CREATED };
const owner = memberOf("owner");
const created = async (body: object) => {
  const made = await createLink(owner, { definition: parseDefinition(body), idempotency: null }, used);
  if (made.kind !== "made") throw new Error(made.kind);
  return made.value.link;
};

test("product ids are checked in active links and every offer, but not in very long content", async () => {
  const pair = "bigbox_w add_to_cart";
  const products = [{ retailerProductId: "123", backupProductIds: ["x"], quantity: 1 }];
  const wrong = { ...linkBody(pair, { products }), customUrl: undefined };
  await created(linkBody(pair));
  await created(linkBody("delivery_app shopping_list"));
  await storedLink(DB, { ...wrong, name: "off" }, { status: "inactive" });
  const long = await storedLink(DB, { ...wrong, name: "long" });
  await DB.prepare("UPDATE links SET content = json_set(content, '$.long', ?2) WHERE id = ?1")
    .bind(long.id, "x".repeat(20_000))
    .run();
  await storedLink(DB, { ...wrong, name: "wrong" });
  const [cart, ...others] = OFFERS;
  await created(choiceBody({ name: "choice", offers: [...others, { ...cart, products }] }));
  await storedLink(DB, { ...wrong, name: "other" }, { organizationId: "globex" });
  const all = [
    ["choice", "product_ids"],
    ["wrong", "product_ids"],
  ];
  for (const [organizationId, projects, expected] of [
    ["acme", "all", all],
    // Both organizations have a project of this id.
    ["acme", ["main"], all],
    ["acme", ["side"], []],
    ["globex", "all", [["other", "product_ids"]]],
  ] as const) {
    const found = await linkAttentionStore(DB).impossibleIds({ organizationId, projects }, 10);
    expect(found.map(({ name, kind }) => [name, kind]).toSorted()).toEqual(expected);
  }
});

/** More links of an organization than are looked at, with product ids that are wrong and with problems. */
async function manyWrong() {
  const products = [{ retailerProductId: "x", quantity: 1 }];
  const wrong = { ...linkBody("bigbox_w add_to_cart", { products }), customUrl: undefined };
  const first = await storedLink(DB, wrong, { id: "lnk_001001", organizationId: "many" });
  await storeLike(DB, first, 1002, 519);
  await giveProblem(DB, "page_failed", "organization_id = 'many'");
}

test.each([
  ["problems", "all"],
  ["problems", ["main"]],
  ["impossibleIds", "all"],
  ["impossibleIds", ["main"]],
] as const)("the newest of many links are listed, newest first (%s of %s)", async (what, projects) => {
  await manyWrong();
  const found = await linkAttentionStore(DB)[what]({ organizationId: "many", projects }, 3);
  expect(found.map(({ linkId }) => linkId)).toEqual(["lnk_001520", "lnk_001519", "lnk_001518"]);
});

test("content up to 20,000 characters is checked", async () => {
  await manyWrong();
  const fill = DB.prepare(
    `UPDATE links SET content = json_set(content, '$.long', printf('%.*c', ?1 - length(json_set(content, '$.long', '')), 'x'))
     WHERE id = 'lnk_001520'`,
  );
  const newest = async (characters: number) => {
    await fill.bind(characters).run();
    const scope = { organizationId: "many", projects: "all" } as const;
    return (await linkAttentionStore(DB).impossibleIds(scope, 1)).map(({ linkId }) => linkId);
  };
  expect([await newest(20_001), await newest(20_000)]).toEqual([["lnk_001519"], ["lnk_001520"]]);
});

test("links that end in a period are listed by end, then by id", async () => {
  for (const [id, minute] of [
    ["lnk_a", 0],
    ["lnk_b", 2],
    ["lnk_d", 1],
    ["lnk_c", 1],
    ["lnk_e", 3],
  ] as const) {
    const schedule = { activeUntil: minutes(minute).toISOString() };
    await storedLink(DB, { schedule }, { id, organizationId: "ending" });
  }
  const ending = async (limit: number) => {
    const scope = { organizationId: "ending", projects: "all" } as const;
    const links = await linkAttentionStore(DB).ending(scope, { from: minutes(0), before: minutes(2) }, limit);
    return links.map(({ linkId }) => linkId);
  };
  expect(await ending(10)).toEqual(["lnk_c", "lnk_d", "lnk_b"]);
  expect(await ending(1)).toEqual(["lnk_c"]);
});
const minutes = (count: number) => new Date(CREATED.getTime() + count * 60_000);

test("a sold-out offer is shown if a country has no other, or if the page shows such offers", async () => {
  const [cart, marketplace, , own] = OFFERS;
  const known = { availability: { outcome: "unavailable", checkedAt: CREATED.toISOString() } } as const;
  const soldOut = {
    name: "test",
    hooksFor: () => new Map(),
    report: async ({ offerKey }: { offerKey: string }) => (["us", "any"].includes(offerKey) ? known : null),
  };
  const shown = async (fields: object) => {
    const { id } = await created(choiceBody(fields));
    const told = await getLinkDestination(owner, id, { ...used, extensions: [soldOut] });
    return told.offers?.map((offer) => offer.shown);
  };
  const us = { ...cart, key: "us", countries: ["US"] };
  const ca = { ...own, key: "ca", countries: ["CA"] };
  expect(await shown({ offers: [us, ca] })).toEqual([true, true]);
  const everywhere = { ...marketplace, key: "all" };
  expect(await shown({ offers: [us, everywhere] })).toEqual([false, true]);
  expect(await shown({ offers: [us, everywhere], page: { soldOut: "show" } })).toEqual([true, true]);
  // An offer for all countries is not shown because one of them has nothing else.
  expect(await shown({ offers: [{ ...everywhere, key: "any" }, us, ca] })).toEqual([false, true, true]);
});
