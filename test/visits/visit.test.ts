import { describe, expect, test } from "vitest";
import type { VisitRecord } from "../../src/features/short-links/visitor.ts";
import { VisitAggregate } from "../../src/features/visits/visit-aggregate.ts";
import { userAgentText } from "../../src/ground/platform/known-user-agents.ts";
import { readUserAgent } from "../../src/ground/platform/user-agent.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const PIXEL =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const TAB =
  "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const IPAD =
  "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1";

const linkOf = (linkId: string) => ({ linkId, project: { organizationId: "acme", projectId: "main" } });

const visit = (changes: Partial<VisitRecord> = {}): VisitRecord => ({
  link: linkOf("lnk_1"),
  qr: "",
  time: Date.parse("2026-11-21T04:59:59.999Z"),
  country: "US",
  userAgent: IPHONE,
  head: false,
  prefetch: false,
  ...changes,
});

function summarizeAll(visits: VisitRecord[]) {
  const sum = new VisitAggregate();
  for (const each of visits) sum.add(each, "local", readUserAgent(each.userAgent));
  return sum.counts();
}

const summarize = (visits: VisitRecord[]) => summarizeAll(visits).counts;

/** Device and visitor of one visit. */
const kindOf = (changes: Partial<VisitRecord>) => summarize([visit(changes)])[0]?.slice(4, 6);
const kindOfAgent = (text: string | null) => kindOf({ userAgent: userAgentText(text) });

