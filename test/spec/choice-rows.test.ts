import { describe, expect, test } from "vitest";
import { CHOICE_MESSAGES } from "../../src/surfaces/pages/i18n/choice-messages.ts";
import { useService } from "../use-service.ts";
import { ago, KROGER, OFFERS, offersWith, publishChoice, rowsOf, visit } from "./choice-links.ts";

const service = await useService({ vars: { AMAZON_ASSOCIATES_TAG: "brand-20" } });
const { origin } = service.url;
const ask = (path: string, headers?: Record<string, string>, method?: string) =>
  visit(service, path, headers, method);

/** The second offer is only for Canada. */
const abroad = await publishChoice(service, { offers: offersWith({ amazon: { countries: ["CA"] } }) });
const soldOut = (rule: "hide" | "last" | "show", hours = 1) =>
  publishChoice(service, {
    offers: offersWith({ walmart: { soldOut: ago(hours) } }),
    page: { soldOut: rule },
  });

describe("design: rows by country", () => {
  test.each([
    ["CA", ["walmart", "amazon", "kroger"], false],
    ["US", ["walmart", "kroger"], true],
    ["XX", ["walmart", "amazon", "kroger"], false],
    ["T1", ["walmart", "amazon", "kroger"], false],
  ])("a visitor from %s sees %j", async (country, rows, hasMore) => {
    const answer = await ask(`/${abroad}`, { "CF-IPCountry": country });
    expect(rowsOf(answer)).toEqual(rows);
    expect(answer.text.includes(`href="${origin}/${abroad}?all=1"`)).toBe(hasMore);
  });

  test("all=1 shows the rest", async () => {
    const answer = await ask(`/${abroad}?all=1`, { "CF-IPCountry": "US" });
    expect(rowsOf(answer)).toEqual(["walmart", "amazon", "kroger"]);
    expect(answer.text).not.toContain("all=1");
  });

  test("a visitor without a matching offer sees all offers", async () => {
    const elsewhere = await publishChoice(service, {
      offers: OFFERS.map((offer) => ({ ...offer, countries: ["CA"] })),
    });
    expect(rowsOf(await ask(`/${elsewhere}`, { "CF-IPCountry": "US" }))).toHaveLength(3);
  });
});

describe("design: sold-out offers", () => {
  test.each([
    ["hide", ["amazon", "kroger"]],
    ["last", ["amazon", "kroger", "walmart"]],
    ["show", ["walmart", "amazon", "kroger"]],
  ] as const)("%s: %j", async (rule, rows) => {
    const shortId = await soldOut(rule);
    const answer = await ask(`/${shortId}`);
    expect(rowsOf(answer)).toEqual(rows);
    expect(answer.text.includes("<em>Sold out</em>")).toBe(rule !== "hide");
    expect(answer.text.includes("All shops")).toBe(rule === "hide");
  });

  test("all=1 shows hidden offers as sold out", async () => {
    const answer = await ask(`/${await soldOut("hide")}?all=1`);
    expect(rowsOf(answer)).toEqual(["walmart", "amazon", "kroger"]);
    expect(answer.text).toContain("<em>Sold out</em>");
  });

  test("a look-up older than 24 hours hides nothing", async () => {
    expect(rowsOf(await ask(`/${await soldOut("hide", 24)}`))).toEqual(["walmart", "amazon", "kroger"]);
    expect(rowsOf(await ask(`/${await soldOut("hide", 23.9)}`))).toEqual(["amazon", "kroger"]);
  });

  test("if all offers are sold out, all are shown with a note", async () => {
    const gone = { soldOut: ago(1) };
    const shortId = await publishChoice(service, {
      offers: offersWith({ walmart: gone, amazon: gone, kroger: gone }),
    });
    const answer = await ask(`/${shortId}`);
    expect(rowsOf(answer)).toEqual(["walmart", "amazon", "kroger"]);
    expect(answer.text).toContain(CHOICE_MESSAGES.en.allSoldOut);
  });
});

describe("design: a single visible row", () => {
  const onlyKroger = { offers: offersWith({ walmart: { countries: ["CA"] }, amazon: { soldOut: ago(1) } }) };

  test("redirects to the offer, unless the page is requested or skipSingle is off", async () => {
    const shortId = await publishChoice(service, onlyKroger);
    const at = (query: string) => ask(`/${shortId}${query}`, { "CF-IPCountry": "US" });
    for (const query of ["", "?qr=shelf-1", "?utm_source=x"]) {
      const { status, headers } = await at(query);
      expect([status, headers.get("Location")]).toEqual([302, KROGER]);
      expect(headers.get("Cache-Control")).toBe("private, no-store");
    }
    for (const query of ["?choose=1", "?remember=1", "?remember=0"])
      expect(rowsOf(await at(query))).toEqual(["kroger"]);
    const shown = await publishChoice(service, { ...onlyKroger, page: { skipSingle: false } });
    expect(rowsOf(await ask(`/${shown}`, { "CF-IPCountry": "US" }))).toEqual(["kroger"]);
  });

  test("robots and previews get the page", async () => {
    const shortId = await publishChoice(service, onlyKroger);
    for (const agent of ["Googlebot/2.1 (+http://www.google.com/bot.html)", "Twitterbot/1.0"])
      expect((await ask(`/${shortId}`, { "CF-IPCountry": "US", "User-Agent": agent })).status).toBe(200);
    expect((await ask(`/${shortId}`, { "CF-IPCountry": "US", "Sec-Purpose": "prefetch" })).status).toBe(200);
  });
});
