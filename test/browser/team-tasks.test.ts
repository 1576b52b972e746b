// @module-tag all
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { LINKS, useLinksDashboard } from "../dashboard/links.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";
import { counting } from "./counting.ts";
import { sitDown } from "./dashboard.ts";

const HOME = "/dashboard/o/acme";
const OWNER = "owner@acme.example";

const on = await useLinksDashboard();
let browser: Browser;
useBrowser();
beforeAll(async () => {
  for (const name of ["Bottle", "Box", "Jar"]) await on.create({ name });
  await on.dashboard.add("globex", OWNER, "owner");
  if (browserPath !== undefined) browser = await launch();
}, 60_000);

describe.skipIf(browserPath === undefined)("what owners do in a browser", () => {
  test("saves the codes of three links without leaving the list", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER);
    await page.goto(LINKS);
    const person = counting(page);
    for (const name of ["Bottle", "Box", "Jar"]) await person.click(`Select ${name}`, "checkbox");
    await person.clickText("Codes…");
    const [file] = await Promise.all([page.waitForEvent("download"), person.click("SVG")]);
    const text = (await readFile(await file.path())).toString();
    for (const name of ["Bottle", "Box", "Jar"]) expect(text).toContain(` ${name}.svg`);
    person.took("save the codes of three links", 5, 0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("invites somebody, and gives a program a key that only reads", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER);
    await page.goto(`${HOME}/members/new`);
    const inviter = counting(page);
    await page.locator("#email:focus").fill("new@acme.example");
    await inviter.click("Add the member");
    await page.getByText("You can see our short links").waitFor();
    inviter.took("invite somebody", 1, 1);

    await page.goto(`${HOME}/keys/new`);
    const issuer = counting(page);
    await page.locator("#name:focus").fill("Report");
    await issuer.click("Issue the key");
    await page.locator("#api-key").waitFor();
    issuer.took("give a program a key that reads", 1, 1);
    const scopes = await on.dashboard.service.env.DB.prepare(
      "SELECT scopes FROM api_keys WHERE name = 'Report'",
    ).first<string>("scopes");
    expect(JSON.parse(scopes ?? "[]").filter((scope: string) => !scope.endsWith(":read"))).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("limits a member by ticking projects, whichever button was chosen before", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER);
    await on.dashboard.service.issueKey({ createProjects: ["maple", "pine"] });
    await page.goto(`${HOME}/members/new`);
    await page.locator("#email").fill("agency@acme.example");
    const all = page.getByRole("radio", { name: /^All projects/ });
    const some = page.getByRole("radio", { name: "Only selected projects" });
    const boxes = ["maple", "pine"].map((name) => page.getByRole("checkbox", { name }));
    const state = async () => Promise.all([all, some, ...boxes].map((control) => control.isChecked()));
    expect(await state()).toEqual([true, false, false, false]);
    for (const box of boxes) await box.check();
    expect(await state()).toEqual([false, true, true, true]);
    // An owner has all of them.
    await page.getByRole("radio", { name: /^Owner/ }).check();
    expect(await state()).toEqual([true, false, false, false]);
    await boxes[0]?.check();
    await all.check();
    expect(await state()).toEqual([true, false, false, false]);
    await page.getByRole("radio", { name: /^Editor/ }).check();
    for (const box of boxes) await box.check();
    await page.getByRole("button", { name: "Add the member" }).click();
    await page.getByText("for Maple & Pine only").waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test("sees on one page which client needs attention", async () => {
    const { page, context, problems } = await sitDown(browser, on.dashboard, OWNER);
    const products = [{ retailerProductId: "aisle 7" }];
    await on.create({ name: "Aisle 7", products }, "bigbox_w add_to_cart");
    const person = counting(page);
    await page.goto("/dashboard");
    const row = (name: string) =>
      page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });
    await row("acme").getByText("1", { exact: true }).waitFor();
    await row("globex").getByText("Nothing").waitFor();
    person.took("see which client needs attention", 0, 1);
    expect(problems).toEqual([]);
    await context.close();
  });
});
