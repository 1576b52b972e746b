import type { Browser } from "playwright-core";
import type { RunningDashboard } from "../dashboard/dashboard.ts";
import { openWindow, type Window, type WindowOptions } from "./browser.ts";

/** Opens a browser window in which this person is signed in. Requests go to the service itself. */
export const sitDown = async (
  browser: Browser,
  dashboard: RunningDashboard,
  email: string,
  options: WindowOptions = {},
): Promise<Window> =>
  openWindow(browser, dashboard.service.url.origin, {
    ...options,
    extraHTTPHeaders: await dashboard.identity(email),
  });
