import { expect, test } from "vitest";
import { choicePage } from "../../src/features/retailers/choice-offer.ts";
import { PLAIN_PAGE } from "../../src/features/short-links/choice.ts";
import { readPrimaryEntry } from "../../src/features/short-links/stored-entry.ts";
import { storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB } = service.env;

const run = (sql: string, ...values: unknown[]) =>
  DB.prepare(sql)
    .bind(...values)
    .run();
const addOffer = (linkId: string, key: string, place: number | null) =>
  run(
    `INSERT INTO link_offers (link_id, key, place, retailer, label, url_type, destination, since)
     VALUES (?1, ?2, ?3, 'delivery_app', ?2, 'product_page', 'https://example.com/' || ?1 || ?2, '')`,
    ...[linkId, key, place],
  );
const shops = (slug: string) => ({ url: "https://example.com/", stores: [{ slug, postalCodes: "all" }] });
/** The shops of a link, or of its offer with this key. */
const addShops = (linkId: string, key: string, slug: string) =>
  run(
    "INSERT INTO delivery_app_routes (link_id, offer_key, routes, refreshed_at) VALUES (?1, ?2, ?3, '')",
    ...[linkId, key, JSON.stringify(shops(slug))],
  );
const addLookUp = (linkId: string, key: string, outcome: string, checkedAt: string) =>
  run(
    `INSERT INTO availability_checks
       (link_id, offer_key, organization_id, project_id, retailer, outcome, checked_at, failures, due_at, visits)
     VALUES (?1, ?2, 'acme', 'main', 'delivery_app', ?3, ?4, 0, '', 0)`,
    ...[linkId, key, outcome, checkedAt],
  );

test("an entry has only the offers, shops, look-ups and page of its own link", async () => {
  const [other, link] = [await storedLink(DB), await storedLink(DB)];
  for (const { id } of [other, link]) {
    const page = { soldOut: "last", skipSingle: true, text: id };
    const set =
      "UPDATE links SET retailer = 'choice', content = json_set(content, '$.page', json(?2)) WHERE id = ?1";
    await run(set, id, JSON.stringify(page));
  }
  await addOffer(other.id, "gone", null);
  // Rows of another link, and of another offer, come first.
  for (const [id, keys] of [
    [other.id, ["b", "a"]],
    [link.id, ["b", "a"]],
  ] as const)
    for (const [place, key] of keys.entries()) {
      await addOffer(id, key, place);
      await addShops(id, key, `${id} ${key}`);
      await addLookUp(
        id,
        key,
        id === link.id && key === "b" ? "available" : "unavailable",
        `of ${id} ${key}`,
      );
    }
  const offer = (key: string) => ({
    ...{ key, destination: `https://example.com/${link.id}${key}`, label: key, retailer: "delivery_app" },
    stores: shops(`${link.id} ${key}`),
  });
  expect((await readPrimaryEntry(DB, link.shortId))?.choice).toEqual({
    offers: [offer("b"), { ...offer("a"), soldOut: `of ${link.id} a` }],
    page: { soldOut: "last", skipSingle: true, text: link.id },
  });
  // Two links have ids from the same millisecond, and either may be the first in a table.
  expect((await readPrimaryEntry(DB, other.shortId))?.choice).toMatchObject({
    page: { text: other.id },
    removed: ["gone"],
  });
});

test("a link with one destination has only its own shops and keys of former offers", async () => {
  const [other, link, plain] = [await storedLink(DB), await storedLink(DB), await storedLink(DB)];
  await addShops(other.id, "", other.id);
  await addOffer(other.id, "former", null);
  await addShops(link.id, "", link.id);
  await addOffer(link.id, "own", null);
  const entry = await readPrimaryEntry(DB, link.shortId);
  expect(entry?.stores).toEqual(shops(link.id));
  expect(entry?.removed).toEqual(["own"]);
  const without = await readPrimaryEntry(DB, plain.shortId);
  expect([without?.stores, without?.removed]).toEqual([undefined, undefined]);
});

test("a choice without a page has the default page", () => {
  expect(PLAIN_PAGE).toEqual(choicePage.parse({}));
});
