import { bytesOf, type KnownLink } from "../../../features/short-links/redirect-memory.ts";
import { shopCookie } from "../../../features/short-links/remembered-shop.ts";
import { isScan } from "../../../features/short-links/target-redirect.ts";
import { CORRELATION_ID, correlationIdOf } from "../../../ground/platform/correlation-id.ts";
import { Memory } from "../../../ground/platform/memory.ts";
import { type Language, preferredLanguage } from "../i18n/languages.ts";
import { brandOfLink, type KnownBrand } from "../page-brand.ts";
import { drawChoice, QR_PLACE, QUERY_PLACE } from "./draw-choice.ts";
import type { ChoiceRequest } from "./respond-to-choice.ts";

/** A cached page. It belongs to one state of its link and its brand. */
interface CachedPage {
  link: KnownLink;
  brand: KnownBrand;
  /** A text with placeholders for the QR code's identifier if the visit is a scan. */
  body: Uint8Array | string;
  headers: Headers;
}

const CAPACITY = 1_000;
/** As long as the links that the pages are compared with. */
const CACHED_MS = 10_000;
/** The maximum size of all pages in bytes, with the links that they retain. */
const MAX_BYTES = 10_000_000;
/** Of the headers and the entry in memory; a text takes up to two bytes per character. */
const PAGE_BYTES = 3_000;

const weigh = ({ link, body }: CachedPage): number =>
  PAGE_BYTES + bytesOf(link) + (typeof body === "string" ? 2 * body.length : body.byteLength);

/** Where the host of a URL begins. */
const AFTER_SCHEME = "https://".length;

/** State of this isolate. */
const pages = new Memory<CachedPage>(CAPACITY, CACHED_MS, { weigh, maxWeight: MAX_BYTES });

/** The page of a choice link for a shopper: synchronously if memory has the page and the brand. */
export function pageResponse(choiceRequest: ChoiceRequest): Response | Promise<Response> {
  const { link, visit, dependencies } = choiceRequest;
  const brand = brandOfLink(link, visit.time, dependencies);
  return brand instanceof Promise
    ? brand.then((found) => inBrand(choiceRequest, found))
    : inBrand(choiceRequest, brand);
}

function inBrand(choiceRequest: ChoiceRequest, brand: KnownBrand): Response | Promise<Response> {
  const { link, choice, visit } = choiceRequest;
  const accepted = visit.request.headers.get("Accept-Language");
  const language = choice.page.language ?? preferredLanguage(accepted);
  const key = keyOf(choiceRequest, language);
  const cached = pages.get(key, visit.time);
  if (cached?.link === link && cached.brand === brand) return respond(cached, choiceRequest);
  return drawChoice(choiceRequest, language, brand).then(({ html, headers }) => {
    const isFixed = visit.qr === "" && choiceRequest.forwarded === "";
    const body = isFixed ? new TextEncoder().encode(html) : html;
    const page = { link, brand, body, headers };
    pages.set(key, page, visit.time);
    return respond(page, choiceRequest);
  });
}

/**
 * What the page depends on besides the link and its brand: the parts of the request's URL that its own links contain, and
 * the shopper.
 */
function keyOf(
  { visit, visible, isForAll, query, forwarded, shop }: ChoiceRequest,
  language: Language,
): string {
  const { url, host, name, qr } = visit;
  const by = qr === "" ? (isScan(visit) ? "scan" : "click") : "qr";
  const origin = url.slice(0, url.indexOf("/", AFTER_SCHEME));
  let key = `origin=${origin} host=${host} name=${name} language=${language} by=${by}`;
  key += ` remember=${query.remember ?? ""} shop=${shop ?? ""} more=${visible.hasMore} forwards=${forwarded !== ""}`;
  if (isForAll) return key;
  for (const { offer, soldOut } of visible.rows) key += ` ${soldOut ? "-" : "+"}${offer.key}`;
  return key;
}

function respond({ body, headers }: CachedPage, { link, visit, query, forwarded }: ChoiceRequest): Response {
  const { request, qr } = visit;
  const inHtml = () => forwarded.replace(/[&"<>']/g, (mark) => `&#${mark.charCodeAt(0)};`);
  const text =
    typeof body === "string" ? body.replaceAll(QR_PLACE, qr).replaceAll(QUERY_PLACE, inHtml) : body;
  const response = new Response(text, { headers });
  response.headers.set(CORRELATION_ID, correlationIdOf(request));
  if (query.remember === "0")
    response.headers.set("Set-Cookie", shopCookie(request, link.project.organizationId, null));
  return response;
}
