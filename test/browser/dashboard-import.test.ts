import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runChunk } from "../../src/imports/run-import.ts";
import { type Dashboard, startDashboard } from "../dashboard/dashboard.ts";
import { added, customRows, IMPORT, idIn, started } from "../dashboard/import.ts";
import { dependenciesOf } from "../dependencies.ts";
import { browserPath, launch } from "./browser.ts";
import { sitDown } from "./dashboard.ts";
import { lookAtEveryScreen, type Screen, unfold } from "./every-screen.ts";

const OWNER = "owner@acme.example";
const LONG = "A-name-that-goes-on-and-on-as-names-of-files-do-with-a-wordthatisfartoolongforanyphone.csv";

let dashboard: Dashboard;
let browser: Browser;
/** The screens by name. */
const screens: Record<string, string | Screen> = {};

beforeAll(async () => {
  if (browserPath === undefined) return;
  [dashboard, browser] = await Promise.all([startDashboard(), launch()]);
  await dashboard.add("acme", OWNER, "owner");
  await dashboard.add("empty", OWNER, "owner");
  const owner = await dashboard.as(OWNER);
  await owner.send("/dashboard/o/acme/projects/new", { name: "Main", id: "main" });
  await owner.send("/dashboard/o/acme/projects/new", { name: "Second", id: "second" });
  const wrong = (row: number) => (row % 3 === 0 ? "nowhere" : `https://example.com/${row}`);
  const problems = await added(dashboard, OWNER, { file: customRows(90, wrong), name: LONG });
  const ready = await added(dashboard, OWNER, { file: customRows(3) });
  const done = await started(dashboard, OWNER, { file: customRows(30) });
  await runChunk(idIn(done), dependenciesOf(dashboard.service.env));
  const change = async (path: string, set: string) => {
    await dashboard.service.env.DB.batch([
      dashboard.service.env.DB.prepare(
        "UPDATE import_rows SET state = 'waiting' WHERE import_id = ?1 AND row > 20",
      ).bind(idIn(path)),
      dashboard.service.env.DB.prepare(`UPDATE imports SET ${set} WHERE id = ?1`).bind(idIn(path)),
    ]);
  };
  const running = await added(dashboard, OWNER, { file: customRows(60) });
  // Somebody else works on it for as long as the test looks.
  await change(running, "state = 'running', lease_id = 'other', leased_until = '9999-01-01'");
  const stopped = await added(dashboard, OWNER, { file: customRows(60) });
  await change(stopped, "state = 'stopped', stopped_because = 'member_removed'");
  Object.assign(screens, {
    new: { path: IMPORT, first: unfold },
    "new, empty": "/dashboard/o/empty/links/import",
    problems: `${problems}?done=checked`,
    "problems, next page": `${problems}?show=problems&after=80`,
    row: `${problems}/rows/3`,
    ready,
    running,
    stopped,
    done,
    delete: `${done}/delete`,
  });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await dashboard?.close();
});

describe.skipIf(browserPath === undefined)("imports in a browser", () => {
  test("every screen fits, is accessible and complains of nothing", async () => {
    const window = await sitDown(browser, dashboard, OWNER);
    expect(await lookAtEveryScreen(window, "import", screens)).toEqual([]);
    await window.context.close();
  }, 300_000);

  test.each([true, false])(
    "a file is uploaded, mended and created, with scripts: %s",
    async (javaScriptEnabled) => {
      const { page, context, problems } = await sitDown(browser, dashboard, OWNER, { javaScriptEnabled });
      await page.goto(IMPORT);
      const file = customRows(120, (row) => (row === 5 ? "nowhere" : `https://example.com/${row}`));
      await page.getByLabel("CSV file").setInputFiles({
        name: "summer.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(file),
      });
      await page.getByLabel("Project").selectOption("main");
      await page.getByRole("button", { name: "Check the file" }).click();
      await page.getByRole("link", { name: "Row 5" }).click();
      // The field with the problem has the focus.
      expect(await page.locator("input:focus").getAttribute("id")).toBe("customUrl");
      await page.getByLabel("Custom URL").fill("https://example.com/5");
      await page.getByRole("button", { name: "Save the row" }).click();
      await page.getByRole("button", { name: "Create 120 links" }).click();
      const done = page.getByText("Created 120");
      // Without scripts, a person looks again.
      if (!javaScriptEnabled) {
        await expect
          .poll(
            async () => {
              const latest = page.getByRole("link", { name: "Show the latest state" });
              if (await latest.isVisible()) await latest.click();
              return done.isVisible();
            },
            { timeout: 60_000 },
          )
          .toBe(true);
      }
      await done.waitFor({ timeout: 60_000 });
      await page.getByRole("link", { name: "QR codes as ZIP" }).waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
    120_000,
  );
});
