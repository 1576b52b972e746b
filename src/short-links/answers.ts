import type { ErrorCode } from "../core/errors.ts";
import { CORRELATION_ID } from "../platform/correlation-id.ts";

/** Of every answer at a short link's address. */
const COMMON_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Of answers that lead on. Nothing is indexed, and nothing referred to, from an answer above 400. */
const LEADING_HEADERS = {
  ...COMMON_HEADERS,
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Robots-Tag": "noindex",
} as const;

/**
 * The one stylesheet of these pages, which the policy allows by its SHA-256: the colours of the hosted pages in a
 * tenth of their length, as this answers guessed ids as fast as a redirect. Contrasts are above 4.5.
 */
export const STYLE =
  ":root{color-scheme:light dark;--ground:#f6f5f1;--ink:#1d1f1c;--accent:#0b6b3a}" +
  "@media(prefers-color-scheme:dark){:root{--ground:#131513;--ink:#edefe9;--accent:#7fd6a3}}" +
  "body{margin:0;padding:18vh 1.25rem 2rem;text-align:center;background:var(--ground);color:var(--ink);" +
  "font:1.0625rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}h1{font-size:1.75rem;line-height:1.2;" +
  "margin:0 0 .5rem}p{margin:0}a{color:var(--accent)}";
const STYLE_HASH = "sha256-dqxmizUXi7HKK80UZ5onjAnKbwFp7NBwHonlRmEhE+w=";

const PAGE_HEADERS = {
  ...COMMON_HEADERS,
  "Cache-Control": "no-store",
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
} as const;

const page = (title: string, head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
  `<meta name="viewport" content="width=device-width,initial-scale=1">${head}<style>${STYLE}</style></head>` +
  `<body><main><h1>${title}</h1>${body}</main></body></html>`;

interface Problem {
  status: number;
  code: ErrorCode;
  message: string;
  headers: Record<string, string>;
  html: Uint8Array;
}

const encoder = new TextEncoder();

const problem = (
  status: number,
  code: ErrorCode,
  title: string,
  message: string,
  headers: Record<string, string> = {},
): Problem => ({
  status,
  code,
  message,
  headers: { ...PAGE_HEADERS, ...headers },
  html: encoder.encode(page(title, "", `<p>${message}</p>`)),
});

/** What a short link can answer instead of leading on. */
export const PROBLEMS = {
  unknown: problem(
    404,
    "not_found",
    "Link not found",
    "There is no such link. Check that the address is complete, or scan the code again.",
  ),
  inactive: problem(410, "link_inactive", "Link no longer active", "This link has been switched off."),
  method: problem(405, "method_not_allowed", "Not possible", "This address takes GET, HEAD.", {
    Allow: "GET, HEAD",
  }),
  limited: problem(
    429,
    "rate_limited",
    "Too many attempts",
    "Too many links that do not exist were asked for. Wait a minute and try again.",
    { "Retry-After": "60" },
  ),
  unavailable: problem(
    503,
    "service_unavailable",
    "Back in a moment",
    "The link cannot be looked up right now. Try again shortly.",
    { "Retry-After": "5" },
  ),
} as const;

/** The answer to a problem: a page, or the API's error body for clients that ask for JSON. */
export function problemResponse(
  request: Request,
  { status, code, message, headers, html }: Problem,
  correlationId: string,
): Response {
  const all = { ...headers, [CORRELATION_ID]: correlationId };
  if (!wantsJson(request)) return new Response(html, { status, headers: all });
  return Response.json(
    { error: { code, message, correlationId } },
    { status, headers: { ...all, "Content-Type": "application/json" } },
  );
}

/** At a short link's address, a client that takes anything gets the page too. */
function wantsJson(request: Request): boolean {
  const accept = request.headers.get("Accept");
  return accept !== null && /\bapplication\/json\b/i.test(accept) && !HTML.test(accept);
}

/** Whether a browser is asking: they name HTML. */
export const isBrowser = (request: Request): boolean => HTML.test(request.headers.get("Accept") ?? "");

const HTML = /\btext\/html\b/i;

/**
 * What link previews are made of (https://ogp.me): the name that the link shows to the public. Whoever sees the
 * page as such can go on by its link.
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
  const headers = { ...PAGE_HEADERS, ...LEADING_HEADERS, [CORRELATION_ID]: correlationId };
  return new Response(html, { headers });
}

/** The answer that leads on. */
export const leadingResponse = (destination: string, correlationId: string): Response =>
  new Response(null, {
    status: 302,
    headers: {
      ...LEADING_HEADERS,
      Location: destination,
      "Cache-Control": "private, no-store",
      [CORRELATION_ID]: correlationId,
    },
  });

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
