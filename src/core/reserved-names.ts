/** The redirect imports this file, so it must not import zod or anything else that takes time to load. */

/**
 * The first part of every path that is ours, or that browsers and search engines ask every host for. No link has one of
 * them as its slug. Those with a dot can't be slugs anyway, and stand here because a test compares the list with the routes.
 */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  "api",
  "app",
  "assets",
  "brands",
  "cdn-cgi",
  "dashboard",
  "docs",
  "docs.md",
  "exports",
  "favicon.ico",
  "health",
  "links",
  "lists",
  "llms.txt",
  "llms-full.txt",
  "login",
  "mcp",
  "openapi.json",
  "qr",
  "ready",
  "robots.txt",
  "shared",
  "sitemap.xml",
  "v1",
  ".well-known",
]);

/** Whether a name, in lower case, is none that a link can have: one of ours, or a number of up to four digits. */
export const isReservedName = (name: string): boolean =>
  RESERVED_NAMES.has(name) || (name.length < 5 && /^[0-9]+$/.test(name));
