import { CORRELATION_ID } from "../platform/correlation-id.ts";
import { PAGE_HEADERS, page } from "./page.ts";
import { REDIRECT_HEADERS } from "./redirect-response.ts";

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
