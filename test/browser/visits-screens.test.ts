// @module-tag all
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { addSalesReport } from "../../src/extras/sales/add-sales-report.ts";
import { confirmSalesReport } from "../../src/extras/sales/manage-sales-reports.ts";
import { memberOf } from "../actors.ts";
import { useDashboard } from "../dashboard/dashboard.ts";
import { dayAgo, makeSeason, type Season } from "../dashboard/visits.ts";
import { dependenciesOf } from "../dependencies.ts";
import { giveProblem } from "../links/links.ts";
import { impactFile } from "../sales/report-files.ts";
import { browserPath, launch, openWindow, useBrowser } from "./browser.ts";
import { counting } from "./counting.ts";
import { sitDown } from "./dashboard.ts";
import { lookAtEveryScreen, type Screen, unfold } from "./every-screen.ts";

const OWNER = "owner@acme.example";
const VISITS = "/dashboard/o/acme/visits";
const REPORTS = "/dashboard/o/acme/reports";

const dashboard = await useDashboard();
let browser: Browser;
useBrowser();
let season: Season;
/** The screens by name. */
const screens: Record<string, Screen> = {};

/** Orders of three links in three currencies, some of them pending or reversed. */
async function addSales({ poster, cart, elsewhere }: Season): Promise<void> {
  const used = dependenciesOf(dashboard.service.env);
  const order = (number: number, subId: string, more: object = {}) => ({
    ...{ day: dayAgo(3), subId, order: `10${number}`, amount: "1234.50", commission: "61.75" },
    ...more,
  });
  const content = impactFile(
    order(1, `${cart.shortId}-q-default`),
    order(2, `${poster.shortId}-q-poster-1`, { state: "PENDING" }),
    order(3, `${poster.shortId}-v-a-source-with-a-long-name-of-forty-letters`, { currency: "EUR" }),
    order(4, elsewhere.shortId, { currency: "JPY", amount: "1234500" }),
    order(5, elsewhere.shortId, { state: "REVERSED" }),
  );
  const { id } = await addSalesReport(memberOf("owner"), { fileName: "report.csv", content }, used);
  await confirmSalesReport(memberOf("owner"), { reportId: id }, used);
}

beforeAll(async () => {
  if (browserPath === undefined) return;
  browser = await launch();
  season = await makeSeason(dashboard.service);
  await addSales(season);
  await dashboard.add("acme", OWNER, "owner");
  await dashboard.add("empty", OWNER, "owner");
  const { DB } = dashboard.service.env;
  await giveProblem(DB, "page_failed", `id = '${season.cart.id}'`);
  const owner = await dashboard.as(OWNER);
  const share = (name: string) =>
    owner.send(`${VISITS}/share?days=90`, { name, expiresAt: "2099-12-31", sales: "1" });
  const { text } = await share(
    "For the agency, with a name that goes on and on, as names of reports sometimes do",
  );
  const [, address = ""] = /id="report-address">([^<]+)</.exec(text) ?? [];
  await share("Old");
  const revoke = /href="([^"]+)"><bdi>Old</.exec((await owner.open(`${REPORTS}`)).text)?.[1];
  await owner.send(`${revoke}/revoke`, {});
  const { text: list } = await owner.open(REPORTS);
  const scheduled = /href="([^"]+)"><bdi>For the agency/.exec(list)?.[1] ?? "";
  await owner.send(`${scheduled}/schedule`, { cadence: "weekly", recipients: OWNER, language: "en" });
  const paths = {
    overview: "/dashboard/o/acme?days=90",
    "overview, empty": "/dashboard/o/empty",
    visits: `${VISITS}?days=90`,
    "visits, month": VISITS,
    "visits, sales by code": `${VISITS}?days=90&sales=qrCode`,
    "visits, empty": "/dashboard/o/empty/visits",
    "visits, filtered": `${VISITS}?link=${season.poster.id}&country=CA`,
    "visits, not told": `${VISITS}?country=CA&retailer=custom&dayOfWeek=sat,sun,mon,tue,wed,thu,fri&hour=12`,
    "visits, today": `${VISITS}?days=1&compare=none`,
    "visits, a week": `${VISITS}?days=7&compare=year`,
    "visits, wrong": `${VISITS}?from=2026-02-31`,
    "visits, too long": `${VISITS}?days=90&interval=hour`,
    "visits, share": `${VISITS}/share?country=CA&days=7`,
    "visits, shared": `${REPORTS}?done=revoked`,
    "visits, shared, empty": "/dashboard/o/empty/reports",
    "visits, revoke": `${revoke}/revoke`,
    "visits, scheduled": scheduled,
    "visits, schedule": `${scheduled}/schedule`,
    report: new URL(address).pathname,
    "report, nothing": "/shared/nothing",
  };
  const status: Record<string, number> = {
    "visits, wrong": 400,
    "visits, too long": 400,
    "report, nothing": 404,
  };
  for (const [name, path] of Object.entries(paths)) {
    // Plots of other periods are made of the same.
    const axeJudges = /month|today|a week/.test(name) ? ".date-bar" : ":root";
    screens[name] = { path, first: unfold, axeJudges, status: status[name] ?? 200 };
  }
  // One menu is open at a time.
  for (const [index, name] of ["period", "comparison", "filter"].entries()) {
    const first = (page: Page) => page.locator(".date-bar summary").nth(index).click();
    screens[`visits, ${name} menu`] = { path: VISITS, first, axeJudges: ".date-bar" };
  }
}, 120_000);

