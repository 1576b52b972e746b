// @module-tag all
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { LINKS, useLinksDashboard } from "../dashboard/links.ts";
import { deliver, hourOf, messageOf, quarterOf, storeAll } from "../visits/visit-messages.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";
import { counting } from "./counting.ts";
import { sitDown } from "./dashboard.ts";

const EDITOR = "editor@acme.example";
const PHONE = { width: 390, height: 844 };

const on = await useLinksDashboard();
let browser: Browser;
useBrowser();
beforeAll(async () => {
  for (let n = 1; n <= 12; n++)
    await on.create({ name: `Poster ${n}`, tracking: { tags: ["poster", "autumn", "store"] } });
  if (browserPath !== undefined) browser = await launch();
}, 60_000);

const heightOf = async (page: Page, selector: string) =>
  Math.round((await page.locator(selector).first().boundingBox())?.height ?? 0);

describe.skipIf(browserPath === undefined)("what people do with links in a browser", () => {
  test("rows have two lines, nothing is cut at 1024, and the bar takes no room until a link is chosen", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR);
    await page.goto(LINKS);
    for (const [width, height, row] of [
      [1280, 800, 52],
      [1024, 768, 52],
      [390, 844, 76],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect([width, await heightOf(page, "tbody tr")]).toEqual([width, row + 1]);
      const cut = await page.evaluate<number>(
        "((scroll) => scroll.firstElementChild.offsetWidth - scroll.clientWidth)(document.querySelector('main .scroll'))",
      );
      expect([width, cut]).toEqual([width, 0]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const top = (await page.locator("tbody tr").first().boundingBox())?.y ?? 999;
    expect(top).toBeLessThan(260);
    expect(await page.locator(".chosen-bar").isVisible()).toBe(false);
    await page.getByLabel("Select Poster 12").check();
    const bar = await page.locator(".chosen-bar").boundingBox();
    expect([Math.round(bar?.height ?? 0), Math.round((bar?.y ?? 0) + (bar?.height ?? 0))]).toEqual([56, 800]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("with a mouse, a row shows its code while one points at it, and nothing moves; a phone shows them all", async () => {
    for (const device of [{}, { viewport: PHONE, hasTouch: true, isMobile: true }]) {
      const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR, device);
      const asked = new Set<string>();
      page.on("request", (request) => {
        if (request.url().includes("/qr/")) asked.add(request.url());
      });
      await page.goto(LINKS);
      await page.waitForLoadState("networkidle");
      const seen = () => page.locator("tbody .of-code img:visible").count();
      if ("isMobile" in device) expect([asked.size > 1, (await seen()) > 1]).toEqual([true, true]);
      else {
        expect([asked.size, await seen()]).toEqual([0, 0]);
        const places = () =>
          page
            .locator("tbody .of-name, tbody .of-code a")
            .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect().toJSON())));
        const before = await places();
        await page.locator("tbody tr").nth(1).hover();
        await page.locator("tbody tr").nth(1).locator("img").waitFor();
        await expect.poll(() => asked.size).toBe(1);
        expect([await seen(), await places()]).toEqual([1, before]);
      }
      expect(problems).toEqual([]);
      await context.close();
    }
  });

  test("tags three links with four clicks, by a range, and lists them by the menu", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR);
    await page.goto(LINKS);
    const person = counting(page);
    await person.click("Select Poster 3", "checkbox");
    await page.keyboard.down("Shift");
    await person.click("Select Poster 5", "checkbox");
    await page.keyboard.up("Shift");
    expect(await page.locator("#link-hint").textContent()).toBe("3 selected");
    await person.clickText("Tag…");
    await page.getByLabel("Tag to add or remove").fill("window");
    await person.click("Add tag");
    await page.getByText("3 links were changed: tag “window” added.").waitFor();
    // The script shows the button once it listens to keys.
    await page.locator("#command-open").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("window");
    await page
      .locator("#command-menu")
      .getByRole("link", { name: /^window/ })
      .waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".chip").waitFor();
    expect(await page.locator("tbody tr").count()).toBe(3);
    person.took("tag three links and list them", 4, 2);
    await page.getByRole("link", { name: "Remove the filter Tag: window" }).click();
    await page.waitForURL((url) => !url.search.includes("tag"));
    expect(problems).toEqual([]);
    await context.close();
  });

  test("? opens help; Ctrl+K opens the menu, which searches while one types and closes with Escape; x and e act on a row", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR);
    await page.goto(LINKS);
    const menu = page.locator("#command-menu");
    await page.keyboard.press("?");
    await page.getByRole("link", { name: "Print QR codes" }).waitFor();
    await page.keyboard.press("Control+k");
    await menu.waitFor();
    await page.keyboard.type("poster 7");
    await menu.getByRole("link", { name: /Poster 7/ }).waitFor();
    await page.keyboard.press("Escape");
    expect(await menu.isVisible()).toBe(false);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    expect(await page.getByLabel("Select Poster 12").isChecked()).toBe(true);
    await page.keyboard.press("x");
    expect(await page.getByLabel("Select Poster 12").isChecked()).toBe(false);
    const person = counting(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("poster 7");
    await menu.getByRole("link", { name: /Poster 7/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Poster 7", level: 1 }).waitFor();
    person.took("find a link by its name", 0, 1);
    await page.keyboard.press("e");
    await page.waitForURL(/\/edit$/);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a code is full screen with one click from the list, goes on with the keys, and learns of scans", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR, { colorScheme: "dark" });
    await page.goto(LINKS);
    const person = counting(page);
    await person.click("Show the code of Poster 12", "link");
    await page.getByRole("heading", { name: "Poster 12" }).waitFor();
    person.took("show a code on the screen", 1, 1);
    const image = await page.locator("img").boundingBox();
    expect(Math.round(image?.width ?? 0)).toBeGreaterThan(400);
    await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { name: "Poster 11" }).waitFor();
    await page.getByText("0 scans today").waitFor();
    const linkId = /lnk_\w+/.exec(page.url())?.[0] ?? "";
    await storeAll(on.dashboard.service.env.DB, [{ linkId, qr: "default", visits: 3 }]);
    await page.getByText("3 scans just now").waitFor({ timeout: 20_000 });
    await page.keyboard.press("Escape");
    await page.waitForURL((url) => url.pathname === LINKS);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a link is copied for a place by a click on its row, and for a word of one's own, which is then offered", async () => {
    const { id, shortLink } = await on.create({ name: "Mailed" });
    const options = { permissions: ["clipboard-read", "clipboard-write"] };
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR, options);
    await page.goto(`${LINKS}/${id}`);
    const person = counting(page);
    const menu = page.locator(".copy-for");
    const copied = () => page.evaluate("navigator.clipboard.readText()");
    await person.press(menu.locator("summary"));
    const newsletter = menu.getByRole("listitem").filter({ hasText: "Newsletter" });
    await person.press(newsletter.getByRole("button"));
    await newsletter.getByText("Copied to the clipboard.").waitFor();
    expect(await copied()).toBe(`${shortLink}?via=newsletter`);
    expect(await menu.locator("code").first().isVisible()).toBe(false);
    person.took("copy a link for a newsletter", 2, 0);
    const word = menu.getByLabel("Other");
    await word.fill("50%");
    await menu.locator("form button").click();
    expect(await word.evaluate((field) => field.matches(":invalid"))).toBe(true);
    await word.fill("Küchen Podcast");
    await menu.locator("form button").click();
    await expect.poll(copied).toBe(`${shortLink}?via=Kuchen-Podcast`);
    await word.fill("podcast");
    await menu.locator("form button").click();
    await menu.locator("form").getByText("Copied to the clipboard.").waitFor();
    expect(await copied()).toBe(`${shortLink}?via=podcast`);
    const message = messageOf([{ linkId: id, visits: 3 }]);
    const clicks = [
      [id, "source", "podcast", "clicks", quarterOf(hourOf(Date.now())), 2],
    ] satisfies VisitMessage["apart"];
    await deliver(on.dashboard.service.env.DB, [{ ...message, apart: clicks }]);
    await page.goto(`/dashboard/o/acme/visits?link=${id}`);
    await page.getByRole("link", { name: "Sources", exact: true }).click();
    const row = page.getByRole("row").filter({ hasText: "podcast" });
    await row.getByText("2").first().waitFor();
    await page.goto(`${LINKS}/${id}`);
    await menu.locator("summary").click();
    expect(await menu.locator("li button bdi").allTextContents()).toEqual([
      ...["Instagram", "Facebook", "TikTok", "Newsletter", "SMS", "podcast"],
    ]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("the tabs of a link show its codes and its history in place, and what a mail leads to is below the head", async () => {
    const { id } = await on.create({ name: "Tabbed", customUrl: "http://example.com/" });
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR);
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.goto(`${LINKS}/${id}`);
    const tabs = page.getByRole("navigation", { name: "More about this link" });
    const top = async (selector: string) =>
      Math.round((await page.locator(selector).first().boundingBox())?.y ?? -1);
    await tabs.scrollIntoViewIfNeeded();
    for (const [name, heading] of [
      ["Codes", "QR codes"],
      ["History", "History"],
      ["Details", "Details"],
    ] as const) {
      const before = await top("#more .tabs");
      await tabs.getByRole("link", { name }).click();
      await page.getByRole("heading", { name: heading, exact: true }).waitFor({ state: "attached" });
      expect([name, await top("#more .tabs")]).toEqual([name, before]);
      expect(await tabs.locator("[aria-current]").textContent()).toBe(name);
    }
    // A low window, so that the page scrolls.
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto(`${LINKS}/${id}#attention`);
    const head = await page.locator(".page-head").boundingBox();
    expect(await top("#attention")).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) + 8);
    // On a phone, where the head is not sticky, the name stays in view.
    await page.setViewportSize({ ...PHONE, height: 500 });
    await page.goto(`${LINKS}/${id}#attention`);
    expect(await top("h1")).toBeGreaterThanOrEqual(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("an open page greets the first scan of a link, counts those after it, and asks nothing while it is hidden", async () => {
    const { id } = await on.create({ name: "Watched" });
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/live?")) asked.push(request.url());
    });
    await page.clock.install();
    const told = page.waitForResponse(/live\?/);
    await page.goto(`${LINKS}/${id}`);
    await told;
    const { DB } = on.dashboard.service.env;
    await storeAll(DB, [{ linkId: id, qr: "default" }]);
    await page.clock.runFor(10_000);
    await page.getByText("First scan. The code works.").waitFor();
    await page.getByRole("link", { name: "Reload" }).click();
    await page.locator("#visits .value").first().waitFor();
    const places = () =>
      page
        .locator("main section, main .button")
        .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect().toJSON())));
    const stood = await places();
    await storeAll(DB, [{ linkId: id, qr: "default", visits: 2 }, { linkId: id }]);
    await page.clock.runFor(10_000);
    await page.getByText("2 scans and 1 click since you opened this page.").waitFor();
    expect(await page.locator("#visits .numbers .value").allTextContents()).toEqual(["4", "3", "1", "–"]);
    expect(await places()).toEqual(stood);

    await page.evaluate("Object.defineProperty(document, 'hidden', { value: true })");
    const before = asked.length;
    await page.clock.runFor(60_000);
    expect(asked.length).toBe(before);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("selecting all links moves no button, and leaves out what is for selected rows only", async () => {
    await Promise.all(
      Array.from({ length: 26 }, (_, n) => on.create({ name: `Many ${n}`, tracking: { tags: ["many"] } })),
    );
    for (const viewport of [{ width: 1280, height: 800 }, PHONE]) {
      const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR, { viewport });
      await page.goto(`${LINKS}?tag=many`);
      await page.locator("td input[type=checkbox]").first().check();
      const bar = page.locator(".chosen-bar");
      const places = () =>
        bar
          .locator(":scope > label, :scope > .button, :scope > details")
          .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect().toJSON())));
      const before = await places();
      expect(await bar.locator("label, button, summary").first().textContent()).toContain("Select all");
      await bar.getByLabel(/Select all/).check();
      expect(await places()).toEqual(before);
      expect(await bar.locator(".codes").evaluate((codes) => codes.matches("[inert]"))).toBe(true);
      await bar.getByLabel(/Select all/).uncheck();
      expect(await bar.locator(".codes").evaluate((codes) => codes.matches("[inert]"))).toBe(false);
      expect(problems).toEqual([]);
      await context.close();
    }
  });

  test("on a phone the header is one line, its menu lies over the page, and the navigation is in reach", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR, { viewport: PHONE });
    await page.goto(LINKS);
    expect(await heightOf(page, "header.bar")).toBe(56);
    const place = () => page.locator("main h1").boundingBox();
    const before = await place();
    const button = await page.locator(".account > summary").boundingBox();
    await page.locator(".account > summary").click();
    expect(await page.locator(".account .panel").getByText("Sign out").isVisible()).toBe(true);
    expect([await place(), await page.locator(".account > summary").boundingBox()]).toEqual([before, button]);
    await page.keyboard.press("Escape");
    expect(await page.locator(".account .panel").isVisible()).toBe(false);
    const box = await page.getByRole("navigation", { name: "Screens" }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(PHONE.height);
    expect(problems).toEqual([]);
    await context.close();
  });
});
