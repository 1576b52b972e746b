import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkBody } from "../bodies.ts";
import { browserPath, launch } from "../browser/browser.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { richBody } from "./link-bodies.ts";

/** A directory to leave pictures in, for people who want to look. */
const pictures = process.env.SCREENSHOTS;
const VIEWS = [
  { name: "phone", viewport: { width: 390, height: 844 } },
  { name: "desktop", viewport: { width: 1280, height: 900 } },
].flatMap((view) => (["light", "dark"] as const).map((colorScheme) => ({ ...view, colorScheme })));

let dashboard: Dashboard;
let browser: Browser;
let linkId: string;
let longId: string;
const LINKS = "/dashboard/o/acme/links";
const CART = `${LINKS}/new?retailer=bigbox_w&intent=add_to_cart`;

beforeAll(async () => {
  if (browserPath === undefined) return;
  [dashboard, browser] = await Promise.all([startDashboard(), launch()]);
  await dashboard.add("acme", "editor@acme.example", "editor");
  const { key } = await dashboard.service.issueKey({ organization: "acme" });
  const create = async (body: object) =>
    expectLink(await post(dashboard.service, "/v1/links", body, { key })).id;
  linkId = await create(richBody("delivery_app recipe"));
  longId = await create(
    linkBody("bigbox_w add_to_cart", {
      name: "Ein sehr langer Name ohne Ende ".repeat(5).trim(),
      publicName: "W".repeat(160),
      products: Array.from({ length: 4 }, (_, index) => ({ retailerProductId: `${index}`.repeat(128) })),
      fallbackUrl: `https://example.com/${"long".repeat(100)}`,
    }),
  );
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.close();
});

