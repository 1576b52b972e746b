import { html, raw } from "hono/html";
import { PAGE_HEADERS } from "../../features/short-links/page.ts";
import { REDIRECT_HEADERS } from "../../features/short-links/redirect-response.ts";
import type { Language } from "./i18n/languages.ts";

/**
 * The colors of every page, for shoppers and for signed-in people, in light and dark. Text has a contrast of at least 4.5
 * to its background, and the borders of controls of at least 3.
 */
export const TOKENS = `:root{color-scheme:light dark;--ground:#f6f5f1;--sheet:#fff;--ink:#1d1f1c;--quiet:#5a5f57;--line:#dfe0d9;--edge:#868b81;--accent:#0b6b3a;--on-accent:#fff;--tint:#e6f1ea;--danger:#b3261e;--danger-tint:#fbeae8;--warn:#7a4f00;--warn-tint:#fbf0d9}
@media (prefers-color-scheme:dark){:root{--ground:#131513;--sheet:#1c1f1c;--ink:#edefe9;--quiet:#a9afa5;--line:#353a35;--edge:#7b8279;--accent:#7fd6a3;--on-accent:#0c1f14;--tint:#1f3228;--danger:#ff9c92;--danger-tint:#3a1f1c;--warn:#f0c46c;--warn-tint:#352a14}}`;

/** HTML of our pages. Template values are escaped, unless they are HTML already. */
export type Html = ReturnType<typeof html>;

/** A page and the style that its policy allows. */
export interface StyledPage {
  html: Html;
  style: string;
}

/** A whole page. `head` is additional markup for the head. */
export const document = ({ title, head, main, language, style }: DocumentParts): StyledPage => ({
  style,
  html: html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
<style>${raw(style)}</style>
</head>
<body>
<main>${main}</main>
</body>
</html>
`,
});

interface DocumentParts {
  title: string;
  head?: Html;
  main: Html;
  language: Language;
  style: string;
}

/** The policy forbids everything but the page's style and callers' images. */
async function contentSecurityPolicy(style: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src https: http: data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The response with a page. `headers` are additional headers. */
export async function pageResponse(
  { html: page, style }: StyledPage,
  status: number,
  headers: Record<string, string>,
) {
  return new Response(String(await page), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": await contentSecurityPolicy(style),
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
      "Strict-Transport-Security": "max-age=31536000",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      ...headers,
    },
  });
}

/** The headers of a page for a single shopper: never cached, and with a policy that allows its style and pictures. */
export async function shopperHeaders(
  style: string,
  pictures: readonly (string | undefined)[],
): Promise<Headers> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const origins = new Set(pictures.flatMap((url) => (url === undefined ? [] : [new URL(url).origin])));
  return new Headers({
    ...PAGE_HEADERS,
    ...REDIRECT_HEADERS,
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      // The empty icon of our pages is a data URL.
      `img-src ${["data:", ...origins].join(" ")}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  });
}
