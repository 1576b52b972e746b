import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { LINKS, useLinksDashboard } from "../dashboard/links.ts";
import { IS_DEEP } from "../seeds.ts";
import { browserPath, launch, openWindow, useBrowser } from "./browser.ts";
import { sitDown } from "./dashboard.ts";
import { decodeDownloads } from "./downloads.ts";
import { scan, scanLeadsTo, until } from "./scans.ts";

const EDITOR = "editor@acme.example";
const FORM = `${LINKS}/new?retailer=bigbox_w&intent=add_to_cart`;
const CART = "https://www.walmart.com/sc/cart/addToCart?items=10450114_2,44391605_1";
const CORRECTED = "https://www.walmart.com/sc/cart/addToCart?items=55555555_2,44391605_1";

/** What the browser says of a form that was refused. */
const REFUSED = "Failed to load resource: the server responded with a status of 400 (Bad Request)";

const on = await useLinksDashboard();
let browser: Browser;
useBrowser();
beforeAll(async () => {
  if (browserPath === undefined) return;
  browser = await launch();
  // Several windows are opened at once: the service asks for the keys of its sign-in before that.
  await on.editor.open(LINKS);
});

/** Opens a page of the dashboard. */
async function open(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path);
  expect([path, answer?.status()]).toEqual([path, 200]);
}

const field = (page: Page, name: string) => page.locator(`[id='${name}']`);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Fills in the form of a cart, makes a mistake in it, sees its destination and creates it. */
async function createCart(page: Page, name: string): Promise<void> {
  await open(page, LINKS);
  await page.getByRole("link", { name: "Create a link" }).first().click();
  await page.getByRole("link", { name: "Fill a cart at Walmart" }).click();
  await page.getByLabel("Project", { exact: true }).selectOption("main");
  await page.getByText("Shop details").click();
  await page.getByLabel("Fallback URL").fill("example.com");
  await button(page, "Create link").click();
  // Nothing is created. What is wrong stands beside its field, and the first of it has the focus.
  await page.getByText("Must be an absolute").waitFor();
  expect(await page.locator("#name-error").textContent()).toBe("This is required.");
  await page.locator("#name:focus").waitFor();
  expect(await page.getByLabel("Fallback URL").inputValue()).toBe("example.com");

  await page.getByLabel("Fallback URL").fill("https://example.com/breakfast");
  await field(page, "name").fill(name);
  await field(page, "products[0].retailerProductId").fill("10450114");
  await field(page, "products[0].quantity").fill("2");
  await field(page, "products[0].backupProductIds").fill("10450115");
  for (const id of ["99999999", "44391605"]) {
    await button(page, "Add a product").click();
    const last = page.locator("[id$='.retailerProductId']:focus");
    await last.waitFor();
    await last.fill(id);
  }
  await button(page, "Remove product 2").click();
  await until(async () => expect(await page.locator("[id$='.retailerProductId']").count()).toBe(2));
  // With scripts it follows by itself.
  if (await button(page, "Preview").isVisible()) await button(page, "Preview").click();
  await page.locator(`#preview a[href='${CART}']`).waitFor();
  expect(await page.locator("#preview").textContent()).toContain(
    "Backups start once Walmart access is set up.",
  );
  await button(page, "Create link").click();
  await page.getByText("The link was created.").waitFor();
  expect(await page.locator("#destination").textContent()).toMatch(
    /Walmart · 10450114 \+1.*Opens a cart with all products.*addToCart\?items=10450114_2,44391605_1/,
  );
}

/** Saves the link's code as it is printed, and gives what decoders read in the files. */
async function printCode(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Codes", exact: true }).click();
  await page.locator("#codes tbody a").first().click();
  const [text = "", ...others] = await decodeDownloads(page);
  expect(new Set(others)).toEqual(new Set([text]));
  expect(await page.getByText(text, { exact: true }).count()).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Back to the link" }).click();
  return text;
}

/** Reads one scan in the plot and in the table of the link's visits. */
async function seeScan(page: Page): Promise<void> {
  await page.getByRole("link", { name: "All visits" }).click();
  await page.waitForURL(/\/visits\?link=/);
  // The queue takes its seconds: whether the scan is counted is asked more cheaply than by opening the page again.
  const linkId = new URL(page.url()).searchParams.get("link");
  const counted = on.dashboard.service.env.DB.prepare(
    "SELECT coalesce(sum(scans), 0) AS scans FROM visit_days WHERE link_id = ?1",
  ).bind(linkId);
  await until(async () => expect(await counted.first("scans")).toBeGreaterThan(0));
  await until(async () => {
    await page.reload();
    expect(await page.locator(".value").allTextContents()).toEqual(["1", "1", "0", "1"]);
  });
  const days = page.locator("figure.chart").first();
  // One bar.
  expect(await days.locator("path.bar-scans").getAttribute("d")).toMatch(/^M[^M]+$/);
  await days.getByText("Show as a table").click();
  // Clicks, robots, previews and the period before stand to the right of scans.
  const scans = await days.locator("tbody td:nth-last-child(5)").allTextContents();
  expect(scans.filter((number) => number !== "0")).toEqual(["1"]);
  await page.goBack();
}

