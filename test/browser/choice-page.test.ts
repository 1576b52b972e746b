// @module-tag all
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ago, CHROME, offersWith, publishChoice } from "../spec/choice-links.ts";
import { useService } from "../use-service.ts";
import { browserPath, launch, openWindow, useBrowser, type WindowOptions } from "./browser.ts";
import { lookAtEveryScreen } from "./every-screen.ts";

const service = await useService();
const IMAGE = "https://img.example/pack.png";
let browser: Browser;
useBrowser();
const paths = { pack: "", hebrew: "", long: "" };

/** A picture for people who want to look. */
const picture = async (page: Page, name: string): Promise<void> => {
  const directory = process.env.SCREENSHOTS;
  if (directory) await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
};

beforeAll(async () => {
  if (browserPath === undefined) return;
  browser = await launch();
  const { key } = await service.issueKey();
  const brand = { name: "Sol & Maíz", accent: "#c8102e", privacyUrl: "https://brand.example/privacy" };
  const init = { method: "PATCH", body: JSON.stringify({ brand }) };
  const headers = { "X-Service-API-Key": key, "Content-Type": "application/json" };
  expect((await service.fetch("/v1/projects/main", { ...init, headers })).status).toBe(200);
  const project = { organizationId: service.organization, projectId: "main" };
  // A page of our own host, as nothing goes out to others.
  const offers = offersWith({ kroger: { soldOut: ago(1), destination: "/lists/00000000" } });
  const text = "Soft corn tortillas, ten in a pack.";
  paths.pack = await publishChoice(service, {
    offers,
    page: { imageUrl: IMAGE, text, soldOut: "last" },
    link: { project },
  });
  paths.hebrew = await publishChoice(service, {
    offers: offersWith({ walmart: { label: "החנות הגדולה" } }),
    page: { text: "טורטיות תירס רכות" },
    link: { project, publicName: "טורטיות תירס" },
  });
  paths.long = await publishChoice(service, {
    offers: Array.from({ length: 12 }, (_, index) => ({
      key: `shop-${index}`,
      retailer: "custom",
      label:
        index % 2 ? "Wholesale supermarket of the harbour 100" : "Donaudampfschifffahrtsgesellschaftsladen",
      destination: `https://www.${"a-very-long-name-of-a-host".repeat(2)}.example/p`,
      ...(index === 3 && { soldOut: ago(1) }),
    })),
    page: { soldOut: "last", text: "Soft corn tortillas, ten in a pack. ".repeat(8), imageUrl: IMAGE },
    link: {
      project,
      publicName: "Corn tortillas of the whole season, in a pack of ten for all the family and friends",
    },
  });
});

describe.skipIf(browserPath === undefined)("the page of a choice link in a browser", () => {
  const open = (options: WindowOptions = {}) =>
    // By its own name, the browser of tests is a robot, which nothing is opened for.
    openWindow(browser, service.url.origin, { userAgent: CHROME, ...options, pictures: true });

  it("fits, is accessible and complains of nothing", async () => {
    const window = await open();
    const screens = {
      pack: { path: `/${paths.pack}`, axeInEachView: true as const },
      hebrew: `/${paths.hebrew}`,
      long: `/${paths.long}`,
      remembers: `/${paths.pack}?remember=1`,
      unknown: { path: `/${paths.pack}/nobody`, status: 404 },
    };
    const wrong = await lookAtEveryScreen(window, "choice", screens);
    expect(wrong).toEqual([]);
    await window.context.close();
  });

  it("has rows of at least 56 px, and texts of the brand in their own direction", async () => {
    const { page, context } = await open({ viewport: { width: 390, height: 844 } });
    await page.goto(`/${paths.hebrew}`);
    const rows = page.locator(".shops a");
    expect(await rows.count()).toBe(3);
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(56);
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).direction")).toBe("rtl");
    await context.close();
  });

  it("can be read at twice the size of text, and in a window of 320 px", async () => {
    const { page, context } = await open({ viewport: { width: 390, height: 844 } });
    for (const [path, width, size] of [
      [paths.pack, 390, "200%"],
      [paths.long, 390, "200%"],
      [paths.long, 320, "100%"],
      [paths.hebrew, 320, "200%"],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`/${path}`);
      await page.evaluate(`document.documentElement.style.fontSize = "${size}"`);
      // Nothing is wider than the window, or cut off by what is around it.
      const cut = await page.evaluate(
        `[...document.querySelectorAll("body *")].filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline" || e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML)`,
      );
      expect([path, width, size, cut]).toEqual([path, width, size, []]);
      await picture(page, `choice-${path}-${width}-${size}`);
    }
    await context.close();
  });

  it("prints in black on white, also where the screen is dark: shops and where they lead, and no controls", async () => {
    const { page, context } = await open({ colorScheme: "dark", viewport: { width: 720, height: 1000 } });
    await page.goto(`/${paths.pack}`);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const styleOf = (selector: string) =>
      page.evaluate<{ color: string; background: string }>(
        `(({ color, backgroundColor: background }) => ({ color, background }))(getComputedStyle(document.querySelector("${selector}")))`,
      );
    expect(await styleOf("main")).toEqual({ color: "rgb(0, 0, 0)", background: "rgb(255, 255, 255)" });
    expect((await styleOf(".shops a")).color).toBe("rgb(0, 0, 0)");
    expect((await styleOf("em")).color).toBe("rgb(0, 0, 0)");
    expect(await page.getByText("walmart.com").isVisible()).toBe(true);
    expect(await page.getByText("Remember my choice").isVisible()).toBe(false);
    await picture(page, "choice-print");
    await context.close();
  });

  it("moves nothing where the picture fails, and shows no broken picture", async () => {
    const topOfHeading = async (loads: boolean) => {
      const { page, context } = await open({ viewport: { width: 390, height: 844 } });
      if (!loads) await context.route(IMAGE, (route) => route.fulfill({ status: 404, body: "" }));
      await page.goto(`/${paths.pack}`);
      const { height = 0 } = (await page.locator(".picture img").boundingBox()) ?? {};
      expect(height > 0).toBe(loads);
      const { y } = (await page.locator("h1").boundingBox()) ?? { y: -1 };
      if (!loads) await picture(page, "choice-no-picture");
      await context.close();
      return y;
    };
    const [loaded, failed] = [await topOfHeading(true), await topOfHeading(false)];
    expect(loaded).toBeGreaterThan(100);
    expect(failed).toBe(loaded);
  });

  it("works without script: remembering opens the shop at once the next time, until it is forgotten", async () => {
    const { page, context } = await open({ javaScriptEnabled: false });
    await page.goto(`/${paths.pack}`);
    await page.getByRole("link", { name: "Remember my choice" }).click();
    await page.getByRole("link", { name: /Kroger/ }).click();
    const shop = `${service.url.origin}/lists/00000000`;
    expect(page.url()).toBe(shop);
    expect(await context.cookies()).toMatchObject([
      { name: "shop", value: expect.stringMatching(/^grocer_a\.[a-z0-9]+$/) },
    ]);
    await page.goto(`/${paths.pack}`);
    expect(page.url()).toBe(shop);
    await page.goto(`/${paths.pack}?choose=1`);
    await page.getByRole("link", { name: "Forget my choice" }).click();
    expect(await context.cookies()).toEqual([]);
    await page.goto(`/${paths.pack}`);
    expect(await page.getByRole("heading", { name: "Choose a shop" }).isVisible()).toBe(true);
    await context.close();
  });
});
