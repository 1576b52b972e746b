// @module-tag all
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { useDashboard } from "../dashboard/dashboard.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";
import { sitDown } from "./dashboard.ts";
import { lookAtEveryScreen, type Screen } from "./every-screen.ts";

const OWNER = "owner@acme.example";
const LONG = "A name that goes on and on, as names of campaigns do, with a wordthatisfartoolongforanyphone";

const dashboard = await useDashboard();
let browser: Browser;
useBrowser();
/** The screens by name. */
const screens: Record<string, string | Screen> = {};
/** A screen without content: axe judges that of projects. */
const empty = (path: string): Screen => ({ path, axeJudges: null });

beforeAll(async () => {
  if (browserPath === undefined) return;
  browser = await launch();
  await dashboard.add("acme", OWNER, "owner");
  await dashboard.add("acme", "viewer-with-a-long-address@subsidiary.acme.example", "viewer");
  await dashboard.add("empty", OWNER, "owner");
  const owner = await dashboard.as(OWNER);
  const base = "/dashboard/o/acme";
  for (const [name, id] of [
    ["Kitchen", "kitchen"],
    [LONG, "long"],
    ["Old", "old"],
  ] as const)
    await owner.send(`${base}/projects/new`, { name, id });
  await owner.send(`${base}/projects/old/archive`, { action: "archive" });
  await owner.send(`${base}/projects/kitchen`, { name: "Kitchen and garden" });
  const rootUrl = "https://brand.example/welcome/to/a/page/with/a/long/address";
  for (const domain of [
    { host: "go.brand.example", projectId: "kitchen", rootUrl, notFoundUrl: rootUrl },
    { host: `${"a-domain-with-a-very-long-name".repeat(2)}.brand.example`, projectId: "", rootUrl: "" },
  ])
    await owner.send(`${base}/domains/new`, { notFoundUrl: "", ...domain });
  const scopes = ["links:write", "links:read", "retailers:custom"];
  for (const name of ["Shop", LONG]) await owner.send(`${base}/keys/new`, { name, reach: "all", scopes });
  const { text } = await owner.open(`${base}/keys`);
  const [, key = ""] = /href="([^"]+)"><bdi>Shop/.exec(text) ?? [];
  const [, member = ""] = /href="([^"]+)"><bdi>viewer/.exec((await owner.open(`${base}/members`)).text) ?? [];
  const url = `https://hooks.brand.example/${"long-path/".repeat(20)}`;
  const added = await owner.send(`${base}/webhooks/new`, { url, description: LONG, types: "link.created" });
  const [webhookId = ""] = /whk_\w+/.exec(added.text) ?? [];
  const { DB } = dashboard.service.env;
  const sent = `INSERT INTO webhook_deliveries (organization_id, webhook_id, id, event_type, state, attempts,
      next_attempt_at, last_at, last_status, last_ms, last_response)
    VALUES ('acme', ?1, ?2, 'destination.switched', ?3, 3, ?4, '2026-11-24T09:00:00.000Z', ?5, 20000, ?6)`;
  await DB.batch([
    DB.prepare(sent).bind(
      webhookId,
      "evt_1",
      "pending",
      "9999-01-01T00:00:00.000Z",
      503,
      "<html>".repeat(80),
    ),
    DB.prepare(sent).bind(webhookId, "evt_2", "failed", null, null, "No connection."),
    DB.prepare(sent).bind(webhookId, "evt_3", "delivered", null, 200, ""),
    DB.prepare("UPDATE webhooks SET status = 'inactive', disabled_because = 'failing' WHERE id = ?1").bind(
      webhookId,
    ),
  ]);
  const paths = {
    "/sumer-soups": 1204,
    "/menu.pdf": 31,
    "/s%C3%BCppe": 2,
    [`/${"long-path-".repeat(9)}`]: 1,
  };
  const today = new Date().toISOString().slice(0, 10);
  await DB.batch([
    DB.prepare("UPDATE domains SET confirmed_at = created_at"),
    DB.prepare(
      "INSERT INTO unknown_paths (day, organization_id, host, paths) SELECT ?1, 'acme', host, ?2 FROM domains",
    ).bind(today, JSON.stringify(paths)),
  ]);
  const given = "projectId=kitchen&slug=sumer-soups";
  Object.assign(screens, {
    organizations: "/dashboard/organizations",
    "not found": { path: `${base}/nothing`, status: 404 },
    projects: `${base}/projects`,
    "projects, empty": "/dashboard/o/empty/projects",
    "projects, archived": `${base}/projects?show=archived&done=archived`,
    "project, new": `${base}/projects/new`,
    project: `${base}/projects/long`,
    "project, archive": `${base}/projects/kitchen/archive`,
    domains: `${base}/domains?done=added`,
    "domains, start of a link": `${base}/links/new?${given}`,
    "domains, link": `${base}/links/new?${given}&retailer=custom&intent=custom_url`,
    "domains, empty": empty("/dashboard/o/empty/domains"),
    "domain, new": `${base}/domains/new`,
    "domain, errors": { path: `${base}/domains/new`, first: nameNoHost, thenStatus: 400 },
    domain: `${base}/domains/go.brand.example`,
    "domain, remove": `${base}/domains/go.brand.example/remove`,
    keys: `${base}/keys?done=revoked`,
    "keys, empty": empty("/dashboard/o/empty/keys"),
    "key, new": `${base}/keys/new`,
    key,
    "key, rotate": `${key}/rotate`,
    "key, revoke": `${key}/revoke`,
    webhooks: `${base}/webhooks`,
    "webhooks, empty": empty("/dashboard/o/empty/webhooks"),
    "webhook, new": `${base}/webhooks/new`,
    webhook: `${base}/webhooks/${webhookId}?done=sent`,
    "webhook, change": `${base}/webhooks/${webhookId}/change`,
    "notify me": `${base}/notify?done=saved`,
    members: `${base}/members?done=added`,
    "member, new": `${base}/members/new`,
    member,
    "member, remove": `${member}/remove`,
    activity: `${base}/activity`,
    "activity, nothing": empty(`${base}/activity?to=2020-01-01`),
  });
}, 120_000);

