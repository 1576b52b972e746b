// @module-tag all
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { browserPath, launch, openWindow, useBrowser, type WindowOptions } from "./browser.ts";
import { HEBREW_LIST, NASTY_LIST, RECIPE } from "./contents.ts";
import { lookAtEveryScreen } from "./every-screen.ts";

/** A directory to leave pictures in, for people who want to look. */
const pictures = process.env.SCREENSHOTS;

const service = await useService();
let browser: Browser;
let key = "";
useBrowser();
const paths = { recipe: "", list: "", nasty: "" };

beforeAll(async () => {
  if (browserPath === undefined) return;
  browser = await launch();
  ({ key } = await service.issueKey());
  const create = async (pair: string, content: object) => {
    const body = linkBody(pair, { publicName: "Sunday dinner", options: { delivery_app: content } });
    return expectLink(await post(service, "/v1/links", body, { key })).shortId;
  };
  paths.recipe = `/lists/${await create("delivery_app recipe", { recipe: RECIPE })}`;
  paths.list = `/lists/${await create("delivery_app shopping_list", { shoppingList: HEBREW_LIST })}`;
  paths.nasty = `/lists/${await create("delivery_app shopping_list", { shoppingList: NASTY_LIST })}`;
});

describe.skipIf(browserPath === undefined)("the hosted page in a browser", () => {
  /** A window of someone who came by a link. */
  const open = (options: WindowOptions = {}) =>
    openWindow(browser, service.url.origin, { ...options, pictures: true });

  test("fits, is accessible and complains of nothing, whatever is on it", async () => {
    const window = await open();
    const screens = {
      recipe: paths.recipe,
      list: paths.list,
      nasty: { path: paths.nasty, bytes: 600_000 },
      unknown: { path: "/lists/00000000", status: 404 },
    };
    expect(await lookAtEveryScreen(window, "hosted", screens)).toEqual([]);
    await window.context.close();
  });

  test("says when an offer begins on the shopper's clock, and without script in the organization's time zone", async () => {
    const schedule = { activeFrom: "2998-12-07T16:00:00Z" };
    const body = linkBody("custom custom_url", { schedule });
    const { shortId } = expectLink(await post(service, "/v1/links", body, { key }));
    const shopper = { timezoneId: "America/New_York", locale: "de-DE" };
    for (const [javaScriptEnabled, time] of [
      [true, "7. Dezember 2998 um 11:00"],
      [false, "7. Dezember 2998 um 16:00 UTC"],
    ] as const) {
      const { page, context, problems } = await open({ ...shopper, javaScriptEnabled });
      await page.goto(`/${shortId}`);
      expect(await page.locator("main > p").first().textContent()).toBe(`Dieses Angebot beginnt am ${time}.`);
      expect(problems.filter((problem) => !problem.includes("410"))).toEqual([]);
      await context.close();
    }
  });

  test("works without script: every item leads to a search of the store", async () => {
    const { page, context } = await open({ javaScriptEnabled: false });
    await page.goto(paths.recipe);
    const links = page.getByRole("link", { name: /^Find/ });
    expect(await links.count()).toBe(RECIPE.ingredients.length);
    expect(await links.first().getAttribute("href")).toBe(
      "https://www.instacart.com/store/s?k=corn%20tortillas",
    );
    expect(await page.title()).toBe("Sunday dinner");
    await context.close();
  });

  test("leaves no empty block where a picture does not load", async () => {
    const heightOfPicture = async (loads: boolean) => {
      const { page, context } = await open();
      if (!loads) await context.route(RECIPE.imageUrl, (route) => route.fulfill({ status: 404, body: "" }));
      await page.goto(paths.recipe);
      const { height } = (await page.locator(".hero").boundingBox()) ?? { height: 0 };
      await context.close();
      return height;
    };
    expect(await heightOfPicture(true)).toBeGreaterThan(100);
    expect(await heightOfPicture(false)).toBe(0);
  });

  test("runs nothing that a caller sent, and shows it as text", async () => {
    const { page, context } = await open();
    await page.goto(paths.nasty);
    expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
    expect(await page.locator("main").textContent()).toContain("<script>globalThis.pwned=1</script>");
    await context.close();
  });

  test("keeps line breaks and the direction of a script", async () => {
    const { page, context } = await open();
    await page.goto(paths.list);
    expect(await page.evaluate("getComputedStyle(document.querySelector('.lines')).direction")).toBe("rtl");
    const { height } = (await page.locator(".lines").boundingBox()) ?? { height: 0 };
    expect(height).toBeGreaterThan(60);
    await context.close();
  });

  test("prints on paper without buttons", async () => {
    const { page, context } = await open({ viewport: { width: 794, height: 1123 } });
    await page.goto(paths.recipe);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".find").first().isVisible()).toBe(false);
    expect(await page.getByText("corn tortillas").first().isVisible()).toBe(true);
    if (pictures) await page.screenshot({ path: `${pictures}/recipe-print.png`, fullPage: true });
    await context.close();
  });
});
