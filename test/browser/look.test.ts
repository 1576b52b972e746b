// @module-tag all
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { LINKS, useLinksDashboard } from "../dashboard/links.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";
import { sitDown } from "./dashboard.ts";
import { unfold } from "./every-screen.ts";

const HOME = "/dashboard/o/acme";
const OWNER = "owner@acme.example";

const on = await useLinksDashboard();
let browser: Browser;
let path = "";
useBrowser();
beforeAll(async () => {
  for (let n = 1; n <= 12; n++) await on.create({ name: `Poster ${n}` });
  path = `${LINKS}/${(await on.create({ name: "A poster with a name as long as names of posters sometimes are" })).id}`;
  if (browserPath !== undefined) browser = await launch();
}, 60_000);

const boxOf = async (page: Page, selector: string) => {
  const { y = -1, height = -1 } = (await page.locator(selector).first().boundingBox()) ?? {};
  return [Math.round(y), Math.round(height)];
};

describe.skipIf(browserPath === undefined)("the look of every screen", () => {
  test.for([
    ["a mouse", { hasTouch: false, isMobile: false }, 36],
    ["a finger", { hasTouch: true, isMobile: true }, 44],
  ] as const)("controls are as high as %s needs", async ([, device, height]) => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER, device);
    await page.goto(LINKS);
    expect(await boxOf(page, ".page-head .button")).toContain(height);
    expect(await boxOf(page, "input[type=search]")).toContain(height);
    await page.goto(path);
    expect(await boxOf(page, "main details > summary.button")).toContain(height);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("the face is ours, and the head of the page stays in sight with 56 pixels", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER);
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto(LINKS);
    const faces = await page.evaluate<string[]>(
      'document.fonts.ready.then((faces) => [...faces].map(({ family, status }) => [family, status].join(" ")))',
    );
    expect(faces.map((face) => face.replaceAll('"', ""))).toContain("Inter loaded");
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    expect(await page.evaluate("scrollY")).toBeGreaterThan(100);
    expect(await boxOf(page, ".page-head")).toEqual([0, 56]);
    // What has the focus is not below it.
    await page.keyboard.press("Shift+Tab");
    for (let n = 0; n < 40; n++) {
      await page.keyboard.press("Shift+Tab");
      const top = await page.evaluate<number | null>(
        "document.activeElement.closest('tbody') && document.activeElement.getBoundingClientRect().top",
      );
      if (top !== null) expect(top).toBeGreaterThanOrEqual(56);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a page that takes its time is announced by a bar, and a download is not", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER);
    await page.goto(path);
    const isMarked = () => page.evaluate<boolean>("'loading' in document.documentElement.dataset");
    await page.locator("main .short-link .actions summary.button").click();
    const download = page.waitForEvent("download");
    await page.locator(".download a:visible").first().click();
    await download;
    expect(await isMarked()).toBe(false);
    for (const [reducedMotion, bar] of [
      ["no-preference", "loading 0.1s"],
      ["reduce", "waiting 0s"],
    ] as const) {
      await page.goto(path);
      await page.emulateMedia({ reducedMotion });
      // While the next page is awaited, the browser answers no questions about this one.
      const announced = await page.evaluate(`new Promise((resolve) => {
        new MutationObserver(() => {
          const { animationName, animationDelay } = getComputedStyle(document.body, "::before");
          resolve([animationName, animationDelay].join(" "));
        }).observe(document.documentElement, { attributeFilter: ["data-loading"] });
        document.querySelector("nav a[href$='/visits']").click();
      })`);
      expect(announced).toBe(bar);
      await page.getByRole("heading", { name: "Visits", level: 1 }).waitFor();
      expect(await isMarked()).toBe(false);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  test("what comes by mail is pale until somebody gets mail", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER);
    await page.goto(`${HOME}/notify`);
    const opacity = () =>
      page.evaluate("getComputedStyle(document.querySelector('.tick:has([name=mail])')).opacity");
    const nobody = page.getByText("Nobody gets mail yet.");
    expect([await opacity(), await nobody.isVisible()]).toEqual(["0.4", true]);
    await page.getByRole("checkbox", { name: OWNER }).check();
    expect([await opacity(), await nobody.isVisible()]).toEqual(["1", false]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("no screen is wider than a small phone or leaves the width of a large window", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER);
    const link = ["", "?tab=codes", "?tab=details", "?tab=history", "/edit", "/codes/default", "/add-code"];
    const screens = [HOME, LINKS, ...link.map((part) => path + part), `${LINKS}/new`, `${LINKS}/import`];
    for (const screen of [...screens, ...["visits", "keys/new", "notify"].map((name) => `${HOME}/${name}`)]) {
      await page.goto(screen);
      const over = () => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      for (const width of [320, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        expect([screen, width, Math.max(0, await over())]).toEqual([screen, width, 0]);
        await unfold(page);
        expect([screen, width, "unfolded", Math.max(0, await over())]).toEqual([
          screen,
          width,
          "unfolded",
          0,
        ]);
      }
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
