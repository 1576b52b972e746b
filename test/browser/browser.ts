import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { atEndOfWorker } from "../use-service.ts";

/** The shell without windows comes first: the same pages took two thirds of the CPU there. */
const NAMES = [
  "chromium-headless-shell",
  ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
];

/** Where a Chromium is on this machine, or undefined. CHROMIUM_PATH comes first. */
export const browserPath: string | undefined = [
  process.env.CHROMIUM_PATH ?? "",
  ...NAMES.flatMap((name) =>
    (process.env.PATH ?? "").split(delimiter).map((directory) => join(directory, name)),
  ),
].find((path) => path !== "" && existsSync(path));

if (browserPath === undefined) {
  console.warn("no browser found: install chromium or set CHROMIUM_PATH to run the tests in a browser");
}

let launched: Promise<Browser> | undefined;
let closing: NodeJS.Timeout | undefined;
/** How long a browser is kept for the next file. It takes as much memory as three services. */
const IDLE_MS = 10_000;

/** Has the browser closed once neither this test file nor the next one uses it. For the top of a file. */
export function useBrowser(): void {
  beforeAll(() => clearTimeout(closing));
  afterAll(() => {
    closing = setTimeout(async () => {
      const browser = launched;
      launched = undefined;
      await (await browser)?.close();
    }, IDLE_MS).unref();
  });
}

/** Starts the browser that was found, without what it would do on its own. Files that run one after the other share it. */
export function launch(): Promise<Browser> {
  launched ??= start();
  return launched;
}

async function start(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: browserPath ?? "",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${DISABLED.join(",")}`,
    ],
  });
  atEndOfWorker(() => browser.close());
  return browser;
}

/** Playwright's own list, which this one replaces, and a process that is started ahead for each page to come. */
const DISABLED = [
  "SpareRendererForSitePerProcess",
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding"],
];

/** A picture for every address but ours. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#c96"/><circle cx="800" cy="450" r="300" fill="#fc6"/></svg>`;

/** A window of a browser, and everything that must not happen there. */
export interface Window {
  page: Page;
  context: BrowserContext;
  origin: string;
  /** Messages of the console, what the policy of a page refused among them; errors of scripts; requests to other hosts. */
  problems: string[];
}

/** What `newContext` takes, and whether other hosts answer with a picture instead of being a problem. */
export type WindowOptions = Parameters<Browser["newContext"]>[0] & { pictures?: boolean };

/** Opens a window of its own for the pages of one origin. Nothing goes out to a network for what is not a problem. */
export async function openWindow(
  browser: Browser,
  origin: string,
  { pictures = false, ...options }: WindowOptions = {},
): Promise<Window> {
  const context = await browser.newContext({ ...options, baseURL: origin });
  const page = await context.newPage();
  // A person presses keys on a page that has loaded. Before its scripts have run, a key does nothing.
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = async (...args) => {
    await page.waitForLoadState();
    await press(...args);
  };
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  const isElsewhere = (url: URL) => url.origin !== origin && url.protocol !== "data:";
  if (pictures)
    await context.route(isElsewhere, (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: PICTURE }),
    );
  else
    page.on("request", (request) => {
      if (isElsewhere(new URL(request.url()))) problems.push(`asked ${request.url()}`);
    });
  return { page, context, origin, problems };
}
