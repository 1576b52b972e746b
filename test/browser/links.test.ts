// @module-tag all
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { LINKS, useLinksDashboard } from "../dashboard/links.ts";
import { storeAll } from "../visits/visit-messages.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";
import { sitDown } from "./dashboard.ts";
import { lookAtEveryScreen, type Screen, unfold } from "./every-screen.ts";
import { linkFormScreens } from "./link-form-screens.ts";

const OWNER = "owner@acme.example";

const on = await useLinksDashboard();
let browser: Browser;
useBrowser();
const screens: Record<string, string | Screen> = {};

/** A screen of the list after `first`, of which axe judges only the part of this selector. */
const over = (name: string, axeJudges: string, first: (page: Page) => Promise<unknown>, path = LINKS) => ({
  [name]: { path, first, axeJudges },
});

beforeAll(async () => {
  if (browserPath === undefined) return;
  browser = await launch();
  await on.dashboard.add("globex", OWNER, "owner");
  const products = [
    { retailerProductId: "123456789", quantity: 2, backupProductIds: ["987654321", "555555555"] },
    { retailerProductId: "222222222", quantity: 1 },
  ];
  const tracking = { tags: ["summer", "poster"], utm: { source: "print", medium: "poster" } };
  const cart = await on.create(
    { name: "Pancake breakfast", publicName: "Breakfast", products, tracking },
    "bigbox_w add_to_cart",
  );
  const long = await on.create({
    name: `Everything for a Sunday dinner with the whole family, ${"and a very long name ".repeat(4)}`,
    customUrl: `http://example.com/${"a-long-path/".repeat(20)}`,
    tracking: { tags: Array.from({ length: 12 }, (_, n) => `campaign ${n}`) },
  });
  const off = await on.create({ name: "Tacos" }, "delivery_app recipe");
  const chair = await on.create({ name: "Garden chair" }, "marketplace product_detail");
  await on.patch(off.id, { status: "inactive" });
  await on.patch(cart.id, {
    name: "Pancake breakfast for two",
    fallbackUrl: "https://example.com/breakfast",
  });
  // Addresses of its own, and times.
  for (const slug of ["pancake-day", "pancake-breakfast", "breakfast-for-two"])
    await on.patch(cart.id, { slug });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await on.patch(cart.id, { schedule: { activeFrom: inDays(-9), activeUntil: inDays(20) } });
  await on.patch(long.id, {
    slug: `${"a-slug-to-the-very-end-".repeat(2)}of-it`,
    schedule: { activeFrom: inDays(9) },
  });
  await on.patch(chair.id, { schedule: { activeUntil: inDays(-1), endedUrl: "https://example.com/over" } });
  const hour = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 13);
  await storeAll(on.dashboard.service.env.DB, [
    ...Array.from({ length: 29 }, (_, n) => ({ linkId: cart.id, hour: hour(n), visits: 3 + ((n * 7) % 40) })),
    ...Array.from({ length: 20 }, (_, n) => ({
      linkId: cart.id,
      hour: hour(n),
      qr: "default",
      visits: 5 + n,
    })),
    { linkId: long.id, hour: hour(3), visits: 12 },
  ]);
  const checked = (values: string) => `INSERT INTO destination_checks
    (link_id, organization_id, project_id, due_at, checked_at, url, outcome, status, redirects, failing_since, broken_at)
    SELECT id, organization_id, project_id, '', '2026-11-24T09:00:00.000Z', ${values} FROM links WHERE id = ?1`;
  const since = "'2026-11-22T09:00:00.000Z'";
  const redirects = JSON.stringify([
    "https://www.example.com/breakfast",
    `https://shop.example.com/${"long-path/".repeat(30)}`,
  ]);
  const { DB } = on.dashboard.service.env;
  await DB.batch([
    DB.prepare(checked(`destination, 'gone', 404, '[]', ${since}, ${since}`)).bind(long.id),
    DB.prepare(checked(`'https://example.com/breakfast', 'moved', 200, '${redirects}', NULL, NULL`)).bind(
      cart.id,
    ),
    DB.prepare(checked("destination, 'blocked', 403, '[]', NULL, NULL")).bind(cart.id),
  ]);
  const left = [
    { linkId: long.id, error: "validation_failed" },
    { linkId: "lnk_gone", error: "not_found" },
  ];
  const task = { kind: "change", selection: { filter: {} }, change: { addTags: ["print"] } };
  await DB.prepare(
    `INSERT INTO runs (id, kind, organization_id, member_id, fingerprint, content, progress, state, created_at, updated_at,
       expires_at, bytes)
     SELECT 'edt_1', 'bulk_edit', 'acme', id, '', ?1, ?2, 'running', ?3, ?3, '9999', 0 FROM members WHERE organization_id = 'acme' AND role = 'owner'`,
  )
    .bind(
      JSON.stringify({ task, list: "", total: 1_500 }),
      JSON.stringify({ cursor: null, visited: 900, changed: 890, failed: 2, left }),
      "2026-11-24T09:00:00.000Z",
    )
    .run();
  Object.assign(screens, {
    list: LINKS,
    progress: `${LINKS}/bulk-edit/edt_1`,
    broken: `${LINKS}?health=broken&order=visits`,
    filtered: `${LINKS}?tag=summer&q=pan`,
    wrong: { path: `${LINKS}?q=${"x".repeat(121)}`, status: 400 },
    none: `${LINKS}?q=nothing+has+this`,
    // What lies over the list, which was judged above.
    ...over("chosen", ".chosen-bar", (page) => page.getByLabel("Select Tacos").check()),
    ...over("filters", "details[open]", (page) => page.getByText("+ Filter").click()),
    ...over("projects", "details[open]", (page) => page.locator(".projects > summary").press("Enter")),
    ...over("help", "details[open]", (page) => page.keyboard.press("?")),
    ...over("menu", "dialog[open]", async (page) => {
      await page.keyboard.press("Control+k");
      await page.locator("dialog[open]").waitFor();
    }),
    show: `${LINKS}/${cart.id}/show?list=`,
    empty: "/dashboard/o/globex/links",
    // The page of a link with visits of each day and four addresses, and its other tabs.
    // All that a link's page can have at once: visits of each day, four addresses, a schedule and what was done.
    created: { path: `${LINKS}/${cart.id}?done=created`, bytes: 65_000, first: unfold },
    long: `${LINKS}/${long.id}`,
    off: `${LINKS}/${off.id}`,
    codes: `${LINKS}/${cart.id}?tab=codes`,
    details: { path: `${LINKS}/${cart.id}?tab=details`, first: unfold },
    changes: `${LINKS}/${cart.id}?tab=history&via=no%20word`,
    "edit, mistakes": {
      path: `${LINKS}/bulk-edit?list=&step=plan&addTags=${"x".repeat(81)}&activeFrom=2030-01-02T00:00&activeUntil=2030-01-01T00:00`,
      status: 400,
    },
    plan: `${LINKS}/bulk-edit?list=&step=plan&status=inactive&addTags=print&utm.source=poster`,
    confirm: `${LINKS}/bulk-edit?step=plan&status=inactive&link=${cart.id}&link=${long.id}&link=${off.id}`,
    restore: `${LINKS}/${cart.id}/restore/1`,
    code: `${LINKS}/${cart.id}/add-code`,
    history: `${LINKS}/${cart.id}/history`,
    ...(await linkFormScreens(on, OWNER)),
  });
}, 120_000);

