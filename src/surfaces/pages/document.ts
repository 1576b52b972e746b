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
  /** Its only script, which the policy allows. */
  script?: string;
}

/** A text with markup in place of `hole`. */
export function around(text: string, hole: string, markup: Html): Html {
  const [before = "", after = ""] = text.split(hole);
  return html`${before}${markup}${after}`;
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

/** The source of a policy that allows this style or script alone. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

/** The policy forbids everything but the page's style and callers' images. */
const contentSecurityPolicy = async (style: string): Promise<string> =>
  [
    "default-src 'none'",
    `style-src ${await hashOf(style)}`,
    "img-src https: http: data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

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

/**
 * The headers of a page for a single shopper: never cached, and with a policy that allows its style, its pictures and its
 * script, if it has one.
 */
export async function shopperHeaders(
  style: string,
  pictures: readonly (string | undefined)[],
  script?: string,
): Promise<Headers> {
  const origins = new Set(pictures.flatMap((url) => (url === undefined ? [] : [new URL(url).origin])));
  return new Headers({
    ...PAGE_HEADERS,
    ...REDIRECT_HEADERS,
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src ${await hashOf(style)}`,
      ...(script === undefined ? [] : [`script-src ${await hashOf(script)}`]),
      // The empty icon of our pages is a data URL.
      `img-src ${["data:", ...origins].join(" ")}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  });
}
