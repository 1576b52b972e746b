import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dashboard, startDashboard } from "../dashboard/dashboard.ts";
import { makeSeason, type Season } from "../dashboard/visits.ts";
import { browserPath, launch } from "./browser.ts";
import { axeFindings, overflow, sitDown, VIEWS } from "./dashboard.ts";

/** A directory to leave pictures in, for people who want to look. */
const pictures = process.env.SCREENSHOTS;
const OWNER = "owner@acme.example";
const VISITS = "/dashboard/o/acme/visits";

let dashboard: Dashboard;
let browser: Browser;
let season: Season;
/** The screens by name. */
const screens: Record<string, string> = {};

beforeAll(async () => {
  if (browserPath === undefined) return;
  [dashboard, browser] = await Promise.all([startDashboard(), launch()]);
  season = await makeSeason(dashboard.service);
  await dashboard.add("acme", OWNER, "owner");
  await dashboard.add("empty", OWNER, "owner");
  const { DB } = dashboard.service.env;
  const page = "INSERT INTO delivery_app_pages (link_id, state, attempts) VALUES (?1, 'failed', 10)";
  await DB.prepare(page).bind(season.cart.id).run();
  const owner = await dashboard.as(OWNER);
  const share = (name: string) => owner.send(`${VISITS}/share?days=90`, { name, expiresAt: "2099-12-31" });
  const { text } = await share(
    "For the agency, with a name that goes on and on, as names of reports sometimes do",
  );
  const [, address = ""] = /id="report-address">([^<]+)</.exec(text) ?? [];
  await share("Old");
  const revoke = /href="([^"]+)" aria-label="Revoke Old"/.exec(
    (await owner.open(`${VISITS}/shared`)).text,
  )?.[1];
  await owner.send(revoke ?? "", {});
  Object.assign(screens, {
    overview: "/dashboard/o/acme?days=90",
    "overview, empty": "/dashboard/o/empty",
    visits: `${VISITS}?days=90`,
    "visits, month": VISITS,
    "visits, empty": "/dashboard/o/empty/visits",
    "visits, filtered": `${VISITS}?link=${season.poster.id}&country=CA`,
    "visits, not told": `${VISITS}?country=CA&retailer=custom`,
    "visits, wrong": `${VISITS}?from=2026-02-31`,
    "visits, share": `${VISITS}/share?country=CA&days=7`,
    "visits, shared": `${VISITS}/shared?done=revoked`,
    "visits, shared, empty": "/dashboard/o/empty/visits/shared",
    "visits, revoke": revoke ?? "",
    report: new URL(address).pathname,
    "report, nothing": "/shared/nothing",
  });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await dashboard?.close();
});

/** The bytes of the page and of its files, also of those that the browser had already. */
const BYTES = `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)`;

const STATUS: Record<string, number> = { "visits, wrong": 400, "report, nothing": 404 };

describe.skipIf(browserPath === undefined)("visits in a browser", () => {
  test.each(VIEWS)(
    "every screen fits, is accessible and complains of nothing: $name, $colorScheme",
    async (view) => {
      const { page, context, problems } = await sitDown(browser, dashboard, OWNER, view);
      for (const [name, path] of Object.entries(screens)) {
        const answer = await page.goto(path);
        await page.waitForLoadState("load");
        expect([name, answer?.status()]).toEqual([name, STATUS[name] ?? 200]);
        expect([name, Math.max(await page.evaluate<number>(BYTES), 60_000)]).toEqual([name, 60_000]);
        if (pictures) {
          const file = `${name}-${view.name}-${view.colorScheme}`.replace(/[^\w-]+/g, "-");
          await page.screenshot({ path: `${pictures}/${file}.png`, fullPage: true });
        }
        for (const summary of await page.locator("main summary").all()) await summary.click();
        expect([name, await axeFindings(page)]).toEqual([name, []]);
        expect([name, await overflow(page)]).toEqual([name, 0]);
      }
      expect(problems.filter((problem) => !problem.startsWith("Failed to load resource"))).toEqual([]);
      await context.close();
    },
    300_000,
  );

  test.each([true, false])(
    "a marketer filters by clicks, shares the view, and revokes it (scripts: %s)",
    async (javaScriptEnabled) => {
      const { page, context, problems, origin } = await sitDown(browser, dashboard, OWNER, {
        javaScriptEnabled,
      });
      await page.goto("/dashboard/o/acme");
      await page.getByRole("link", { name: "All visits" }).click();
      await page.getByRole("link", { name: "Poster <spring>" }).first().click();
      await page.getByRole("link", { name: "Canada" }).click();
      expect(await page.locator(".value").first().textContent()).toBe("20");
      await page.getByRole("link", { name: /^Remove the filter Country/ }).click();
      expect(await page.locator(".value").first().textContent()).toBe("77");
      await page.getByRole("link", { name: "Share", exact: true }).click();
      const name = `Poster ${javaScriptEnabled}`;
      await page.getByRole("textbox", { name: "Name" }).fill(name);
      await page.getByRole("button", { name: "Share" }).click();
      const address = (await page.locator("#report-address").textContent()) ?? "";
      const stranger = await browser.newContext();
      const reading = await stranger.newPage();
      await reading.goto(origin + new URL(address).pathname);
      expect(await reading.locator(".value").first().textContent()).toBe("77");
      await page.getByRole("link", { name: "I have copied it" }).click();
      await page.getByRole("link", { name: `Revoke ${name}` }).click();
      await page.getByRole("button", { name: "Revoke the report" }).click();
      expect((await reading.reload())?.status()).toBe(404);
      expect(problems).toEqual([]);
      await stranger.close();
      await context.close();
    },
  );
});
