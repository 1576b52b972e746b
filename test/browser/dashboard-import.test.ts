// @module-tag all
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { useDashboard } from "../dashboard/dashboard.ts";
import { added, customRows, IMPORT, idIn, started } from "../dashboard/import.ts";
import { dependenciesOf } from "../dependencies.ts";
import { decodeWithZxing, rasterize } from "../qr-codes/qr-decoding.ts";
import { takeStep } from "../runs/steps.ts";
import { IS_DEEP } from "../seeds.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";
import { sitDown } from "./dashboard.ts";
import { download } from "./downloads.ts";
import { lookAtEveryScreen, type Screen, unfold } from "./every-screen.ts";

const OWNER = "owner@acme.example";
const LONG = "A-name-that-goes-on-and-on-as-names-of-files-do-with-a-wordthatisfartoolongforanyphone.csv";

const dashboard = await useDashboard();
let browser: Browser;
useBrowser();
/** The screens by name. */
const screens: Record<string, string | Screen> = {};

beforeAll(async () => {
  if (browserPath === undefined) return;
  browser = await launch();
  await dashboard.add("acme", OWNER, "owner");
  await dashboard.add("empty", OWNER, "owner");
  const owner = await dashboard.as(OWNER);
  await owner.send("/dashboard/o/acme/projects/new", { name: "Main", id: "main" });
  await owner.send("/dashboard/o/acme/projects/new", { name: "Second", id: "second" });
  const wrong = (row: number) => (row % 3 === 0 ? "nowhere" : `https://example.com/${row}`);
  const problems = await added(dashboard, OWNER, { file: customRows(90, wrong), name: LONG });
  const ready = await added(dashboard, OWNER, { file: customRows(3) });
  const moved = await added(dashboard, OWNER, {
    file: "keyword,url,title,timestamp,ip,clicks\nsoup,https://example.com/,Soup,,,4\n1,https://example.com/,One,,,2\n",
  });
  const table = await added(dashboard, OWNER, {
    file: "Short URL;Landing page;Label;Total scans;Printed on\ngo.example/soup;https://example.com/soups/autumn;Soup;12.345;box\ngo.example/Taco;https://example.com/tacos;Tacos;7;\n",
    name: "list.csv",
  });
  const done = await started(dashboard, OWNER, { file: customRows(30) });
  await takeStep(done.message, dependenciesOf(dashboard.service.env));
  const change = async (path: string, set: string) => {
    await dashboard.service.env.DB.batch([
      dashboard.service.env.DB.prepare(
        "UPDATE import_rows SET state = 'waiting' WHERE import_id = ?1 AND row > 20",
      ).bind(idIn(path)),
      dashboard.service.env.DB.prepare(`UPDATE runs SET ${set} WHERE id = ?1`).bind(idIn(path)),
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
    moved,
    table,
    ready,
    running,
    stopped,
    done: done.path,
    delete: `${done.path}/delete`,
  });
}, 120_000);

describe.skipIf(browserPath === undefined)("imports in a browser", () => {
  test("every screen fits, is accessible and complains of nothing", async () => {
    const window = await sitDown(browser, dashboard, OWNER);
    expect(await lookAtEveryScreen(window, "import", screens)).toEqual([]);
    await window.context.close();
  }, 300_000);

  test("a file that is dropped on the zone is checked, without a script of ours", async () => {
    const { page, context, problems } = await sitDown(browser, dashboard, OWNER, {
      javaScriptEnabled: false,
    });
    await page.goto(IMPORT);
    const zone = await page.locator(".drop-zone").boundingBox();
    if (!zone) throw new Error("no zone");
    const folder = mkdtempSync(join(tmpdir(), "drop-"));
    try {
      const file = join(folder, "dropped.csv");
      writeFileSync(file, customRows(2));
      const session = await context.newCDPSession(page);
      // In a corner, far from the button of the field.
      const [x, y] = [zone.x + 12, zone.y + 12];
      const data = { items: [], files: [file], dragOperationsMask: 1 };
      for (const type of ["dragEnter", "dragOver", "drop"] as const)
        await session.send("Input.dispatchDragEvent", { type, x, y, data });
      await page.getByLabel("Project").selectOption("main");
      await page.getByRole("button", { name: "Check the file" }).click();
      await page.getByText("The file was checked: 2 rows are ready. Nothing is created yet.").waitFor();
      await page.getByRole("heading", { name: "Import of dropped.csv" }).waitFor();
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(problems).toEqual([]);
    await context.close();
  }, 60_000);

  /** Corrects a row on its page, where the field with the problem has the focus. */
  async function correct(page: Page, row: number, field: string, text: string): Promise<void> {
    await page.getByRole("link", { name: `Row ${row}`, exact: true }).click();
    await page.locator(`#${field}:focus`).fill(text);
    await page.getByRole("button", { name: "Save the row" }).click();
    await page.getByText("The row was saved. It has no problems now.").waitFor();
  }

  test.each(IS_DEEP ? [true, false] : [true])(
    "120 rows are uploaded, three of them corrected, created and downloaded (scripts: %s)",
    async (javaScriptEnabled) => {
      const { page, context, problems } = await sitDown(browser, dashboard, OWNER, { javaScriptEnabled });
      await page.goto(IMPORT);
      const place = (row: number) => `https://example.com/${javaScriptEnabled}/${row}`;
      const file = customRows(120, (row) => (row === 5 || row === 119 ? "nowhere" : place(row)));
      await page.getByLabel("Drop a file here, or choose one").setInputFiles({
        name: "summer.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(file.replace("Link 60,", ",")),
      });
      await page.getByLabel("Project").selectOption("main");
      await page.getByRole("button", { name: "Check the file" }).click();
      await page
        .getByText("3 of 120 rows can't be used: see the problems below. Nothing is created yet.")
        .waitFor();
      expect(await counts(page)).toMatchObject({ Ready: "117", "With problems": "3" });
      await correct(page, 5, "customUrl", place(5));
      await correct(page, 60, "name", "Corrected");
      if (javaScriptEnabled) await correct(page, 119, "customUrl", place(119));
      else {
        const wrong = (await download(page, "Rows with problems as CSV")).content.toString();
        const buffer = Buffer.from(wrong.replace("nowhere", place(119)));
        const corrected = { name: "corrected.csv", mimeType: "text/csv", buffer };
        await page.getByLabel("Corrected file").setInputFiles(corrected);
        await page.getByRole("button", { name: "Replace these rows" }).click();
      }
      await page.getByRole("button", { name: "Create 120 links" }).click();
      await page.getByText("Links are being created.").waitFor();
      expect(await page.locator("progress").getAttribute("max")).toBe("120");
      const zip = page.getByText("QR codes as ZIP");
      const latest = page.getByRole("link", { name: "Refresh" });
      await expect
        .poll(
          async () => {
            // Without scripts, a person looks again.
            if (!javaScriptEnabled && (await latest.isVisible())) await latest.click();
            // A page that is still being read has no count yet.
            await page.waitForLoadState();
            return (await counts(page)).Created;
          },
          { timeout: 90_000, interval: 60 },
        )
        .toBe("120");
      await zip.waitFor();
      expect(await counts(page)).toEqual({ Created: "120", "Total rows": "120" });

      const [, ...lines] = (await download(page, "Short links as CSV")).content
        .toString()
        .trim()
        .split("\r\n");
      const shortLinks = new Map(
        lines.map((line) => line.split(",")).map((cells) => [Number(cells[0]), cells[3] ?? ""]),
      );
      expect(shortLinks.size).toBe(120);
      for (const row of [2, 5, 60, 119, 121]) {
        const answer = await fetch(shortLinks.get(row) ?? "", { redirect: "manual" });
        expect([row, answer.status, answer.headers.get("Location")]).toEqual([row, 302, place(row)]);
      }
      await zip.click();
      await page.getByLabel("Name files after").selectOption("name");
      const codes = unpack((await download(page, "Download the ZIP", "button")).content);
      expect(codes.size).toBe(120);
      const [, corrected = ""] = [...codes].find(([name]) => /^0*60 Corrected\.svg$/.test(name)) ?? [];
      const code = await decodeWithZxing(rasterize(corrected, 400));
      expect(code?.text).toBe(`${shortLinks.get(60)}?qr=default`);
      expect(problems).toEqual([]);
      await context.close();
    },
    180_000,
  );
});

/** The numbers of rows by state, as the page shows them. */
async function counts(page: Page): Promise<Record<string, string>> {
  const names = await page.locator(".counts dt").allTextContents();
  const numbers = await page.locator(".counts dd").allTextContents();
  return Object.fromEntries(names.map((name, index) => [name, numbers[index] ?? ""]));
}

/** The texts of the files in an archive, by name. */
function unpack(archive: Buffer): Map<string, string> {
  const directory = mkdtempSync(join(tmpdir(), "codes-"));
  try {
    writeFileSync(join(directory, "codes.zip"), archive);
    execFileSync("unzip", ["-q", "codes.zip", "-d", "codes"], { cwd: directory });
    const codes = join(directory, "codes");
    return new Map(readdirSync(codes).map((name) => [name, readFileSync(join(codes, name), "utf8")]));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
