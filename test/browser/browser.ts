import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Service } from "../service.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** Where a Chromium is on this machine, or undefined. CHROMIUM_PATH comes first. */
export const browserPath: string | undefined = [
  process.env.CHROMIUM_PATH ?? "",
  ...(process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((directory) => NAMES.map((name) => join(directory, name))),
].find((path) => path !== "" && existsSync(path));

if (browserPath === undefined) {
  console.warn("no browser found: install chromium or set CHROMIUM_PATH to run the tests in a browser");
}

/** Starts the browser that was found, without what it would do on its own. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath ?? "",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });

/** The origin that the pages seem to come from. */
export const ORIGIN = "http://links.test";

/** A picture for every address but ours. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#c96"/><circle cx="800" cy="450" r="300" fill="#fc6"/></svg>`;

/** A page whose requests the service answers; nothing goes out to a network. */
export async function openPage(
  browser: Browser,
  service: Service,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  await context.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== ORIGIN) return route.fulfill({ contentType: "image/svg+xml", body: PICTURE });
    const response = await service.fetch(url.pathname + url.search, { redirect: "manual" });
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
  return { page, context, problems };
}
