import { describe, expect, test } from "vitest";
import { choiceBody, linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { LATER } from "../faults/faults.ts";
import { post } from "../requests.ts";
import { expectBase } from "./base-contract.ts";
import {
  down,
  ENDED_URL,
  FUTURE,
  HOUR,
  headingOf,
  inMs,
  later,
  leadsTo,
  PAST,
  PRESENT,
  useSchedules,
} from "./schedules.ts";

/** Beyond the specification: the schedule decides the response to each visit. */

const { service, key, created, patch, visit } = await useSchedules();

describe("the schedule decides the response to each visit", () => {
  test("before the start: a page with the start time, in the shopper's language and the organization's time zone", async () => {
    const link = await created({ activeFrom: "2998-12-03T08:00:00Z" });
    await service.env.DB.prepare("UPDATE organizations SET time_zone = 'Europe/Berlin' WHERE id = ?1")
      .bind(service.organization)
      .run();
    const answer = await visit(`/${link.shortId}`, { "Accept-Language": "de-DE,de;q=0.9", ...later(20_000) });
    expect([answer.status, headingOf(answer)]).toEqual([410, "Noch nicht"]);
    expect(answer.text).toContain(
      'Dieses Angebot beginnt am <time lang="de" datetime="2998-12-03T08:00:00.000Z">3. Dezember 2998 um 09:00 Mitteleuropäische Zeit</time>.',
    );
    const [, script = ""] = /<script>(.*?)<\/script>/.exec(answer.text) ?? [];
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script));
    const policy = answer.headers.get("Content-Security-Policy");
    expect(policy).toContain(`script-src 'sha256-${Buffer.from(digest).toString("base64")}';`);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    // In European Portuguese, which calls zones otherwise than Brazilian.
    const portuguese = await visit(`/${link.shortId}`, { "Accept-Language": "pt-BR", ...later(21_000) });
    expect(portuguese.text).toContain("3 de dezembro de 2998 às 09:00 Hora da Europa Central");
    // With D1 down the time zone is unknown: the page names the one it uses.
    const utc = await visit(`/${link.shortId}`, { ...down("DB"), ...later(40_000) });
    expect(utc.text).toMatch(/This offer begins on <time [^>]+>December 3, 2998 at 8:00 AM UTC<\/time>\./);
  });

  test.each(["en", "de", "fr", "es", "it", "nl", "pt", "pl", "ja", "zh"])(
    "the page before the start in %s",
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

  test("after the end: 410 with a page that says that the offer has ended; programs get the state and the time", async () => {
    const { shortId } = await created(PAST);
    const answer = await visit(`/${shortId}`);
    expect([answer.status, headingOf(answer)]).toEqual([410, "This offer has ended"]);
    const { json } = await visit(`/${shortId}`, { Accept: "application/json" });
    const { activeUntil } = PAST;
    expectBase("error", json);
    expect(json.error).toMatchObject({
      code: "link_inactive",
      details: [
        { field: "state", message: "ended" },
        { field: "schedule.activeUntil", message: activeUntil },
      ],
    });
    const early = await visit(`/${(await created(FUTURE)).shortId}`, { Accept: "application/json" });
    const { activeFrom } = FUTURE;
    expectBase("error", early.json);
    expect(early.json.error).toMatchObject({
      code: "link_inactive",
      details: [
        { field: "state", message: "scheduled" },
        { field: "schedule.activeFrom", message: activeFrom },
      ],
    });
  });

  test("outside the schedule, visits redirect to endedUrl, including HEAD, robots and scans", async () => {
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

  test("the clock decides at a boundary, even for a link cached in memory", async () => {
    // A minute, because the machine may be busy and clocks may differ.
    const until = Date.now() + 60_000;
    const { shortId } = await created({ activeUntil: new Date(until).toISOString() });
    const both = down("DB", "LINKS");
    const offset = (time: number) => String(time - Date.now());
    expect(leadsTo(await visit(`/${shortId}`))).toEqual([302, "https://example.com/welcome"]);
    // From memory only, back and forth.
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

  test("an inactive link stays off, whatever its times", async () => {
    const { id, shortId } = await created({ ...PAST, endedUrl: ENDED_URL });
    await patch(id, { status: "inactive" });
    const answer = await visit(`/${shortId}`, { Accept: "application/json", ...later(70_000) });
    expect([answer.status, answer.json.error.details]).toEqual([410, undefined]);
  });

  test("choice links, URLs of their offers and hosted lists follow the schedule", async () => {
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

  test("a hosted list shows its start, and is not cached beyond its end", async () => {
    const list = { shoppingList: { title: "Tacos", lineItems: [{ name: "tortillas" }] } };
    const make = async (schedule: object) => {
      const body = linkBody("delivery_app shopping_list", { options: { delivery_app: list }, schedule });
      return expectLink(await post(service, "/v1/links", body, { key }));
    };
    const early = await visit(`/lists/${(await make({ activeFrom: "2998-12-03T08:00:00Z" })).shortId}`);
    expect([early.status, early.text.includes("2998")]).toEqual([410, true]);
    const soon = await visit(`/lists/${(await make({ activeUntil: inMs(20_000) })).shortId}`);
    expect([soon.status, soon.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    const long = await visit(`/lists/${(await make({ activeUntil: inMs(HOUR) })).shortId}`);
    expect([long.status, long.headers.get("Cache-Control")]).toEqual([200, "public, max-age=30"]);
  });
});
