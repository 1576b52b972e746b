import { PAGE_HEADERS } from "../../features/short-links/page.ts";
import { REDIRECT_HEADERS } from "../../features/short-links/redirect-response.ts";

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
