// @module-tag all
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { choiceBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { decodeWithZxing, rasterize } from "../qr-codes/qr-decoding.ts";
import { get, post } from "../requests.ts";
import { CHROME } from "../spec/choice-links.ts";
import { useService } from "../use-service.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";

const ORIGIN = "https://go.example";
const WALMART = "https://www.walmart.com/sc/cart/addToCart?items=123456789_2";
const AMAZON = "https://www.amazon.com/dp/B000000001";

const service = await useService({
  config: { main: "test/browser/https-worker.ts" },
  vars: { SHORT_LINK_ORIGIN: ORIGIN, API_ORIGIN: ORIGIN, AMAZON_ASSOCIATES_TAG: "brand-20" },
});
let browser: Browser;
useBrowser();
let printed: string;
beforeAll(async () => {
  if (browserPath === undefined) return;
  browser = await launch();
  const { key } = await service.issueKey();
  const { id } = expectLink(await post(service, "/v1/links", choiceBody(), { key }));
  const { text } = await get(service, `/qr/qr_${id}_default.svg`);
  const image = rasterize(text, 600);
  printed = (await decodeWithZxing(image))?.text ?? "";
});

/** What of Chromium's protocol is used: https://chromedevtools.github.io/devtools-protocol/tot/Fetch/ */
interface PausedRequest {
  requestId: string;
  request: { url: string; method: string; headers: Record<string, string> };
}

/**
 * A phone on which our host answers over HTTPS with what the service says, and every other with a page of its own. Requests
 * after redirects, which routes of Playwright do not see, are answered so too.
 */
async function phone(): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({
    userAgent: CHROME,
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  const answer = async ({ requestId, request: { url, method, headers } }: PausedRequest) => {
    const isOurs = new URL(url).origin === ORIGIN;
    const cookies = isOurs ? await context.cookies(url) : [];
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const response = isOurs
      ? await service.fetch(url, { method, redirect: "manual", headers: { ...headers, Cookie } })
      : new Response("<h1>The shop</h1>", { headers: { "Content-Type": "text/html" } });
    await protocol.send("Fetch.fulfillRequest", {
      requestId,
      responseCode: response.status,
      responseHeaders: Array.from(response.headers, ([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()).toString("base64"),
    });
  };
  protocol.on("Fetch.requestPaused", (paused) => void answer(paused));
  await protocol.send("Fetch.enable", {});
  return { page, close: () => context.close() };
}

const cookiesOf = async (page: Page) =>
  (await page.context().cookies()).map(({ name, value, secure, httpOnly, path }) => ({
    name,
    value,
    secure,
    httpOnly,
    path,
  }));

describe.skipIf(browserPath === undefined)(
  "a printed code of a choice link, from the scan to the shop",
  () => {
    test("without a cookie: the page, and one tap; nothing is remembered", async () => {
      expect(printed).toMatch(/^https:\/\/go\.example\/[0-9a-z]{8}\?qr=default$/);
      const { page, close } = await phone();
      await page.goto(printed);
      expect(page.url()).toBe(printed);
      expect(await page.locator(".shops small").allTextContents()).toEqual([
        "walmart.com",
        "amazon.com",
        "shop.example",
        "own.example",
      ]);
      await page.getByRole("link", { name: /Amazon/ }).click();
      // By the rules of scans, without the tag.
      expect(page.url()).toBe(AMAZON);
      expect(await cookiesOf(page)).toEqual([]);
      await page.goto(printed);
      expect(page.url()).toBe(printed);
      await close();
    });

    test("with the cookie __Host-shop: the shop at once; choose=1 is the way back, and forgets", async () => {
      const { page, close } = await phone();
      await page.goto(printed);
      await page.getByRole("link", { name: "Remember my choice" }).click();
      // The way back is told on the way.
      expect(await page.locator("bdi").textContent()).toMatch(/^go\.example\/[0-9a-z]{8}\?choose=1$/);
      await page.getByRole("link", { name: /Walmart/ }).click();
      expect(page.url()).toBe(WALMART);
      const value = expect.stringMatching(/^bigbox_w\.[a-z0-9]+$/);
      const remembered = { name: "__Host-shop", value, secure: true, httpOnly: true, path: "/" };
      expect(await cookiesOf(page)).toEqual([remembered]);
      await page.goto(printed);
      expect(page.url()).toBe(WALMART);

      await page.goto(printed.replace("qr=default", "choose=1"));
      expect(await page.getByText("Your shop:").textContent()).toContain("Walmart");
      await page.getByRole("link", { name: "Forget my choice" }).click();
      expect(await cookiesOf(page)).toEqual([]);
      await page.goto(printed);
      expect(await page.getByRole("heading", { name: "Choose a shop" }).isVisible()).toBe(true);
      await close();
    });
  },
);
