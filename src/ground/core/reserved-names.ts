/** The redirect imports this file, so it must not import zod or other slow modules. */

/**
 * The first segment of all our own paths, and of paths that browsers and search engines request from every host. No slug may
 * equal these names. Names with a dot can't be slugs anyway; a test compares the list with the routes.
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
  "mail",
  "mcp",
  "oauth",
  "openapi.json",
  "qr",
  "ready",
  "robots.txt",
  "shared",
  "sitemap.xml",
  "v1",
  ".well-known",
]);

/** Whether a name, in lower case, is reserved: one of ours, or a number of up to four digits. */
export const isReservedName = (name: string): boolean =>
  RESERVED_NAMES.has(name) || (name.length < 5 && /^[0-9]+$/.test(name));
