// @module-tag all
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { useService } from "../use-service.ts";
import { browserPath, launch, openWindow, useBrowser } from "./browser.ts";
import { lookAtEveryScreen } from "./every-screen.ts";

const service = await useService();
const { key } = await service.issueKey({ createProjects: ["demo"] });
let browser: Browser;
useBrowser();
beforeAll(async () => {
  if (browserPath !== undefined) browser = await launch();
});

const CREATE = "#createLink .sample:first-child";

/** Rows after the second. */
const REPEATED = ".fields > div ~ div ~ div, tr ~ tr ~ tr, nav li ~ li ~ li";

/** Takes out of a page what this selector finds. */
const without = (selector: string) => (page: Page) =>
  page.evaluate(`for (const each of document.querySelectorAll("${selector}")) each.remove()`);

describe.skipIf(browserPath === undefined)("the documents in a browser", () => {
  test("fit, are accessible and complain of nothing", async () => {
    const window = await openWindow(browser, service.url.origin);
    // About a tenth of that with gzip: every operation is on one page.
    const bytes = 720_000;
    const screens = {
      // Axe takes a minute for the whole page, and judges what it is made of: every guide and of each chapter the first
      // operation, both without code and further rows; one operation with all of it and the scopes of a key; what is found.
      documents: { path: "/docs", bytes, axeJudges: null },
      "documents, an operation of each chapter": {
        path: "/docs",
        bytes,
        first: without(`article.operation ~ article.operation, article pre, ${REPEATED}`),
      },
      "an operation": {
        path: "/docs?scopes=links:write#createLink",
        bytes,
        first: without("article:not(#createLink)"),
      },
      search: { path: "/docs?q=visits&scopes=links:read", bytes, first: without("article") },
    };
    expect(await lookAtEveryScreen(window, "docs", screens)).toEqual([]);
    await window.context.close();
  }, 120_000);

  test("without scripts, samples change their language, and nothing asks for a key", async () => {
    const options = { javaScriptEnabled: false };
    const { page, context, problems } = await openWindow(browser, service.url.origin, options);
    await page.goto("/docs");
    const shown = (language: string) => page.locator(`${CREATE} .${language}`).isVisible();
    expect([await shown("sh"), await shown("ts"), await shown("python")]).toEqual([true, false, false]);
    await page.getByRole("radio", { name: "TypeScript" }).check({ force: true });
    expect([await shown("sh"), await shown("ts"), await shown("python")]).toEqual([false, true, false]);
    await page.getByRole("radio", { name: "All three" }).check({ force: true });
    expect([await shown("sh"), await shown("ts"), await shown("python")]).toEqual([true, true, true]);
    expect(await page.getByLabel("Your API key").count()).toBe(0);
    await page.getByRole("searchbox").fill("merge patch");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Change a link" }).first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test("what is typed narrows the contents, and where nothing fits they say so", async () => {
    const { page, context, problems } = await openWindow(browser, service.url.origin);
    await page.goto("/docs");
    const entries = page.locator("nav li:visible");
    for (const words of ["rate limit", "webhook"]) {
      await page.getByRole("searchbox").fill(words);
      expect([words, (await entries.allTextContents()).length > 0]).toEqual([words, true]);
      expect(await page.getByText("No results").isVisible()).toBe(false);
    }
    await page.getByRole("searchbox").fill("xyzzy");
    await page.getByText("No results for “xyzzy”").waitFor();
    expect(await entries.count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("printed, they show every language and nothing to press", async () => {
    const { page, context } = await openWindow(browser, service.url.origin);
    await page.goto("/docs");
    await page.emulateMedia({ media: "print" });
    for (const language of ["sh", "ts", "python"])
      expect(await page.locator(`${CREATE} .${language}`).isVisible()).toBe(true);
    for (const pressed of ["nav", "body > header", ".try", ".copy"])
      expect(await page.locator(pressed).first().isVisible()).toBe(false);
    await context.close();
  });

  test("with a key, samples carry it, are copied, previewed and sent, and nothing keeps it", async () => {
    const options = { permissions: ["clipboard-read", "clipboard-write"] };
    const { page, context, problems } = await openWindow(browser, service.url.origin, options);
    await page.goto("/docs");
    await page.getByLabel("Your API key").fill(key);
    await page.locator(CREATE).getByRole("button", { name: "Copy" }).first().click();
    await page.locator(CREATE).getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain(`X-Service-API-Key: ${key}`);
    expect(await page.locator(`${CREATE} .python`).textContent()).toContain(JSON.stringify(key));

    await page.locator(CREATE).getByRole("button", { name: "Try it" }).click();
    const create = page.locator(CREATE).getByRole("button", { name: "Send POST" });
    expect(await create.isDisabled()).toBe(true);
    const answer = page.locator(`${CREATE} .answer`);
    await page.locator(CREATE).getByRole("button", { name: "Preview" }).click();
    await answer.getByText('"destination"').waitFor();
    expect(await answer.textContent()).toMatch(/^200\n/);
    await create.click();
    await answer.getByText('"shortLink"').waitFor();
    expect(await answer.textContent()).toMatch(/^201\n/);

    // The new link is that of the other samples from now on.
    const linkId = await page.getByLabel("Link id").inputValue();
    expect(linkId).toMatch(/^lnk_/);
    const read = page.locator("#getLink .sample").first();
    expect(await read.locator(".sh").textContent()).toContain(linkId);
    await read.getByRole("button", { name: "Try it" }).click();
    await read.getByRole("button", { name: "Send" }).click();
    await read.locator(".answer").getByText('"shortLink"').waitFor();

    const kept = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    expect(kept).toBe('[{},{},""]');
    expect(page.url()).not.toContain(key);
    await page.reload();
    expect(await page.getByLabel("Your API key").inputValue()).toBe("");
    expect(problems).toEqual([]);
    await context.close();
  });
});
