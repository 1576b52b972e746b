import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkBody } from "../bodies.ts";
import { type Dashboard, startDashboard } from "../dashboard/dashboard.ts";
import { richBody } from "../dashboard/link-bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { browserPath, launch } from "./browser.ts";
import { sitDown } from "./dashboard.ts";
import { lookAtEveryScreen, unfold } from "./every-screen.ts";

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

const openAs = (options: Parameters<Browser["newContext"]>[0] = {}) =>
  sitDown(browser, dashboard, "editor@acme.example", options);

const lastLink = async () => {
  const row = await dashboard.service.env.DB.prepare("SELECT id FROM links ORDER BY id DESC LIMIT 1").first<{
    id: string;
  }>();
  return dependenciesOf(dashboard.service.env).links.find(row?.id ?? "");
};

describe.skipIf(browserPath === undefined)("the form of a link in a browser", () => {
  it("fits, is accessible and complains of nothing", async () => {
    const window = await openAs();
    const screens = {
      choose: `${LINKS}/new`,
      empty: CART,
      list: `${LINKS}/new?retailer=delivery_app&intent=shopping_list`,
      full: {
        // A recipe in which every field is filled in.
        path: `${LINKS}/${linkId}/edit`,
        bytes: 80_000,
        async first(page: Page) {
          await page.locator("#preview a").waitFor();
          await unfold(page);
        },
      },
      long: `${LINKS}/${longId}/edit`,
      errors: {
        path: CART,
        async first(page: Page) {
          await page.getByLabel("Fallback URL").fill("example.com");
          await page.getByLabel("Quantity").fill("1000");
          await page.getByRole("button", { name: "Preview" }).click();
          await page.getByText("Must be an absolute").waitFor();
          // The browser says that the form was refused.
          window.problems.length = 0;
        },
      },
    };
    expect(await lookAtEveryScreen(window, "link form", screens)).toEqual([]);
    await window.context.close();
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
});
