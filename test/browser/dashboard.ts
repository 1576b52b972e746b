import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Dashboard } from "../dashboard/dashboard.ts";

const PHONE = { name: "phone", viewport: { width: 390, height: 844 } };
const DESKTOP = { name: "desktop", viewport: { width: 1280, height: 900 } };

/**
 * A phone and a desktop, one in light and one in dark: colours do not depend on the size, and each view of all screens
 * takes its time. Where pictures are wanted, all four.
 */
export const VIEWS = [
  { ...PHONE, colorScheme: "light" as const },
  { ...DESKTOP, colorScheme: "dark" as const },
  ...(process.env.SCREENSHOTS
    ? [
        { ...PHONE, colorScheme: "dark" as const },
        { ...DESKTOP, colorScheme: "light" as const },
      ]
    : []),
];

/** A person at a browser, and everything that must not happen there. */
export interface Sitting {
  page: Page;
  context: BrowserContext;
  origin: string;
  /** Messages of the console, errors of scripts, and requests to other hosts. */
  problems: string[];
  /** Bytes of the answers since the last call, by kind. */
  takeSizes(): { all: number; scripts: number };
}

/** Opens a browser window in which this person is signed in. Requests go to the service itself. */
export async function sitDown(
  browser: Browser,
  dashboard: Dashboard,
  email: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Sitting> {
  const { origin } = dashboard.service.url;
  const context = await browser.newContext({
    ...options,
    baseURL: origin,
    extraHTTPHeaders: await dashboard.identity(email),
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== "data:") problems.push(`asked ${url.href}`);
  });
  const taken = { all: 0, scripts: 0 };
  page.on("response", (response) => {
    const isScript = response.request().resourceType() === "script";
    response.body().then(
      ({ length }) => {
        taken.all += length;
        if (isScript) taken.scripts += length;
      },
      // A redirect has no body.
      () => {},
    );
  });
  return {
    page,
    context,
    origin,
    problems,
    takeSizes() {
      const { all, scripts } = taken;
      Object.assign(taken, { all: 0, scripts: 0 });
      return { all, scripts };
    },
  };
}

/** What axe finds wrong with the page as it is now. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // The script above put it there.
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** How far the page is wider than the window, in pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
