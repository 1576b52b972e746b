import { PAGE_HEADERS, page } from "../../features/short-links/page.ts";
import { REDIRECT_HEADERS } from "../../features/short-links/prepared-redirect.ts";
import type { RedirectDependencies, ShopperPages } from "../../features/short-links/short-link-visit.ts";
import { addressUrl } from "../../ground/core/origins.ts";
import { plainUrl } from "../../ground/core/plain-url.ts";
import { CORRELATION_ID, correlationIdOf } from "../../ground/platform/correlation-id.ts";
import { within } from "../../ground/platform/deadlines.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";

/** What messengers show of a link. */
export interface ShownCard {
  title?: string | undefined;
  text?: string | undefined;
  imageUrl?: string | undefined;
}

const CARD = "SELECT content -> '$.card' AS card FROM links WHERE id = ?1";

/** The card of a link; null without a card, or if D1 does not respond. */
async function cardOf(
  { linkId }: { linkId: string },
  { db, log }: Pick<RedirectDependencies, "db" | "log">,
): Promise<ShownCard | null> {
  try {
    const row = db.prepare(CARD).bind(linkId).first<{ card: string | null }>();
    const { card } = (await within(SERVICE_DEADLINES.brand, row)) ?? { card: null };
    // Validated when it was stored.
    return card === null ? null : (JSON.parse(card) as ShownCard);
  } catch (cause) {
    log("error", "card", { linkId, cause });
    return null;
  }
}

/** The page with the link's card or its public name. The page of a choice has its own metadata. */
export const previewPage: ShopperPages["preview"] = async ({ link, visit, destination, dependencies }) => {
  const card = await cardOf(link, dependencies);
  const title = card?.title ?? ((card ?? destination) && link.publicName);
  if (!title) return undefined;
  const url = addressUrl(dependencies.origins(), visit.host, visit.name);
  return previewResponse(
    { ...card, title, url, destination: destination ?? url },
    correlationIdOf(visit.request),
  );
};

/**
 * A page with metadata for link previews (https://ogp.me): the card of the link. A person who opens the page can follow
 * the link on it.
 */
export function previewResponse(
  {
    title,
    text,
    imageUrl,
    url,
    destination,
  }: ShownCard & { title: string; url: string; destination: string },
  correlationId: string,
): Response {
  const name = escapeHtml(title);
  const meta = (property: string, value: string | undefined): string =>
    value === undefined ? "" : `<meta property="og:${property}" content="${escapeHtml(value)}">`;
  const head =
    `${meta("title", title)}${meta("description", text)}${meta("image", imageUrl && plainUrl(imageUrl))}${meta("type", "website")}${meta("url", url)}` +
    `<meta name="twitter:card" content="${imageUrl === undefined ? "summary" : "summary_large_image"}">`;
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