describe("design: stored data of a visit", () => {
  test("link, QR code, hour, country, device, visitor and their number, and nothing else", () => {
    expect(summarize([visit(), visit(), visit({ qr: "poster" })])).toEqual([
      ["lnk_1", "", "2026-11-21T04:45", "US", "phone", "person", 2],
      ["lnk_1", "poster", "2026-11-21T04:45", "US", "phone", "person", 1],
    ]);
  });

  test("each of these distinguishes visits", () => {
    const counts = summarize([
      visit(),
      visit({ link: linkOf("lnk_2") }),
      visit({ qr: "default" }),
      visit({ time: Date.parse("2026-11-21T03:59:59.999Z") }),
      visit({ time: Date.parse("2026-11-21T04:00:00.000Z") }),
      visit({ country: "CA" }),
      visit({ userAgent: DESKTOP }),
      visit({ head: true }),
      visit({ prefetch: true }),
    ]);
    expect(counts.map((count) => count[6])).toEqual(Array(9).fill(1));
  });

  test.each([undefined, "", "us", "USA", "U$"])("the country %j is unknown", (country) => {
    expect(summarize([visit({ country })])[0]?.[3]).toBe("XX");
  });

  test("people of several countries who come by turns keep theirs", () => {
    const came = ["US", "CA", "US", "FR", "CA"].map((country) => visit({ country }));
    expect(summarize(came).map((count) => [count[3], count[6]])).toEqual([
      ...[["US", 2] as const, ["CA", 2] as const, ["FR", 1] as const],
    ]);
  });

  test.each([
    [IPHONE, "phone"],
    [PIXEL, "phone"],
    [TAB, "tablet"],
    [IPAD, "tablet"],
    [DESKTOP, "desktop"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
      "desktop",
    ],
    ["Mozilla/5.0 (PlayStation; PlayStation 5/6.00) AppleWebKit/605.1.15 (KHTML, like Gecko)", "other"],
  ])("%s is a person's %s", (userAgent, device) => {
    expect(kindOfAgent(userAgent)).toEqual([device, "person"]);
  });

  const android = (app: string, mobile = "Mobile ") =>
    `Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 ${mobile}Safari/537.36 ${app}`;
  const ios = (app: string, device = "iPhone; CPU iPhone OS 17_5") =>
    `Mozilla/5.0 (${device} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ${app}`;
  const APPS = [
    "Instagram 309.1.0.41.113 Android (34/14; 480dpi; 1080x2115; samsung; SM-S911B; dm1q; qcom; en_GB; 541635890)",
    "Barcelona 312.0.0.31.111 Android (34/14; 420dpi; 1080x2205; Google/google; Pixel 8; shiba; shiba; en_US; 545986890)",
    "[FB_IAB/FB4A;FBAV/440.0.0.36.105;FBAN/FB4A;Android 14;]",
    "[FB_IAB/Orca-Android;FBAV/395.0.0.14.90;]",
    "[Pinterest/Android]",
    "[LinkedInApp]/4.1.881 Android",
    "Reddit/Version 2024.17.0/Build 1548000/Android 14",
    "TwitterAndroid",
  ];
  test.each(APPS)("the browser of an app is that of its device: %s", (app) => {
    expect(kindOfAgent(android(app))).toEqual(["phone", "person"]);
    expect(kindOfAgent(android(app, ""))).toEqual(["tablet", "person"]);
    expect(kindOfAgent(ios(app.replaceAll("Android", "iOS")))).toEqual(["phone", "person"]);
    expect(kindOfAgent(ios(app.replaceAll("Android", "iOS"), "iPad; CPU OS 17_5"))).toEqual([
      "tablet",
      "person",
    ]);
  });

  test.each([
    [
      "[FBAN/FB4A;FBAV/222.0.0.48.113;FBMF/HUAWEI;FBBD/HUAWEI;FBPN/com.facebook.katana;FBDV/LDN-L21;FBSV/8.0.0;]",
      "phone",
    ],
    ["Dalvik/2.1.0 (Linux; U; Android 9; SM-G960F) [FBAN/FB4A;FBAV/250.0.0.14.241;FBDV/SM-G960F;]", "phone"],
    ["[FBAN/FBIOS;FBAV/420.0;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBID/phone;]", "phone"],
    ["[FBAN/FBIOS;FBAV/420.0;FBDV/iPad7,5;FBMD/iPad;FBSN/iOS;FBID/tablet;]", "tablet"],
    [
      "Instagram 309.1.0.41.113 Android (33/13; 420dpi; 1080x2201; samsung; SM-A536B; a53x; s5e8825; en_GB)",
      "phone",
    ],
    [
      "TwitterAndroid/10.21.0-release.0 (310210000-r-0) SM-G991U/13 (samsung;SM-G991U;samsung;o1q;0;;1;2015)",
      "phone",
    ],
  ])("an app that names no browser is a person's: %s", (userAgent, device) => {
    expect(kindOfAgent(userAgent)).toEqual([device, "person"]);
  });

  test.each([
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; .NET4.0C; .NET4.0E; ms-office)",
    "Mozilla/4.0 (compatible; ms-office; MSOffice rmj)",
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Trident/7.0; MSOffice 12)",
    "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.12026; Pro)",
    "Microsoft Office Word 2014 (16.0.4266) Windows NT 10.0",
    "Microsoft Office Existence Discovery",
  ])("Office requests a link before the browser does: %s", (userAgent) => {
    expect(kindOfAgent(userAgent)).toEqual(["other", "preview"]);
  });

  test("robots, link checkers and what looks ahead are never people", () => {
    const robots = [
      "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      "curl/8.5.0",
      "python-requests/2.31.0",
      "",
      null,
    ];
    for (const userAgent of robots) expect(kindOfAgent(userAgent)).toEqual(["other", "robot"]);
    expect(kindOf({ head: true })).toEqual(["other", "robot"]);
    expect(kindOf({ prefetch: true })).toEqual(["other", "preview"]);
    expect(kindOf({ userAgent: "Twitterbot/1.0" })).toEqual(["other", "preview"]);
    expect(kindOf({ prefetch: true, head: true, userAgent: "Twitterbot/1.0" })).toEqual(["other", "preview"]);
  });

  test("people are no link previews", () => {
    for (const text of [IPHONE, PIXEL, TAB, IPAD, DESKTOP, null]) {
      expect(readUserAgent(text).socialPreview).toBe(false);
    }
  });
});

