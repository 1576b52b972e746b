import { html, raw } from "hono/html";
import { STYLE } from "./style.ts";

/** HTML of our pages. Values that are put into a template are escaped, unless they are HTML already. */
export type Html = ReturnType<typeof html>;

/** A page and the style that its policy has to allow. */
export interface StyledPage {
  html: Html;
  style: string;
}

/** A whole page. `head` is what it adds to the head. */
export const document = ({ title, head, main }: { title: string; head?: Html; main: Html }): Html =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
<style>${raw(STYLE)}</style>
</head>
<body>
<main>${main}</main>
</body>
</html>
`;

/** The policy forbids everything but our one style and callers' images. Computed once for an isolate. */
let policy: string | undefined;

async function contentSecurityPolicy(): Promise<string> {
  if (policy === undefined) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(STYLE));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    policy = [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "img-src https: http: data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; ");
  }
  return policy;
}

/** The response with a page. `headers` are added to those of every page. */
export async function pageResponse(page: Html, status: number, headers: Record<string, string>) {
  return new Response(String(await page), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": await contentSecurityPolicy(),
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
      "Strict-Transport-Security": "max-age=31536000",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      ...headers,
    },
  });
}
