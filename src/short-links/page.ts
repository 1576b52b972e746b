import { CORRELATION_ID } from "../platform/correlation-id.ts";
import { REDIRECT_HEADERS } from "./redirect-response.ts";

/**
 * The stylesheet of these pages, which the policy allows by its SHA-256. It has the colors of the hosted pages in far less
 * text, because the response to a guessed id must be as fast as a redirect. Contrasts are above 4.5.
 */
export const STYLE =
  ":root{color-scheme:light dark;--ground:#f6f5f1;--ink:#1d1f1c;--accent:#0b6b3a}" +
  "@media(prefers-color-scheme:dark){:root{--ground:#131513;--ink:#edefe9;--accent:#7fd6a3}}" +
  "body{margin:0;padding:18vh 1.25rem 2rem;text-align:center;background:var(--ground);color:var(--ink);" +
  "font:1.0625rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}h1{font-size:1.75rem;line-height:1.2;" +
  "margin:0 0 .5rem}p{margin:0}a{color:var(--accent)}";
const STYLE_HASH = "sha256-dqxmizUXi7HKK80UZ5onjAnKbwFp7NBwHonlRmEhE+w=";

/** The headers of every page at a short link's URL. */
export const PAGE_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; style-src '${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
} as const;

/** A page with `title` as its heading; `head` and `body` are markup. */
export const page = (title: string, head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
  `<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">${head}<style>${STYLE}</style></head>` +
  `<body><main><h1>${title}</h1>${body}</main></body></html>`;

/**
 * A page with metadata for link previews (https://ogp.me): the public name of the link. A person who opens the page can
 * follow the link on it.
 */
export function previewResponse(
  { publicName, url, destination }: { publicName: string; url: string; destination: string },
  correlationId: string,
): Response {
  const name = escapeHtml(publicName);
  const head =
    `<meta property="og:title" content="${name}"><meta property="og:type" content="website">` +
    `<meta property="og:url" content="${escapeHtml(url)}"><meta name="twitter:card" content="summary">`;
  const html = page(name, head, `<p><a href="${escapeHtml(destination)}">Continue</a></p>`);
  const headers = { ...PAGE_HEADERS, ...REDIRECT_HEADERS, [CORRELATION_ID]: correlationId };
  return new Response(html, { headers });
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
