import { html, raw } from "hono/html";
import { PAGE_HEADERS } from "../../features/short-links/page.ts";
import { REDIRECT_HEADERS } from "../../features/short-links/prepared-redirect.ts";
import type { Language } from "./i18n/languages.ts";

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
