import { describe, expect, test } from "vitest";
import type { LinkResource } from "../../src/api/resources.ts";
import { redirectKey } from "../../src/short-links/address-key.ts";
import { choiceBody, linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { type Fault, faultHeader, LATER } from "../faults/faults.ts";
import { type Answer, get, type Json, post, type RequestOptions, send } from "../requests.ts";
import { useService } from "../use-service.ts";

/** design.md, "Addresses": a link has a schedule, which is judged for each visit. */

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const { key } = await service.issueKey();

const HOUR = 3_600_000;
const ENDED_URL = "https://brand.example/next-time";
/** So many milliseconds from now, as callers write it. */
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const PAST = { activeFrom: inMs(-2 * HOUR), activeUntil: inMs(-HOUR) };
const FUTURE = { activeFrom: inMs(HOUR), activeUntil: inMs(2 * HOUR) };
const PRESENT = { activeFrom: inMs(-HOUR), activeUntil: inMs(HOUR) };

const created = async (schedule: object, changes: object = {}): Promise<LinkResource> =>
  expectLink(
    await post(service, "/v1/links", linkBody("custom custom_url", { schedule, ...changes }), { key }),
  );
const refusedCreate = async (schedule: unknown): Promise<Answer> =>
  post(service, "/v1/links", linkBody("custom custom_url", { schedule }), { key });
const patch = (id: string, body: object, options: RequestOptions = {}): Promise<Answer> =>
  send(service, "PATCH", `/v1/links/${id}`, body, { key, ...options });
const read = async (id: string): Promise<LinkResource> =>
  expectLink(await get(service, `/v1/links/${id}`, { key }), 200);
const definition = async (id: string): Promise<Json> =>
  (await get(service, `/v1/links/${id}/definition`, { key })).json.data;

const BROWSER = { Accept: "text/html", "User-Agent": "Mozilla/5.0 Chrome/140.0.0.0 Safari/537.36" };
const visit = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> =>
  send(service, method, path, undefined, { headers: { ...BROWSER, ...headers } });
const headingOf = ({ text }: Answer): string => /<h1[^>]*>([^<]*)/.exec(text)?.[1] ?? "";
const leadsTo = ({ status, headers }: Answer) => [status, headers.get("Location")];
const later = (ms: number) => ({ [LATER]: String(ms) });
const down = (...bindings: string[]) =>
  faultHeader(Object.fromEntries(bindings.map((name): [string, Fault] => [name, "throws"])));

describe("a link says when it leads on", () => {
  test("times are taken with any offset and given in UTC, and the answer names the state", async () => {
    const link = await created({
      activeFrom: "2026-01-31T23:30:00+01:00",
      activeUntil: "2999-12-31T23:59:59.5-05:00",
      endedUrl: ENDED_URL,
    });
    const schedule = {
      activeFrom: "2026-01-31T22:30:00.000Z",
      activeUntil: "3000-01-01T04:59:59.500Z",
      endedUrl: ENDED_URL,
    };
    expect(link).toMatchObject({ state: "running", schedule });
    expect(await read(link.id)).toMatchObject({ state: "running", schedule });
    expect((await definition(link.id)).schedule).toEqual(schedule);
  });

  test.each([
    [PAST, "ended"],
    [FUTURE, "scheduled"],
    [PRESENT, "running"],
    [{ activeUntil: inMs(-1) }, "ended"],
    [{ activeFrom: inMs(HOUR) }, "scheduled"],
    [{ endedUrl: ENDED_URL }, "running"],
  ])("%j is %s", async (schedule, state) => {
    const link = await created(schedule);
    expect((await read(link.id)).state).toBe(state);
    await patch(link.id, { status: "inactive" });
    expect(await read(link.id)).toMatchObject({ state: "off", schedule });
  });

  test("a link without times is running and names no schedule", async () => {
    for (const schedule of [undefined, {}]) {
      const link = expectLink(
        await post(service, "/v1/links", linkBody("custom custom_url", { schedule }), { key }),
      );
      expect([link.state, link.schedule]).toEqual(["running", undefined]);
    }
  });

  const NO_TIME = "must be a time with its offset";
  test.each([
    [{ activeFrom: "2026-12-01T09:00:00" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: "2026-12-01" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: "2026-12-01T09:00Z" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: "2026-02-30T09:00:00Z" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: "2026-12-01T09:00:00+25:00" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: "0000-01-01T00:00:00+09:00" }, "schedule.activeFrom", NO_TIME],
    [{ activeFrom: 1_796_000_000 }, "schedule.activeFrom", "must be a string"],
    [{ activeUntil: "tomorrow" }, "schedule.activeUntil", NO_TIME],
    [{ activeUntil: null }, "schedule.activeUntil", "must be a string"],
    [{ ...PRESENT, activeUntil: PRESENT.activeFrom }, "schedule.activeUntil", "must be after activeFrom"],
    [
      { activeFrom: "2026-12-01T09:00:00+01:00", activeUntil: "2026-12-01T08:30:00+01:00" },
      "schedule.activeUntil",
      "must be after activeFrom",
    ],
    [{ endedUrl: "ftp://brand.example/" }, "schedule.endedUrl", "must be an absolute http or https URL"],
    [{ begins: "2026-12-01T09:00:00Z" }, "schedule.begins", "is not a known property"],
    ["2026-12-01T09:00:00Z", "schedule", "must be an object"],
  ])("%j is a 400 that names %s", async (schedule, field, message) => {
    const { details = [] } = expectError(await refusedCreate(schedule), 400, "validation_failed");
    expect(details.map((detail) => detail.field)).toEqual([field]);
    expect(details[0]?.message).toContain(message);
  });

  test("where it leads before and after is judged as every destination is", async () => {
    for (const endedUrl of [`${service.url.origin}/abcd2345`, "https://me:secret@brand.example/"]) {
      const { details = [] } = expectError(
        await refusedCreate({ ...PAST, endedUrl }),
        422,
        "url_not_allowed",
      );
      expect(details.map(({ field }) => field)).toEqual(["schedule.endedUrl"]);
    }
  });

  test("PATCH merges, null removes, and history names the fields", async () => {
    const link = await created({ ...PAST, endedUrl: ENDED_URL });
    const answer = await patch(link.id, { schedule: { activeUntil: inMs(HOUR), endedUrl: null } });
    expect(answer.json.data.state).toBe("running");
    expect((await definition(link.id)).schedule).toEqual({
      activeFrom: PAST.activeFrom,
      activeUntil: expect.any(String),
    });
    const reversed = await patch(link.id, { schedule: { activeUntil: inMs(-3 * HOUR) } });
    expect(expectError(reversed, 400, "validation_failed").details).toEqual([
      { field: "schedule.activeUntil", message: "must be after activeFrom" },
    ]);
    const { data } = (await get(service, `/v1/links/${link.id}/history`, { key })).json;
    expect(data[0].changes.map(({ field }: Json) => field)).toEqual([
      "schedule.activeUntil",
      "schedule.endedUrl",
    ]);
    await patch(link.id, { schedule: null });
    expect((await definition(link.id)).schedule).toBeUndefined();
    expect(leadsTo(await visit(`/${link.shortId}`, later(70_000)))[0]).toBe(302);
  });

  test("the same time with another offset is no change", async () => {
    const link = await created({ activeUntil: "2999-12-31T23:00:00Z" });
    const before = await read(link.id);
    const { json } = await patch(link.id, { schedule: { activeUntil: "3000-01-01T00:00:00+01:00" } });
    expect(json.data.updatedAt).toBe(before.updatedAt);
  });

  test("one of many rows has one, and a preview and the destination warn of an end", async () => {
    const rows = [linkBody("custom custom_url", { schedule: FUTURE }), choiceBody({ schedule: PAST })];
    const { json } = await post(service, "/v1/links/bulk", { links: rows }, { key });
    expect(json.data.map(({ body }: Json) => body.data.state)).toEqual(["scheduled", "ended"]);
    for (const [schedule, code] of [
      [PAST, "link_ended"],
      [FUTURE, "link_scheduled"],
    ] as const) {
      const body = linkBody("custom custom_url", { schedule });
      const preview = await post(service, "/v1/links/preview", body, { key });
      expect(preview.json.data.warnings.map((warning: Json) => warning.code)).toEqual([code]);
      const { id } = await created(schedule);
      const stored = (await get(service, `/v1/links/${id}/destination`, { key })).json.data;
      expect(stored.warnings.map((warning: Json) => warning.code)).toEqual([code]);
      expect(stored).toMatchObject({ destination: "https://example.com/welcome", schedule });
    }
    expect(json.data[0].body.data.id).toMatch(/^lnk_/);
  });
});

describe("each visit is judged", () => {
  test("before: a page that says from when, in the shopper's language and the organization's time zone", async () => {
    const link = await created({ activeFrom: "2998-12-03T08:00:00Z" });
    await service.env.DB.prepare("UPDATE organizations SET time_zone = 'Europe/Berlin' WHERE id = ?1")
      .bind(service.organization)
      .run();
    const answer = await visit(`/${link.shortId}`, { "Accept-Language": "de-DE,de;q=0.9", ...later(20_000) });
    expect([answer.status, headingOf(answer)]).toEqual([410, "Noch nicht"]);
    expect(answer.text).toContain("Dieses Angebot beginnt am 3. Dezember 2998 um 09:00 MEZ.");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    // Nobody can tell the zone where D1 is down: the page says which it uses.
    const utc = await visit(`/${link.shortId}`, { ...down("DB"), ...later(40_000) });
    expect(utc.text).toContain("This offer begins on December 3, 2998 at 8:00 AM UTC.");
  });

  test.each(["en", "de", "fr", "es", "it", "nl", "pt", "pl", "ja", "zh"])(
    "its words in %s",
    async (language) => {
      const [early, ended] = await Promise.all([created(FUTURE), created(PAST)]);
      for (const { shortId } of [early, ended]) {
        const answer = await visit(`/${shortId}`, { "Accept-Language": language });
        expect(answer.status).toBe(410);
        expect(answer.text).toContain(`<html lang="${language}">`);
        expect(answer.text).not.toContain("{time}");
        const year = new Date().getFullYear();
        if (shortId === early.shortId) expect(answer.text).toMatch(new RegExp(`${year}|${year + 1}`));
      }
    },
  );

  test("after: 410 with a page that says that the offer has ended; programs get the state and the time", async () => {
    const { shortId } = await created(PAST);
    const answer = await visit(`/${shortId}`);
    expect([answer.status, headingOf(answer)]).toEqual([410, "This offer has ended"]);
    const { json } = await visit(`/${shortId}`, { Accept: "application/json" });
    const { activeUntil } = PAST;
    expect(json.error).toMatchObject({ code: "link_inactive", state: "ended", activeUntil });
    const early = await visit(`/${(await created(FUTURE)).shortId}`, { Accept: "application/json" });
    const { activeFrom } = FUTURE;
    expect(early.json.error).toMatchObject({ code: "link_inactive", state: "scheduled", activeFrom });
  });

  test("before and after, endedUrl is where it leads, also HEAD, robots and scans", async () => {
    for (const schedule of [PAST, FUTURE]) {
      const { shortId } = await created({ ...schedule, endedUrl: ENDED_URL });
      for (const [path, headers, method] of [
        [`/${shortId}`, {}, "GET"],
        [`/${shortId}`, {}, "HEAD"],
        [`/${shortId}?qr=default`, {}, "GET"],
        [`/${shortId}`, { "User-Agent": "facebookexternalhit/1.1" }, "GET"],
        [`/${shortId}`, { "X-Correlation-ID": "from-a-test" }, "GET"],
      ] as const) {
        expect(leadsTo(await visit(path, headers, method))).toEqual([302, ENDED_URL]);
      }
    }
  });

  test("the moment of a boundary is judged by the clock, however fresh the answer that memory keeps", async () => {
    // A minute, so that a busy machine is not past it before it asks; and that much a clock may be off.
    const until = Date.now() + 60_000;
    const { shortId } = await created({ activeUntil: new Date(until).toISOString() });
    const both = down("DB", "LINKS");
    const offset = (time: number) => String(time - Date.now());
    expect(leadsTo(await visit(`/${shortId}`))).toEqual([302, "https://example.com/welcome"]);
    // From memory alone, back and forth.
    for (const [time, status] of [
      [until - 3_000, 302],
      [until + 2_000, 410],
      [until - 3_000, 302],
    ] as const) {
      expect((await visit(`/${shortId}`, { ...both, [LATER]: offset(time) })).status).toBe(status);
    }
    const from = Date.now() + 60_000;
    const next = await created({ activeFrom: new Date(from).toISOString() });
    expect((await visit(`/${next.shortId}`)).status).toBe(410);
    expect((await visit(`/${next.shortId}`, { ...both, [LATER]: offset(from + 2_000) })).status).toBe(302);
  });

  test("a link that is off is off, whatever its times say", async () => {
    const { id, shortId } = await created({ ...PAST, endedUrl: ENDED_URL });
    await patch(id, { status: "inactive" });
    const answer = await visit(`/${shortId}`, { Accept: "application/json", ...later(70_000) });
    expect([answer.status, answer.json.error.state]).toEqual([410, undefined]);
  });

  test("a choice link, its offers' addresses and its hosted lists obey it too", async () => {
    const list = { shoppingList: { title: "Tacos", lineItems: [{ name: "tortillas" }] } };
    const offers = [
      { key: "shop", retailer: "custom", intent: "custom_url", customUrl: "https://shop.example/" },
      { key: "list", retailer: "delivery_app", intent: "shopping_list", options: { delivery_app: list } },
    ];
    for (const [schedule, expected] of [
      [PAST, [410, null]],
      [{ ...FUTURE, endedUrl: ENDED_URL }, [302, ENDED_URL]],
    ] as const) {
      const body = choiceBody({ offers, schedule });
      const { shortId } = expectLink(await post(service, "/v1/links", body, { key }));
      for (const path of [
        `/${shortId}`,
        `/${shortId}/shop`,
        `/${shortId}/shop?qr=default`,
        `/lists/${shortId}/list`,
      ])
        expect([path, leadsTo(await visit(path))]).toEqual([path, expected]);
    }
    const body = choiceBody({ offers, schedule: PRESENT });
    const { shortId } = expectLink(await post(service, "/v1/links", body, { key }));
    expect((await visit(`/${shortId}`)).status).toBe(200);
    expect((await visit(`/lists/${shortId}/list`)).status).toBe(200);
    expect(leadsTo(await visit(`/${shortId}/shop`))).toEqual([302, "https://shop.example/"]);
  });

  test("a hosted list says when it begins, and is kept no longer than its link leads on", async () => {
    const list = { shoppingList: { title: "Tacos", lineItems: [{ name: "tortillas" }] } };
    const make = async (schedule: object) => {
      const body = linkBody("delivery_app shopping_list", { options: { delivery_app: list }, schedule });
      return expectLink(await post(service, "/v1/links", body, { key }));
    };
    const early = await visit(`/lists/${(await make({ activeFrom: "2998-12-03T08:00:00Z" })).shortId}`);
    expect([early.status, early.text.includes("2998")]).toEqual([410, true]);
    const soon = await visit(`/lists/${(await make({ activeUntil: inMs(30_000) })).shortId}`);
    expect([soon.status, soon.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    const long = await visit(`/lists/${(await make({ activeUntil: inMs(HOUR) })).shortId}`);
    expect([long.status, long.headers.get("Cache-Control")]).toEqual([200, "public, max-age=60"]);
  });
});

describe("what is stored", () => {
  test("KV's copy holds the times; a link without any has no such member", async () => {
    const { shortId } = await created({ ...PAST, endedUrl: ENDED_URL });
    const copyOf = async (id: string) => JSON.parse((await service.env.LINKS.get(redirectKey(id))) ?? "{}");
    await expect
      .poll(async () => (await copyOf(shortId)).schedule)
      .toEqual({
        from: Date.parse(PAST.activeFrom),
        until: Date.parse(PAST.activeUntil),
        endedUrl: ENDED_URL,
      });
    const plain = await created({ endedUrl: ENDED_URL });
    await expect.poll(() => copyOf(plain.shortId)).toMatchObject({ linkId: plain.id });
    expect(await copyOf(plain.shortId)).not.toHaveProperty("schedule");
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["a text", "2026"],
    ["empty", {}],
    ["a time as text", { until: "2026-12-01T08:00:00Z" }],
    ["without a usable end", { until: null, from: 1 }],
    ["an endedUrl that is no text", { until: 1, endedUrl: 7 }],
  ])("a copy whose schedule is damaged (%s) counts as none, and D1 is asked", async (_, schedule) => {
    const { shortId } = await created({ ...PAST, endedUrl: ENDED_URL });
    await expect.poll(() => service.env.LINKS.get(redirectKey(shortId))).toContain('"schedule":{');
    const copy = JSON.parse((await service.env.LINKS.get(redirectKey(shortId))) ?? "{}");
    await service.env.LINKS.put(redirectKey(shortId), JSON.stringify({ ...copy, schedule }));
    expect(leadsTo(await visit(`/${shortId}`))).toEqual([302, ENDED_URL]);
    // Where D1 is down too, nobody knows where it leads.
    const other = await created(PRESENT);
    await expect.poll(() => service.env.LINKS.get(redirectKey(other.shortId))).toContain('"schedule":{');
    await service.env.LINKS.put(redirectKey(other.shortId), JSON.stringify({ ...copy, schedule }));
    expect((await visit(`/${other.shortId}`, down("DB"))).status).toBe(503);
  });
});
