// @module-tag all
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { useDashboard } from "../dashboard/dashboard.ts";
import { upload } from "../dashboard/import.ts";
import { amazonFile, type FileOrder, impactFile } from "../sales/report-files.ts";
import { browserPath, launch, useBrowser } from "./browser.ts";
import { sitDown } from "./dashboard.ts";
import { lookAtEveryScreen, type Screen, unfold } from "./every-screen.ts";

const OWNER = "owner@acme.example";
const SALES = "/dashboard/o/acme/sales";
const LONG = "A-name-that-goes-on-and-on-as-names-of-files-do-with-a-wordthatisfartoolongforanyphone.csv";

const dashboard = await useDashboard();
let browser: Browser;
useBrowser();
/** The screens by name. */
const screens: Record<string, string | Screen> = {};

const order = (id: string, more: Partial<FileOrder> = {}): FileOrder => ({
  ...{ day: "2026-11-21", order: id, amount: "1234.50", commission: "61.70" },
  ...more,
});

/** Adds a report, and returns the path of its draft. */
async function drafted(file: string, name = "report.csv"): Promise<string> {
  const { location } = await upload(dashboard, OWNER, `${SALES}/new`, { file, name });
  return location ?? "";
}

beforeAll(async () => {
  if (browserPath === undefined) return;
  browser = await launch();
  await dashboard.add("acme", OWNER, "owner");
  await dashboard.add("empty", OWNER, "owner");
  const owner = await dashboard.as(OWNER);
  const confirmed = await drafted(
    impactFile(
      order("A"),
      order("B", { currency: "JPY", amount: "1980", state: "PENDING" }),
      order("C", { currency: "CAD", state: "REVERSED", day: "2026-11-02" }),
    ),
    LONG,
  );
  await owner.send(`${confirmed}/confirm`, {});
  const wrong = Array.from({ length: 60 }, (_, index) => order(`W${index}`, { amount: "a lot" }));
  Object.assign(screens, {
    list: SALES,
    new: `${SALES}/new`,
    empty: "/dashboard/o/empty/sales",
    ready: {
      path: await drafted(impactFile(order("D"), order("E", { day: "2026-11-30" })), LONG),
      first: unfold,
    },
    asked: await drafted("When;Ref;Umsatz\r\n03/04/2026;x;1.234\r\n"),
    currency: await drafted(amazonFile(order("F"))),
    problems: await drafted(impactFile(...wrong)),
    report: confirmed,
    undo: `${confirmed}/undo`,
  });
}, 120_000);

describe.skipIf(browserPath === undefined)("sales in a browser", () => {
  test("every screen fits, is accessible and complains of nothing", async () => {
    const window = await sitDown(browser, dashboard, OWNER);
    expect(await lookAtEveryScreen(window, "sales", screens)).toEqual([]);
    await window.context.close();
  }, 300_000);
});