describe.skipIf(browserPath === undefined)("the screens of links in a browser", () => {
  test("all fit the window, are accessible and log no errors", { timeout: 180_000 }, async () => {
    const window = await sitDown(browser, on.dashboard, OWNER);
    expect(await lookAtEveryScreen(window, "links", screens)).toEqual([]);
    await window.context.close();
  });

  test("works by keyboard: / searches, j and k move, Enter opens, Space selects", async () => {
    const { page, context, problems, origin } = await sitDown(browser, on.dashboard, "editor@acme.example");
    await page.goto(origin + LINKS);
    const focused = () =>
      page.evaluate<string>("document.activeElement.textContent || document.activeElement.name");
    await page.keyboard.press("/");
    expect(await focused()).toBe("q");
    await page.keyboard.type("pancake");
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=pancake/);
    await page.goto(origin + LINKS);
    await page.keyboard.press("j");
    expect(await focused()).toBe("Garden chair");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    expect(await focused()).toBe("Tacos");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Space");
    expect(await page.locator("#link-hint").textContent()).toBe("1 selected");
    await page.getByLabel("All on this page").check();
    expect(await page.locator("input[name=link]:checked").count()).toBe(4);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/links\/lnk_/);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a slug is suggested from the name, used with a click, and checked while one types", async () => {
    const { page, context, problems, origin } = await sitDown(browser, on.dashboard, "editor@acme.example");
    await page.goto(`${origin}${LINKS}/new?retailer=custom&intent=custom_url`);
    await page.getByText("Address and tags").click();
    await page.getByLabel("Name", { exact: true }).fill("Pancakes");
    await page.getByRole("button", { name: "Use pancakes-2" }).click();
    expect(await page.locator("#slug").inputValue()).toBe("pancakes-2");
    await page.getByText("/pancakes-2 is free.").waitFor();
    await page.locator("#slug").fill("Pancake-Breakfast");
    await page.getByText("/pancake-breakfast is taken.").waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test("works without script: links are selected, tagged and switched off", async () => {
    const { page, context, origin } = await sitDown(browser, on.dashboard, "editor@acme.example", {
      javaScriptEnabled: false,
    });
    const notice = page.locator(".notice.done");
    const addTag = async () => {
      await page.goto(origin + LINKS);
      await page.getByLabel("Select Tacos").check();
      await page.getByLabel("Select Garden chair").check();
      await page.getByText("Tag…").click();
      await page.getByLabel("Tag to add or remove").fill("no script");
      // Enter in the field does what stands beside it.
      await page.getByLabel("Tag to add or remove").press("Enter");
      await page.waitForURL(/bulk-edit/);
      expect(await notice.textContent()).toContain("2 links were changed: tag “no script” added.");
    };
    await page.goto(origin + LINKS);
    expect(await page.getByLabel("All on this page").isVisible()).toBe(false);
    await addTag();
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await notice.textContent()).toContain("2 links are as before.");
    await addTag();
    await page.getByRole("link", { name: "Back to the list" }).click();
    expect(await page.getByRole("link", { name: "no script" }).count()).toBe(2);
    await page.getByLabel("Select Garden chair").check();
    await page.getByRole("button", { name: "Switch off…" }).click();
    await page.getByRole("button", { name: "Switch off 1 link" }).click();
    expect(await notice.textContent()).toContain("1 link is off.");
    await context.close();
  });
});
