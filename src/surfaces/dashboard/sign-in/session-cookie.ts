import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { SESSION_MS } from "../../../features/sign-in/session.ts";
import type { DashboardContext } from "../layout/context.ts";

/** With its prefix `__Host-`, a browser takes the cookie only from this host itself, and sends it to no other. */
const NAME = "session";
const OPTIONS = { prefix: "host", path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;

/** The secret of the session that a request names; null without one, and where Cloudflare Access decides alone. */
export const sessionToken = (c: DashboardContext): string | null =>
  c.var.dependencies.cloudflareAccess === null ? (getCookie(c, NAME, "host") ?? null) : null;

/** Signs the browser in with the next response. */
export const setSession = (c: DashboardContext, token: string): void =>
  setCookie(c, NAME, token, { ...OPTIONS, maxAge: SESSION_MS / 1000 });

/** Makes the browser forget the session. */
export const clearSession = (c: DashboardContext): void => void deleteCookie(c, NAME, OPTIONS);

const BROWSERS = [
  ["Edge", /\bEdg/],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;
const SYSTEMS = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** The browser and system of a request, such as "Firefox on Windows", by which a person recognizes a session. */
export function deviceOf({ headers }: Request): string {
  const agent = (headers.get("User-Agent") ?? "").slice(0, 500);
  const nameIn = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(agent))?.[0];
  return `${nameIn(BROWSERS) ?? "A browser"} on ${nameIn(SYSTEMS) ?? "an unknown system"}`;
}