describe("visitors of counts", () => {
  const entries = async (visits: readonly [VisitRecord, string][]) => {
    const sum = new VisitAggregate();
    for (const [each, address] of visits) sum.add(each, address, readUserAgent(each.userAgent));
    await sum.addEntries(async ({ linkId }, day, visitors) => `${linkId} ${day} ${[...visitors].length}`);
    return sum.counts().counts.map((count) => [count[2], count[5], count[6], count[7]]);
  };

  test("are different addresses and user agents, by the UTC day of each visit", async () => {
    const at = (time: string) => ({ time: Date.parse(time) });
    const [before, after] = [at("2026-11-21T23:59:59.999Z"), at("2026-11-22T00:00:00.000Z")];
    expect(
      await entries([
        [visit(before), "203.0.113.1"],
        [visit(before), "203.0.113.1"],
        [visit(before), "203.0.113.2"],
        [visit({ ...before, userAgent: PIXEL }), "203.0.113.2"],
        [visit(after), "203.0.113.1"],
      ]),
    ).toEqual([
      ["2026-11-21T23:45", "person", 4, "lnk_1 2026-11-21 3"],
      ["2026-11-22T00:00", "person", 1, "lnk_1 2026-11-22 1"],
    ]);
  });

  test("are people only, and no taps", async () => {
    expect(
      await entries([
        [visit({ head: true }), "203.0.113.1"],
        [visit({ prefetch: true }), "203.0.113.1"],
        [visit({ tap: "shop-1" }), "203.0.113.1"],
      ]),
    ).toEqual([
      ["2026-11-21T04:45", "robot", 1, undefined],
      ["2026-11-21T04:45", "preview", 1, undefined],
    ]);
  });
});

describe("design: what is kept of who referred a visit, and of offers that were chosen", () => {
  const CURL = "curl/8.5.0";
  const at = (time: string) => ({ time: Date.parse(`2026-11-21T${time}Z`) });

  test("hosts of people by link, host, hour and quarter of it", () => {
    const came = { ...at("03:05:00"), referrer: "news.example" };
    expect(
      summarizeAll([
        visit(came),
        visit(came),
        visit({ ...came, link: linkOf("lnk_2") }),
        visit({ ...came, referrer: "shop.example" }),
        visit({ ...came, ...at("04:05:00") }),
        visit({ ...came, ...at("03:15:00") }),
        visit({ ...came, head: true }),
        visit({ ...came, userAgent: CURL }),
      ]).apart,
    ).toEqual([
      ["lnk_1", "referrer", "news.example", "clicks", "2026-11-21T03:00", 2],
      ["lnk_2", "referrer", "news.example", "clicks", "2026-11-21T03:00", 1],
      ["lnk_1", "referrer", "shop.example", "clicks", "2026-11-21T03:00", 1],
      ["lnk_1", "referrer", "news.example", "clicks", "2026-11-21T04:00", 1],
      ["lnk_1", "referrer", "news.example", "clicks", "2026-11-21T03:15", 1],
    ]);
  });

  test("also if it was one only", () => {
    const one = visit({ ...at("03:05:00"), referrer: "news.example" });
    expect(summarizeAll([one]).apart).toEqual([
      ["lnk_1", "referrer", "news.example", "clicks", "2026-11-21T03:00", 1],
    ]);
    const tap = visit({ ...at("03:05:00"), tap: "shop-1" });
    expect(summarizeAll([tap]).apart).toEqual([
      ["lnk_1", "choice", "shop-1", "clicks", "2026-11-21T03:00", 1],
    ]);
  });

  test("taps of people by link, offer, how they came, hour and quarter of it, and no visits", () => {
    const chosen = { ...at("03:45:00"), tap: "shop-1", referrer: "news.example" };
    expect(
      summarizeAll([
        visit(chosen),
        visit(chosen),
        visit({ ...chosen, link: linkOf("lnk_2") }),
        visit({ ...chosen, tap: "shop-2" }),
        visit({ ...chosen, qr: "poster" }),
        visit({ ...chosen, ...at("04:45:00") }),
        visit({ ...chosen, ...at("03:59:59") }),
        visit({ ...chosen, ...at("03:44:59") }),
        visit({ ...chosen, userAgent: CURL }),
      ]),
    ).toEqual({
      counts: [],
      apart: [
        ["lnk_1", "choice", "shop-1", "clicks", "2026-11-21T03:45", 3],
        ["lnk_2", "choice", "shop-1", "clicks", "2026-11-21T03:45", 1],
        ["lnk_1", "choice", "shop-2", "clicks", "2026-11-21T03:45", 1],
        ["lnk_1", "choice", "shop-1", "scans", "2026-11-21T03:45", 1],
        ["lnk_1", "choice", "shop-1", "clicks", "2026-11-21T04:45", 1],
        ["lnk_1", "choice", "shop-1", "clicks", "2026-11-21T03:30", 1],
      ],
    });
  });
});
