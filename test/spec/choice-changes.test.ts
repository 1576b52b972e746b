import { describe, expect, test } from "vitest";
import { partOf } from "../../src/features/links/link-part.ts";
import { previewRestoration, restoreLink } from "../../src/features/links/restore-link.ts";
import { switchActivity, switchStatements } from "../../src/features/links/switch-statements.ts";
import { readPrimaryEntry } from "../../src/features/short-links/stored-entry.ts";
import { choiceBody, OFFERS } from "../bodies.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { expectExtendedLink, expectLink } from "../expectations.ts";
import { type Json, post, send } from "../requests.ts";
import { CART, fieldsOf, KEYS, useChoiceApi } from "./choice-api.ts";

const { service, full, made, read, patch } = await useChoiceApi();
const { DB, LINKS } = service.env;
const origins = { shortLink: service.url.origin, api: service.url.origin, problem: null };
const dependencies = { ...dependenciesOf(service.env), origins };

describe("design: a patch replaces all offers of a choice link, matched by key", () => {
  test("unchanged offers keep their destination and its start; removed keys stay reserved forever", async () => {
    const link = await made();
    const [first, second] = (await read(`${link.id}/destination`)).offers;
    const offers = [
      { ...OFFERS[1], key: "marketplace", label: "The big shop" },
      { ...OFFERS[2], key: "custom", customUrl: "https://www.shop.example/new" },
    ];
    const changed = expectExtendedLink(await patch(link.id, { offers }), 200);
    expect(changed.offers?.map(({ key, label }) => [key, label])).toEqual([
      ["marketplace", "The big shop"],
      ["custom", "shop.example"],
    ]);
    const after = await read(`${link.id}/destination`);
    expect(after.offers[0]).toEqual(second);
    expect(after.offers[1]).toMatchObject({ destination: "https://www.shop.example/new" });
    const entry = await readPrimaryEntry(DB, link.shortId);
    expect(entry?.choice?.removed?.toSorted()).toEqual(["bigbox-w", "own"]);
    expect(entry?.destination).toBe(`/${link.shortId}`);
    // A removed key can be used again by the same link.
    expectExtendedLink(await patch(link.id, { offers: [...offers, OFFERS[0]] }), 200);
    const back = await readPrimaryEntry(DB, link.shortId);
    expect(back?.choice?.removed).toEqual(["own"]);
    expect(back?.choice?.offers.map(({ key }) => key)).toEqual(["marketplace", "custom", "bigbox-w"]);
    expect(first.destination).toBe(CART);
  });

  test("history names the offers, and its values restore an earlier version", async () => {
    const link = await made();
    expectExtendedLink(await patch(link.id, { offers: OFFERS.slice(0, 2), page: { soldOut: "show" } }), 200);
    const [change, creation] = await read(`${link.id}/history`);
    expect(change.changes.map(({ field }: Json) => field)).toEqual(["offers", "page"]);
    expect([change.destination, creation.destination]).toEqual([`/${link.shortId}`, `/${link.shortId}`]);
    const { from } = change.changes[0];
    expectExtendedLink(await patch(link.id, { offers: from, page: null }), 200);
    expect((await read(`${link.id}/definition`)).offers.map(({ key }: Json) => key)).toEqual(KEYS);
    expect((await readPrimaryEntry(DB, link.shortId))?.choice?.removed).toBeUndefined();
  });

  test("restoring an earlier version restores its offers, its page and the keys removed since", async () => {
    const link = await made({ page: { text: "Fresh", soldOut: "last" } });
    const before = await read(`${link.id}/definition`);
    const removed = [{ ...OFFERS[1], key: "marketplace", label: "The big shop" }, OFFERS[2]];
    expectExtendedLink(await patch(link.id, { offers: removed, page: { soldOut: "show", text: null } }), 200);
    // Results of jobs are not part of the definition.
    const { DB: db } = service.env;
    const { links, activity } = dependencies;
    const stored = await links.find(link.id);
    const part = stored && partOf(stored, "custom");
    if (!part) throw new Error("no such offer");
    const url = "https://www.shop.example/backup";
    const record = switchActivity("availability of products", part, url, new Date(), "backup_chosen");
    const { first, rest } = switchStatements(db, { part, activity: record, url });
    await db.batch([first, ...rest]);
    expect((await read(`${link.id}/history`))[0].changes[0].field).toBe("offers.custom.destination");

    const asked = { linkId: link.id, version: 1 };
    const { changes, link: now } = await previewRestoration(OPERATOR, asked, { links, activity });
    expect(changes.map(({ field }) => field)).toEqual(["offers", "page.soldOut", "page.text"]);
    const write = { ...asked, revision: now.revision, idempotency: null };
    expect((await restoreLink(OPERATOR, write, dependencies)).kind).toBe("made");
    expect(await read(`${link.id}/definition`)).toEqual(before);
    const entry = await readPrimaryEntry(DB, link.shortId);
    expect(entry?.choice?.offers.map(({ key }) => key)).toEqual(KEYS);
    expect(entry?.choice).toMatchObject({ page: { text: "Fresh", soldOut: "last" } });
    expect(entry?.choice?.removed).toBeUndefined();
  });

  test("restoring an earlier version turns an ordinary link back into a choice", async () => {
    const link = await made();
    const before = await read(`${link.id}/definition`);
    const plain = { retailer: "custom", intent: "custom_url", customUrl: "https://b.example/", offers: null };
    const { urlType } = expectExtendedLink(await patch(link.id, plain), 200);
    expect(urlType).toBe("custom");
    const write = { linkId: link.id, version: 1, revision: 2, idempotency: null };
    await restoreLink(OPERATOR, write, dependencies);
    expect(await read(`${link.id}/definition`)).toEqual(before);
    expect((await readPrimaryEntry(DB, link.shortId))?.choice?.offers.map(({ key }) => key)).toEqual(KEYS);
  });

  test("a patch of a choice that changes nothing writes nothing", async () => {
    const link = await made();
    const { version } =
      (await DB.prepare("SELECT version FROM links WHERE id = ?1").bind(link.id).first()) ?? {};
    const definition = await read(`${link.id}/definition`);
    expectExtendedLink(await patch(link.id, { offers: definition.offers }), 200);
    expect(await DB.prepare("SELECT version FROM links WHERE id = ?1").bind(link.id).first()).toEqual({
      version,
    });
  });

  test("an ordinary link can become a choice and an ordinary link again with the same URL", async () => {
    const body = {
      projectId: "main",
      name: "A",
      retailer: "custom",
      intent: "custom_url",
      customUrl: "https://a.example/",
    };
    const link = expectLink(await post(service, "/v1/links", body, full));
    const { retailer, intent, offers } = choiceBody();
    const choice = expectExtendedLink(
      await patch(link.id, { retailer, intent, offers, customUrl: null }),
      200,
    );
    expect(choice).toMatchObject({ urlType: "choice_page", shortId: link.shortId });
    const plain = { retailer: "custom", intent: "custom_url", customUrl: "https://b.example/", offers: null };
    expect(expectExtendedLink(await patch(link.id, plain), 200).urlType).toBe("custom");
    const entry = await readPrimaryEntry(DB, link.shortId);
    expect([entry?.destination, entry?.choice]).toEqual(["https://b.example/", undefined]);
    // URLs of its offers may be printed, so they redirect to the link forever.
    await expect
      .poll(async () => JSON.parse((await LINKS.get(`link:${link.shortId}`)) ?? "{}").removed)
      .toEqual(entry?.removed);
    const tap = (key: string) => send(service, "GET", `/${link.shortId}/${key}?qr=default`);
    expect(entry?.removed).toEqual(expect.arrayContaining(["own"]));
    for (const key of entry?.removed ?? []) {
      const { status, headers } = await tap(key);
      expect([status, new URL(headers.get("Location") ?? "").pathname]).toEqual([302, `/${link.shortId}`]);
      expect(headers.get("Location")).toContain("?qr=default");
    }
    expect((await tap("never-there")).status).toBe(404);
  });

  test("a link has at most 100 offer keys over its lifetime", async () => {
    const link = await made();
    const offersOf = (round: number) =>
      Array.from({ length: 12 }, (_, index) => ({ ...OFFERS[2], key: `k${round}-${index}` }));
    for (let round = 0; round < 8; round++)
      expectExtendedLink(await patch(link.id, { offers: offersOf(round) }), 200);
    expect(fieldsOf(await patch(link.id, { offers: offersOf(8) }))).toEqual(["offers"]);
    expectExtendedLink(await patch(link.id, { offers: offersOf(0) }), 200);
  });
});
