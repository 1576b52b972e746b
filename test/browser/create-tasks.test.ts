// @module-tag all
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { LINKS, useLinksDashboard } from "../dashboard/links.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";
import { counting } from "./counting.ts";
import { sitDown } from "./dashboard.ts";

const EDITOR = "editor@acme.example";

const on = await useLinksDashboard();
let browser: Browser;
useBrowser();
beforeAll(async () => {
  if (browserPath === undefined) return;
  browser = await launch();
  await on.editor.open(LINKS);
});

/** From the list of links by the key to the form of what is pasted. */
async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.press("c");
  await page.locator("#paste:focus").waitFor();
  await page.locator("#paste").fill(text);
  await page.keyboard.press("Enter");
  await page.locator("#name:focus").waitFor();
}

describe.skipIf(browserPath === undefined)("creating", () => {
  test("a product page: paste, name, create, with one click and three pages", {
    timeout: 90_000,
  }, async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR);
    await page.goto(LINKS);
    const person = counting(page);
    await paste(page, "https://www.walmart.com/ip/Oats/10450114?from=search");
    await page.keyboard.type("Oats");
    await page.getByLabel("Project", { exact: true }).selectOption("main");
    await person.click("Create link");
    await page.getByText("The link was created.").waitFor();
    person.took("make a link of a product page", 1, 3);
    expect(await page.locator("#destination .destination").textContent()).toBe(
      "https://www.walmart.com/ip/10450114",
    );
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a cart of three products fits a desktop, and Create stays in sight there and on a phone", {
    timeout: 90_000,
  }, async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR, {
      viewport: { width: 1280, height: 800 },
    });
    await page.goto(`${LINKS}/new?retailer=bigbox_w&intent=add_to_cart&paste=10450114*2,44391605,10307853`);
    expect(await page.locator(".row").count()).toBe(3);
    const create = page.getByRole("button", { name: "Create link" });
    const bottomOf = async (part: ReturnType<Page["locator"]>) => {
      const box = await part.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    const top = (await create.boundingBox())?.y ?? 0;
    expect(await bottomOf(page.getByRole("button", { name: "Add a product" }))).toBeLessThan(top);
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const at of [0, 500, 5000]) {
        await page.evaluate(`scrollTo(0, ${at})`);
        expect(await bottomOf(create)).toBeLessThanOrEqual(height);
        expect((await create.boundingBox())?.y).toBeGreaterThan(0);
      }
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a web page asks for no products, store or fallback", async () => {
    const { page, context } = await sitDown(browser, on.dashboard, EDITOR);
    await page.goto(`${LINKS}/new?retailer=custom&intent=custom_url`);
    await page.getByText("Advanced").click();
    await page.getByLabel("Metadata").waitFor();
    for (const name of ["Product id", "Store id", "ZIP code", "Fallback URL", "Options for"])
      expect([name, await page.getByLabel(name).count()]).toEqual([name, 0]);
    // Ctrl+Enter creates, also from a field of several lines.
    await page.getByLabel("Name", { exact: true }).fill("Welcome");
    await page.getByLabel("Web page").first().fill("https://example.com/welcome");
    await page.getByLabel("Project", { exact: true }).selectOption("main");
    await page.getByLabel("Metadata").fill('{"season": "spring"}');
    await page.keyboard.press("Control+Enter");
    await page.getByText("The link was created.").waitFor();
    await context.close();
  });

  test("a choice of shops: paste, see it in the phone, drag, create", { timeout: 120_000 }, async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR);
    await page.goto(LINKS);
    const person = counting(page);
    await paste(page, "https://www.walmart.com/ip/10450114 https://www.target.com/p/-/A-13474244");
    await page.keyboard.type("Oats in two shops");
    await page.getByLabel("Project", { exact: true }).selectOption("main");
    const phone = page.frameLocator("iframe[name=phone]");
    await phone.getByText("walmart.com").waitFor();
    await page.getByLabel("Public name").fill("Rolled oats");
    await phone.getByRole("heading", { name: "Rolled oats" }).waitFor();
    await page.locator("#seen-language").selectOption("de");
    await phone.getByText("Shop wählen").waitFor();

    // Both ends are in view, as where a person drags.
    const targetPosition = { x: 200, y: 30 };
    await page.locator(".drag").nth(1).dragTo(page.locator("[data-offer='0']"), { targetPosition });
    const target = page.locator("[data-offer='0']");
    await target.locator("summary:focus").getByText("Target: show a product").waitFor();
    // Conditions are in the row, in words; a country that a row names can be tried.
    await target.getByRole("button", { name: "+ condition" }).click();
    await target.getByLabel("Country").fill("Canada");
    await target.getByLabel("Country").press("Enter");
    await target.getByRole("button", { name: "+ condition" }).click();
    await target.getByLabel("Kind of condition 2").selectOption({ label: "Region" });
    await target.getByLabel("Region").fill("Ontario");
    await page.locator("#preview", { hasText: "(Visits in Canada, Ontario)" }).waitFor();
    await page.locator("#seen-country").selectOption("CA");
    await person.click("Create link");
    await page.getByText("The link was created.").waitFor();
    person.took("make a choice of shops", 1, 4);
    await page.getByRole("link", { name: "Details", exact: true }).click();
    await page.locator("#offers").waitFor();
    expect(await page.locator("#offers tbody strong").allTextContents()).toEqual(["Target", "Walmart"]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("different places by country: the start page, one row in words, create", {
    timeout: 120_000,
  }, async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR);
    await page.goto(LINKS);
    const person = counting(page);
    await page.keyboard.press("c");
    await person.click(/^By country, device or language/, "link");
    await page.locator("#name:focus").waitFor();
    await page.keyboard.type("Oats in two countries");
    await page.getByLabel("Project", { exact: true }).selectOption("main");
    const [canada, others] = [page.locator("[data-offer='0']"), page.locator("[data-offer='1']")];
    await canada.getByLabel("Country").pressSequentially("Kanada,Österreich");
    await canada.getByRole("button", { name: "Remove Kanada from Country" }).waitFor();
    await canada.getByLabel("Web page").fill("https://www.amazon.ca/dp/B000000001");
    await others.getByText("Everybody else").waitFor();
    // Enter adds the pasted place, here to the row without one.
    await page.getByLabel("Add a place").fill("https://shop.example/else");
    await page.keyboard.press("Enter");
    await expect.poll(() => others.getByLabel("Web page").inputValue()).toBe("https://shop.example/else");
    await others.getByLabel("Web page").fill("https://www.walmart.com/ip/10450114");
    const summary = page.locator("#preview tr");
    await summary.filter({ hasText: "Canada and Austria" }).filter({ hasText: "amazon.ca" }).waitFor();
    // A country that a row names can be tried.
    await page.locator("#seen-country").selectOption({ label: "Austria" });
    await summary.getByText("This visit opens it.").waitFor();
    // A condition that goes leaves a row that takes everybody, which it says at once.
    await canada.getByRole("button", { name: "Remove Kanada from Country" }).click();
    await canada.getByRole("button", { name: "Remove Österreich from Country" }).click();
    await canada.getByText("Nobody reaches the rows below").waitFor();
    await canada.getByLabel("Country").fill("Canadia");
    await person.click("Create link");
    await canada.getByText("Did you mean Canada?").waitFor();
    expect(await canada.getByLabel("Country").inputValue()).toBe("Canadia");
    await canada.getByLabel("Country").fill("Canada");
    await person.click("Create link");
    await page.getByText("The link was created.").waitFor();
    await page.getByRole("link", { name: "Details", exact: true }).click();
    await page.locator("#offers").waitFor();
    expect(await page.locator("#offers tbody strong").allTextContents()).toEqual([
      "Canada",
      "Everybody else",
    ]);
    await page.goto(LINKS);
    await page.getByText("→ by country: amazon.ca, walmart.com").waitFor();
    expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);
    await context.close();
  });

  test("by chance: two shares are 100 % together, and rows change in place", {
    timeout: 120_000,
  }, async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR);
    await page.goto(`${LINKS}/new?retailer=choice&intent=choose_retailer&pick=split`);
    await page.getByLabel("Name", { exact: true }).fill("Landing test");
    await page.getByLabel("Project", { exact: true }).selectOption("main");
    const share = (row: number) => page.locator(`[data-offer='${row}']`).getByLabel("Percent");
    await share(0).fill("70");
    expect(await share(1).inputValue()).toBe("30");
    for (const row of [0, 1])
      await page.locator(`[data-offer='${row}']`).getByLabel("Web page").fill(`https://shop.example/${row}`);
    await page.locator("#offer-paste").fill("https://shop.example/2");
    await page.getByRole("button", { name: "Add place" }).click();
    await share(2).waitFor();
    expect(await Promise.all([0, 1, 2].map((row) => share(row).inputValue()))).toEqual(["47", "20", "33"]);
    await share(2).fill("40");
    await page.getByText("Together 107 %: 7 % too much.").waitFor();
    await share(2).fill("");
    await page.getByText("Together 100 %.").waitFor();
    // The page was not loaded again.
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Landing test");
    await page.getByRole("button", { name: "Create link" }).click();
    await page.getByText("The link was created.").waitFor();
    await page.getByRole("link", { name: "Details", exact: true }).click();
    await page.locator("#offers").waitFor();
    expect(await page.locator("#offers tbody strong").allTextContents()).toEqual(["47 %", "20 %", "33 %"]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
