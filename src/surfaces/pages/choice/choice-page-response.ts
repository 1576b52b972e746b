import { bytesOf, type KnownLink } from "../../../features/short-links/redirect-memory.ts";
import { shopCookie } from "../../../features/short-links/remembered-shop.ts";
import { isScan } from "../../../features/short-links/target-redirect.ts";
import { picksItself } from "../../../features/short-links/visible-offers.ts";
import { addressUrl } from "../../../ground/core/origins.ts";
import { plainUrl } from "../../../ground/core/plain-url.ts";
import { CORRELATION_ID, correlationIdOf } from "../../../ground/platform/correlation-id.ts";
import { Memory } from "../../../ground/platform/memory.ts";
import { shopperHeaders } from "../document.ts";
import { type Language, preferredLanguage } from "../i18n/languages.ts";
import { brandOfLink, type KnownBrand, shownBrand } from "../page-brand.ts";
import { type ChoiceView, choicePage } from "./choice-markup.ts";
import { earnsCommission, hostOf } from "./openable-offers.ts";
import type { ChoiceRequest } from "./respond-to-choice.ts";

/** The placeholder of the QR code's identifier in a drawn page. No other text contains it. */
const QR_PLACE = "\0qr\0";

/** The placeholder of the parameters of the visit. */
const QUERY_PLACE = "\0query\0";

/** A QR code identifier of maximum length, which the page's links contain. */
const MAX_QR = "q".repeat(64);

/** The maximum size of a page in bytes: the first packets of a slow connection. */
const MAX_BYTES = 12_000;

/**
 * What a larger page drops, step by step: repetitions, the picture, its texts, the ends of names, and finally the paths of
 * the legal pages, replaced by their sites.
 */
const LEANER: readonly ((view: ChoiceView) => ChoiceView)[] = [
  (view) => ({ ...view, isTerse: true }),
  (view) => ({ ...view, imageUrl: undefined }),
  ({ disclosure, ...view }) => ({ ...view, text: undefined, disclosure: disclosure && true }),
  ({ publicName, brand, offers, ...view }) => ({
    ...view,
    publicName: publicName && cut(publicName, 60),
    brand: brand && { ...brand, name: cut(brand.name, 30) },
    offers: offers.map(({ label, host, ...offer }) => ({
      ...offer,
      label: cut(label, 16),
      // The end of a host shows its owner.
      host: host.length > 40 ? `…${host.slice(-40)}` : host,
    })),
  }),
  ({ brand, ...view }) => ({
    ...view,
    brand: brand && { ...brand, imprintUrl: siteOf(brand.imprintUrl), privacyUrl: siteOf(brand.privacyUrl) },
  }),
];

/** The first characters of a text. */
function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join("")}…` : text;
}

const siteOf = (url: string | undefined): string | undefined => url && `${new URL(url).origin}/`;

async function drawChoice(
  choiceRequest: ChoiceRequest,
  language: Language,
  brand: KnownBrand,
): Promise<{ html: string; headers: Headers }> {
  let view = viewOf(choiceRequest, language, brand);
  for (let step = 0; ; step++) {
    const page = choicePage(view);
    const text = String(await page.html);
    // The same character in fewer bytes.
    const html = view.isTerse ? text.replaceAll("&quot;", "&#34;") : text;
    const leaner = isTooLarge(html) ? LEANER[step] : undefined;
    if (!leaner)
      return { html, headers: await shopperHeaders(page.style, [view.imageUrl, view.brand?.logoUrl]) };
    view = leaner(view);
  }
}

const isTooLarge = (html: string): boolean =>
  html.length > MAX_BYTES / 4 &&
  new TextEncoder().encode(html.replaceAll(QR_PLACE, MAX_QR)).length > MAX_BYTES;

function viewOf(choiceRequest: ChoiceRequest, language: Language, brand: KnownBrand): ChoiceView {
  const { link, choice, visit, visible, query, shop, dependencies } = choiceRequest;
  const origins = dependencies.origins();
  const { imageUrl, text } = choice.page;
  const remembered = shop === undefined ? undefined : choice.offers.find(({ retailer }) => retailer === shop);
  return {
    language,
    publicName: link.publicName,
    url: addressUrl(origins, visit.host, visit.name),
    qr: visit.qr === "" ? "" : QR_PLACE,
    query: choiceRequest.forwarded === "" ? undefined : QUERY_PLACE,
    imageUrl: imageUrl !== undefined && URL.canParse(imageUrl) ? plainUrl(imageUrl) : undefined,
    text,
    offers: visible.rows.map(({ offer, soldOut }) => ({
      key: offer.key,
      label: offer.label,
      host: hostOf(offer, origins.shortLink),
      soldOut,
    })),
    hasMore: visible.hasMore,
    allSoldOut: visible.allSoldOut,
    disclosure: disclosureOf(choiceRequest),
    remembers: picksItself(choice) ? undefined : query.remember === "1",
    remembered: remembered?.label,
    brand: shownBrand(brand, origins),
  };
}

/** The brand has its own text for tags that we don't know, such as a tag in its own URL. */
function disclosureOf({ choice, visit, visible }: ChoiceRequest): string | true | undefined {
  const earns = visible.rows.some(({ offer }) => earnsCommission(offer, isScan(visit)));
  return choice.page.disclosure ?? (earns || undefined);
}

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
const MAX_CACHED_BYTES = 10_000_000;
/** Of the headers and the entry in memory; a text takes up to two bytes per character. */
const PAGE_BYTES = 3_000;

const weigh = ({ link, body }: CachedPage): number =>
  PAGE_BYTES + bytesOf(link) + (typeof body === "string" ? 2 * body.length : body.byteLength);

/** Where the host of a URL begins. */
const AFTER_SCHEME = "https://".length;

/** State of this isolate. */
const pages = new Memory<CachedPage>(CAPACITY, CACHED_MS, { weigh, maxWeight: MAX_CACHED_BYTES });

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
