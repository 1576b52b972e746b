import { expect, test } from "vitest";
import { createLink } from "../../src/features/links/create-link.ts";
import type { Link } from "../../src/features/links/link.ts";
import { offerStatements, removeOffersStatement } from "../../src/features/links/offer-rows.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { ALWAYS } from "../../src/ground/platform/guard.ts";
import { memberOf } from "../actors.ts";
import { choiceBody, OFFERS } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB } = service.env;
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const used = { ...dependenciesOf(service.env), origins, now: () => CREATED };
const NEVER = { sql: "FALSE", values: [] };
const [walmart, marketplace, , own] = OFFERS;
const offers = [
  { ...walmart, key: "z" },
  { ...marketplace, key: "m", label: "Shop" },
  { ...own, key: "a" },
];

async function choice(): Promise<Link> {
  const definition = parseDefinition(choiceBody({ offers }));
  const made = await createLink(memberOf("owner"), { definition, idempotency: null }, used);
  if (made.kind !== "made") throw new Error(made.kind);
  return made.value.link;
}
const rowsOf = async ({ id }: Link) => {
  const sql = `SELECT key, place, label, countries, destination, destination_reason AS reason FROM link_offers
    WHERE link_id = ?1 ORDER BY key`;
  return (await DB.prepare(sql).bind(id).all<Record<string, unknown>>()).results;
};

test("the offers of a choice survive writing and reading, with reasons and countries", async () => {
  // Another choice has offers of the same keys.
  await choice();
  const link = await choice();
  const read = await used.links.find(link.id);
  expect(read?.offerDestinations?.map((lead) => lead.reason)).not.toContain(undefined);
  expect(read?.offerDestinations?.toSorted(byKey)).toEqual(link.offerDestinations?.toSorted(byKey));
  expect((await rowsOf(link)).map(({ key, place, countries }) => [key, place, countries])).toEqual([
    ["a", 2, JSON.stringify(["US", "CA"])],
    ["m", 1, null],
    ["z", 0, null],
  ]);
});
const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);

test("offers are rewritten only if their change was made", async () => {
  const link = await choice();
  const before = await rowsOf(link);
  const offerDestinations = link.offerDestinations?.map((lead) => ({
    ...lead,
    destination: `https://new.example/${lead.key}`,
  }));
  const changed = { ...link, offers: link.offers?.toReversed(), offerDestinations } as Link;
  await DB.batch(offerStatements(DB, [changed], NEVER));
  expect(await rowsOf(link)).toEqual(before);
  await DB.batch(offerStatements(DB, [changed], ALWAYS));
  expect((await rowsOf(link)).map(({ destination }) => destination)).toEqual(
    ["a", "m", "z"].map((key) => `https://new.example/${key}`),
  );
  expect((await rowsOf(link)).map(({ key, place }) => [key, place])).toEqual([
    ["a", 0],
    ["m", 1],
    ["z", 2],
  ]);
});

test("a choice that was not written has no offers", async () => {
  const link = { ...(await choice()), id: "lnk_none" };
  await DB.batch(offerStatements(DB, [link], ALWAYS));
  expect(await rowsOf(link)).toEqual([]);
});

test("removed offers are marked, and repeating that changes nothing", async () => {
  const [link, other] = [await choice(), await choice()];
  const kept = { ...link, offers: link.offers?.filter(({ key }) => key !== "m") } as Link;
  const places = async (of: Link) => (await rowsOf(of)).map(({ key, place }) => [key, place]);
  const before = await places(link);
  await removeOffersStatement(DB, kept, NEVER).run();
  expect(await places(link)).toEqual(before);
  const removed = async () => (await removeOffersStatement(DB, kept, ALWAYS).run()).meta.changes;
  expect([await removed(), await removed()]).toEqual([1, 0]);
  expect(await places(link)).toEqual([
    ["a", 2],
    ["m", null],
    ["z", 0],
  ]);
  expect(await places(other)).toEqual(before);
});