/** A page of an editor, and what its console said. Answers with an error are asked for by some tests. */
async function openAs(options: Parameters<Browser["newContext"]>[0] = {}) {
  const context = await browser.newContext({
    ...options,
    baseURL: dashboard.service.url.origin,
    extraHTTPHeaders: await dashboard.identity("editor@acme.example"),
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  return { page, context, problems };
}

async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // The script above put it there.
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

const lastLink = async () => {
  const row = await dashboard.service.env.DB.prepare("SELECT id FROM links ORDER BY id DESC LIMIT 1").first<{
    id: string;
  }>();
  return dependenciesOf(dashboard.service.env).links.find(row?.id ?? "");
};

describe.skipIf(browserPath === undefined)("the form of a link in a browser", () => {
  const SCREENS = {
    choose: () => `${LINKS}/new`,
    empty: () => CART,
    list: () => `${LINKS}/new?retailer=delivery_app&intent=shopping_list`,
    full: () => `${LINKS}/${linkId}/edit`,
    long: () => `${LINKS}/${longId}/edit`,
    errors: () => CART,
  };
  /** Every screen on a phone in the light and on a desktop in the dark, and two of them in each way. */
  const isShown = (name: keyof typeof SCREENS, { name: size, colorScheme }: (typeof VIEWS)[number]) =>
    name === "full" || name === "errors" || (size === "phone") === (colorScheme === "light");
  const cases = VIEWS.flatMap((view) =>
    (Object.keys(SCREENS) as (keyof typeof SCREENS)[])
      .filter((name) => isShown(name, view))
      .map((name) => [name, view.name, view.colorScheme, view] as const),
  );
  it.each(cases)("%s, %s, %s: fits, is accessible and complains of nothing", async (name, _, __, view) => {
    const { page, context, problems } = await openAs(view);
    await page.goto(SCREENS[name]());
    if (name === "errors") {
      await page.getByLabel("Fallback URL").fill("example.com");
      await page.getByLabel("Quantity").fill("1000");
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText("Must be an absolute").waitFor();
      problems.length = 0;
    }
    if (name === "full") await page.locator("#preview a").waitFor();
    for (const summary of await page.locator("main summary").all()) {
      if (name === "full") await summary.evaluate((each) => each.parentElement?.setAttribute("open", ""));
    }
    expect(await axeFindings(page)).toEqual([]);
    expect(
      await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"),
    ).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    if (pictures) {
      const path = `${pictures}/link-form-${name}-${view.name}-${view.colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
    await context.close();
  });

  it("creates a link by keyboard alone, with `c` from another screen", async () => {
    const { page, context, problems } = await openAs();
    await page.goto(`${LINKS}/${longId}/edit`);
    await page.locator("h1").click();
    await page.keyboard.press("c");
    await page.waitForURL(/links\/new$/);
    const type = (text: string) => page.keyboard.type(text);
    const tabTo = async (label: string) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press("Tab");
        const name = await page.evaluate<string>(
          "(document.activeElement.labels?.[0] ?? document.activeElement).textContent",
        );
        if (name.startsWith(label)) return;
      }
      throw new Error(`no ${label} by Tab`);
    };
    await page.locator(".card[href*='retailer=bigbox_w']").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/retailer=bigbox_w/);
    expect(await page.evaluate("document.activeElement.id")).toBe("name");
    await type("By keyboard");
    await tabTo("Product id");
    await type("10450114");
    await tabTo("Add a product");
    await page.keyboard.press("Enter");
    await page.locator("[id='products[1].retailerProductId']").waitFor();
    await page.locator("[id='products[1].retailerProductId']:focus").waitFor();
    await type("44391605");
    await tabTo("Quantity");
    await type("3");
    await page.keyboard.press("Enter");
    await page.waitForURL(/done=created/);
    const link = await lastLink();
    expect(link?.name).toBe("By keyboard");
    expect(link?.products).toEqual([
      { retailerProductId: "10450114", quantity: 1 },
      { retailerProductId: "44391605", quantity: 3 },
    ]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it("works with scripts off: rows, preview, errors and the link itself", async () => {
    const { page, context } = await openAs({ javaScriptEnabled: false });
    await page.goto(`${LINKS}/new`);
    await page.getByRole("link", { name: /Shopping list/ }).click();
    await page.getByLabel("Name", { exact: true }).first().fill("Without script");
    await page.getByLabel("Title").fill("Taco night");
    await page.getByRole("button", { name: "Add an item" }).click();
    await page.locator("[id='options.delivery_app.shoppingList.lineItems[0].name']").fill("tortillas");
    await page.locator("[id='options.delivery_app.shoppingList.lineItems[1].name']").fill("limes");
    await page.getByRole("button", { name: "Add an item" }).click();
    await page.getByRole("button", { name: "Remove item 1" }).click();
    await page.getByRole("button", { name: "Preview" }).click();
    expect(await page.locator("#preview").textContent()).toContain("A page of ours");
    await page.getByLabel("Name", { exact: true }).first().fill("");
    await page.getByRole("button", { name: "Create the link" }).last().click();
    expect(await page.locator("#name-error").textContent()).toBe("Is required.");
    expect(await page.evaluate("document.activeElement.id")).toBe("name");
    await page.getByLabel("Name", { exact: true }).first().fill("Without script");
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.status() === 303),
      page.getByRole("button", { name: "Create the link" }).last().click(),
    ]);
    expect(response.headers().location).toMatch(/done=created/);
    const link = await lastLink();
    expect(link?.options).toMatchObject({
      delivery_app: { shoppingList: { lineItems: [{ name: "limes" }] } },
    });
    await context.close();
  });

  it("shows the preview while a person types", async () => {
    const { page, context, problems } = await openAs();
    await page.goto(`${LINKS}/new?retailer=custom&intent=custom_url`);
    await page.getByLabel("Name", { exact: true }).first().fill("Live");
    await page.getByText("One field needs another look").waitFor();
    await page.getByLabel("Custom URL").fill("https://example.com/live");
    await page.locator("#preview a[href='https://example.com/live']").waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it("keeps a draft when the connection is lost, offers it again, and drops it once the link is saved", async () => {
    const { page, context } = await openAs();
    await page.goto(CART);
    await page.getByLabel("Name", { exact: true }).first().fill("Drafted");
    await page.getByRole("button", { name: "Add a product" }).click();
    await page.locator("[id='products[0].retailerProductId']").fill("10450114");
    await page.locator("[id='products[1].retailerProductId']").fill("44391605");
    await page.getByText("For programs").click();
    await page.getByLabel("Metadata").fill(`{"key": "slk_${"a".repeat(46)}"}`);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Create the link" }).last().click();
    await page.getByText("The form could not be sent").waitFor();
    await context.setOffline(false);
    const drafts = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(await drafts()).toContain("10450114");
    expect(await drafts()).not.toContain("slk_");
    expect(await drafts()).not.toContain("idempotency");

    await page.goto(`${LINKS}/new`);
    await page.goto(CART);
    await page.getByRole("button", { name: "Go on with the draft" }).click();
    await page.locator("input[name='products[1].retailerProductId']").waitFor({ state: "attached" });
    expect(await page.locator("[id='products[1].retailerProductId']").inputValue()).toBe("44391605");
    expect(await page.getByLabel("Name", { exact: true }).first().inputValue()).toBe("Drafted");
    await page.getByRole("button", { name: "Create the link" }).last().click();
    await page.waitForURL(/done=created/);
    expect((await lastLink())?.name).toBe("Drafted");
    await page.goto(CART);
    expect(await drafts()).toBe("{}");
    expect(await page.getByText("You have a draft").count()).toBe(0);
    await context.close();
  });

  it("brings what is wrong back into the form, with the focus on the first of it", async () => {
    const { page, context } = await openAs();
    await page.goto(CART);
    await page.getByLabel("Fallback URL").fill("example.com");
    await page.getByRole("button", { name: "Create the link" }).last().click();
    await page.getByText("Must be an absolute").waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("name");
    expect(await page.getByLabel("Fallback URL").inputValue()).toBe("example.com");
    await context.close();
  });
});
