import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ago, CHROME, offersWith, publishChoice } from "../spec/choice-links.ts";
import { useService } from "../use-service.ts";
import { browserPath, launch, openWindow, type WindowOptions } from "./browser.ts";
import { lookAtEveryScreen } from "./every-screen.ts";

const service = await useService();
const IMAGE = "https://img.example/pack.png";
let browser: Browser;
const paths = { pack: "", hebrew: "" };

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

  it("moves nothing where the picture fails, and shows no broken picture", async () => {
    const topOfHeading = async (loads: boolean) => {
      const { page, context } = await open({ viewport: { width: 390, height: 844 } });
      if (!loads) await context.route(IMAGE, (route) => route.fulfill({ status: 404, body: "" }));
      await page.goto(`/${paths.pack}`);
      const { height = 0 } = (await page.locator(".picture img").boundingBox()) ?? {};
      expect(height > 0).toBe(loads);
      const { y } = (await page.locator("h1").boundingBox()) ?? { y: -1 };
      if (process.env.SCREENSHOTS && !loads)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/choice-no-picture.png` });
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
    expect((await context.cookies()).map(({ name, value }) => [name, value])).toEqual([["shop", "grocer_a"]]);
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