describe.skipIf(browserPath === undefined)("visits in a browser", () => {
  test("every screen fits, is accessible and complains of nothing", async () => {
    const window = await sitDown(browser, dashboard, OWNER);
    expect(await lookAtEveryScreen(window, "visits", screens)).toEqual([]);
    await window.context.close();
  }, 300_000);

  test("a shared report prints on two pages of A4", async () => {
    const reader = await openWindow(browser, dashboard.service.url.origin);
    await reader.page.goto(screens.report?.path ?? "");
    const pdf = (await reader.page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const sizes = Array.from(
      pdf.matchAll(/\/MediaBox\s*\[0 0 (\d+)[.\d]* (\d+)/g),
      ([, x, y]) => `${x} ${y}`,
    );
    expect(sizes).toEqual(["594 841", "594 841"]);
    await reader.context.close();
  });

  test("a marketer filters by clicks, shares the view, and revokes it", async () => {
    const { page, context, problems, origin } = await sitDown(browser, dashboard, OWNER);
    await page.goto("/dashboard/o/acme");
    await page.getByRole("link", { name: "All visits" }).click();
    await page.getByRole("link", { name: "Poster <spring>" }).first().click();
    await page.getByRole("link", { name: "Canada" }).click();
    await expect.poll(() => page.locator(".value").first().textContent()).toBe("20");
    await page.getByRole("link", { name: /^Remove the filter Country/ }).click();
    await expect.poll(() => page.locator(".value").first().textContent()).toBe("88");
    await page.getByRole("link", { name: "Share", exact: true }).click();
    const name = "Poster of spring";
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("button", { name: "Share" }).click();
    const address = (await page.locator("#report-address").textContent()) ?? "";
    // Someone without an identity reads it, and nothing else.
    const stranger = await openWindow(browser, origin);
    expect((await stranger.page.goto(new URL(address).pathname))?.status()).toBe(200);
    expect(await stranger.page.locator(".value").first().textContent()).toBe("88");
    expect(await stranger.page.locator("figure.chart path.bar-scans").first().getAttribute("d")).not.toBe("");
    expect(await stranger.page.locator("a[href*='/dashboard']").count()).toBe(0);
    expect(stranger.problems).toEqual([]);
    await page.getByRole("link", { name: "I copied it" }).click();
    await page.getByRole("link", { name: "Revoke", exact: true }).click();
    await page.getByRole("button", { name: "Revoke the report" }).click();
    await page.getByText("The report was revoked.").waitFor();
    expect((await stranger.page.reload())?.status()).toBe(404);
    expect(await stranger.page.locator(".value").count()).toBe(0);
    expect(problems).toEqual([]);
    await stranger.context.close();
    await context.close();
  });

  test("the numbers of a day are shown by pointer and keys, and a note is added there", async () => {
    const { page, context, problems } = await sitDown(browser, dashboard, OWNER);
    await page.goto(VISITS);
    const chart = page.getByRole("slider");
    const tip = page.locator(".cursor .tip");
    await chart.focus();
    await page.keyboard.press("End");
    const today = await page.locator("figure").first().locator("tbody th").last().textContent();
    expect(await tip.textContent()).toContain(today);
    await page.keyboard.press("ArrowLeft");
    const cells = page.locator("figure").first().locator("tbody tr").nth(-2).locator("th, td");
    const [day, visits] = await cells.allTextContents();
    expect(await chart.getAttribute("aria-valuetext")).toContain(`${day}, Visits ${visits}, `);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Flyer week 42");
    await page.keyboard.press("Enter");
    await page.locator(".notes").getByText("Flyer week 42").waitFor();
    const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + (box.width * 28.5) / 30, box.y + 50);
    expect(await tip.textContent()).toContain("Flyer week 42");
    await page.mouse.move(0, 0);
    expect(await tip.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Remove the note Flyer week 42" }).click();
    await expect.poll(() => page.locator(".notes").count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("from the overview, what is scanned in Canada on one weekday takes three clicks and a menu", async () => {
    const { page, context, problems } = await sitDown(browser, dashboard, OWNER);
    const choose = (name: string, value: string) =>
      page.locator(`main select[name="${name}"]`).selectOption(value);
    await page.goto("/dashboard/o/acme");
    const person = counting(page);
    await person.click("All visits", "link");
    await person.clickText("+ Filter");
    await choose("country", "CA");
    // Each choice applies at once, and the filters stay open.
    await page.waitForURL(/country=CA/);
    const day = new Intl.DateTimeFormat("en", { weekday: "short", timeZone: "UTC" });
    await person.press(page.getByLabel(day.format(new Date(`${dayAgo(3)}T12:00Z`)), { exact: true }));
    await page.waitForURL(/country=CA.*dayOfWeek=|dayOfWeek=.*country=CA/);
    await page.locator(".value", { hasText: /^20$/ }).first().waitFor();
    person.took("ask who scans in a country on a weekday", 3, 3);
    await page.getByRole("link", { name: "Remove the filter Country: Canada" }).waitFor();
    // A tab shows another table, and the page doesn't move.
    const tab = page.getByRole("link", { name: "QR codes", exact: true });
    await tab.scrollIntoViewIfNeeded();
    const place = () => page.evaluate("scrollY");
    const before = await place();
    await tab.click();
    await page.waitForURL(/tab=qrCode/);
    await page.getByRole("heading", { name: "QR codes" }).waitFor();
    await expect.poll(place).toBe(before);

    await page.locator("summary", { hasText: /^vs/ }).click();
    await page.getByRole("link", { name: /^Same days last year/ }).click();
    await page.waitForURL(/compare=year/);
    await page.getByText(/Compared with \d/).waitFor();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await page.waitForURL((url) => !url.search.includes("country"));
    // A tag that is typed waits for Apply; one that is chosen from the suggestions does not.
    await person.clickText("+ Filter");
    const tag = page.locator("main input[name=tag]");
    await tag.fill("print");
    expect(new URL(page.url()).searchParams.has("tag")).toBe(false);
    await tag.dispatchEvent("input");
    await page.waitForURL(/tag=print/);
    expect(problems).toEqual([]);
    await context.close();
  }, 120_000);
});