async function nameNoHost(page: Page): Promise<void> {
  await page.getByLabel("Domain", { exact: true }).fill("no dots");
  await page.getByRole("button", { name: "Add the domain" }).click();
  await page.getByText("Must be a host name").waitFor();
}

describe.skipIf(browserPath === undefined)("the dashboard in a browser", () => {
  test("every screen fits, is accessible and complains of nothing", async () => {
    const window = await sitDown(browser, dashboard, OWNER);
    expect(await lookAtEveryScreen(window, "access", screens)).toEqual([]);
    await window.context.close();
  }, 300_000);

  test("an owner issues, copies, rotates and revokes a key", async () => {
    const options = { permissions: ["clipboard-read", "clipboard-write"] };
    const { page, context, problems } = await sitDown(browser, dashboard, OWNER, options);
    const name = "Till";
    await page.goto("/dashboard/o/acme/keys");
    await page.getByRole("link", { name: "Issue a key" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("button", { name: "Issue the key" }).click();
    const key = await page.locator("#api-key").textContent();
    expect(key).toMatch(/^slk_/);
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(key);
    await page.getByRole("link", { name: "I copied it" }).click();
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("link", { name: "Rotate" }).click();
    await page.getByLabel("7 days").check();
    await page.getByRole("button", { name: "Rotate the key" }).click();
    expect(await page.locator("#api-key").textContent()).not.toBe(key);
    await page.goto("/dashboard/o/acme/keys");
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.getByRole("link", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Revoke the key" }).click();
    await page.waitForURL(/done=revoked/);
    await page.getByText("The key was revoked.").waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test("a project is created by keyboard alone", async () => {
    const { page, context, problems } = await sitDown(browser, dashboard, OWNER);
    await page.goto("/dashboard/o/acme/projects");
    await page.keyboard.press("c");
    await page.waitForURL(/\/projects\/new$/);
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Enter");
    await page.waitForURL(/done=created/);
    // The message has the focus, so that screen readers hear it.
    expect(await page.evaluate("document.activeElement.className")).toContain("notice");
    await page.keyboard.press("j");
    expect(await page.evaluate("document.activeElement.closest('[data-row]') !== null")).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/projects\/[\w-]+$/);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("activity");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/activity$/);
    await page.goto("/dashboard/o/acme/projects");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#content$/);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("an error takes the focus to the field", async () => {
    const { page, context } = await sitDown(browser, dashboard, OWNER);
    await page.goto("/dashboard/o/acme/projects/new");
    await page.getByLabel("Name").fill("Taken");
    await page.getByLabel("Id", { exact: true }).fill("kitchen");
    await page.getByRole("button", { name: "Create the project" }).click();
    await page.locator("#id:focus").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Taken");
    await context.close();
  });
});
