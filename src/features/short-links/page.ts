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