describe.skipIf(browserPath === undefined)("a marketer without code", () => {
  // Other files do without scripts on each screen of it.
  test.concurrent.each(IS_DEEP ? [true, false] : [true])(
    "creates a cart, prints its code, corrects it, switches it off and undoes that (scripts: %s)",
    { timeout: 180_000 },
    async (javaScriptEnabled) => {
      const { page, context, problems, origin } = await sitDown(browser, on.dashboard, EDITOR, {
        javaScriptEnabled,
      });
      await createCart(page, `Breakfast, scripts ${javaScriptEnabled ? "on" : "off"}`);
      const code = await printCode(page);
      expect(await scan(code)).toEqual([302, CART]);
      await seeScan(page);

      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await field(page, "products[0].retailerProductId").fill("55555555");
      await button(page, "Save changes").last().click();
      await page.getByText("The link was changed.").waitFor();
      expect(await page.locator("#destination .destination").textContent()).toBe(CORRECTED);

      await page.getByRole("link", { name: "Switch off…" }).click();
      await button(page, "Switch it off").click();
      await page.getByText("The link is off.").waitFor();
      await scanLeadsTo(code, [410, null]);
      const shopper = await openWindow(browser, origin);
      expect((await shopper.page.goto(code))?.status()).toBe(410);
      expect(await shopper.page.locator("h1").textContent()).toBe("This offer has ended");
      await shopper.context.close();

      await page.getByRole("link", { name: "History", exact: true }).click();
      await page
        .getByRole("link", { name: /^Restore/ })
        .first()
        .click();
      await button(page, "Restore this version").click();
      await page.getByText("The earlier version was restored.").waitFor();
      expect(await page.locator("#destination .destination").textContent()).toBe(CORRECTED);
      expect(problems.filter((problem) => problem !== REFUSED)).toEqual([]);
      await context.close();
    },
  );

  test.concurrent("makes a link by keyboard alone", { tags: "all", timeout: 120_000 }, async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR);
    const { keyboard } = page;
    /** Goes on by Tab to what has this name. */
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 80; presses++) {
        await keyboard.press("Tab");
        const here = await page.evaluate<string>(
          "(document.activeElement.labels?.[0] ?? document.activeElement).textContent",
        );
        if (here.startsWith(name)) return;
      }
      throw new Error(`no ${name} by Tab`);
    };
    for (const screen of ["/dashboard/o/acme/visits", LINKS]) {
      await open(page, screen);
      await keyboard.press("c");
      await page.waitForURL(/links\/new$/);
      await page.locator("#paste:focus").waitFor();
    }
    // The field to paste into has the focus, and Enter goes on.
    await keyboard.type("10450114*2");
    await keyboard.press("Enter");
    await page.waitForURL(/paste=/);
    await tabTo("Walmart");
    await keyboard.press("Enter");
    await page.waitForURL(/intent=add_to_cart/);
    await page.locator("#name:focus").waitFor();
    await keyboard.type("By keyboard");
    await tabTo("Project");
    await keyboard.type("main");
    await tabTo("Add a product");
    await keyboard.press("Enter");
    await field(page, "products[1].retailerProductId").and(page.locator(":focus")).waitFor();
    await keyboard.type("44391605");
    await page.locator(`#preview a[href='${CART}']`).waitFor();
    await keyboard.press("Enter");
    await page.getByText("The link was created.").waitFor();
    expect(await page.locator("h1").textContent()).toBe("By keyboard");
    expect(await page.locator("#destination .destination").textContent()).toBe(CART);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("shows the preview while a person types", { tags: "all" }, async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, EDITOR);
    await open(page, `${LINKS}/new?retailer=custom&intent=custom_url`);
    await page.getByLabel("Project", { exact: true }).selectOption("main");
    await page.getByLabel("Name", { exact: true }).first().fill("Live");
    await page.getByText("The preview needs: Web page.").waitFor();
    await page.getByLabel("Web page", { exact: true }).fill("https://example.com/live");
    await page.locator("#preview a[href='https://example.com/live']").waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test("keeps a draft when the connection is lost, offers it again, and deletes it once the link is saved", {
    tags: "all",
  }, async () => {
    const { page, context } = await sitDown(browser, on.dashboard, EDITOR);
    await open(page, FORM);
    await page.getByLabel("Name", { exact: true }).first().fill("Drafted");
    await page.getByLabel("Project", { exact: true }).selectOption("main");
    await page.getByRole("button", { name: "Add a product" }).click();
    await page.locator("[id='products[0].retailerProductId']").fill("10450114");
    await page.locator("[id='products[1].retailerProductId']").fill("44391605");
    await page.getByText("Advanced").click();
    await page.getByLabel("Metadata").fill(`{"key": "slk_${"a".repeat(46)}"}`);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Create link" }).click();
    await page.getByText("The form couldn't be sent").waitFor();
    await context.setOffline(false);
    const drafts = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(await drafts()).toContain("10450114");
    expect(await drafts()).not.toContain("slk_");
    expect(await drafts()).not.toContain("idempotency");

    await open(page, `${LINKS}/new`);
    await open(page, FORM);
    await page.getByRole("button", { name: "Restore draft" }).click();
    await page.locator("input[name='products[1].retailerProductId']").waitFor({ state: "attached" });
    expect(await page.locator("[id='products[1].retailerProductId']").inputValue()).toBe("44391605");
    expect(await page.getByLabel("Name", { exact: true }).first().inputValue()).toBe("Drafted");
    await page.getByRole("button", { name: "Create link" }).click();
    await page.waitForURL(/done=created/);
    expect(await page.locator("h1").textContent()).toBe("Drafted");
    await open(page, FORM);
    expect(await drafts()).not.toContain("link-draft");
    expect(await page.getByText("You have an unsaved draft").count()).toBe(0);
    await context.close();
  });
});
