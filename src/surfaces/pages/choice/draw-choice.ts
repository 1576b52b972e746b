import { isScan } from "../../../features/short-links/target-redirect.ts";
import { picksItself } from "../../../features/short-links/visible-offers.ts";
import { addressUrl } from "../../../ground/core/origins.ts";
import { shopperHeaders } from "../document.ts";
import type { Language } from "../i18n/languages.ts";
import { type KnownBrand, shownBrand } from "../page-brand.ts";
import { choicePage } from "./choice-markup.ts";
import type { ChoiceView } from "./choice-view.ts";
import { earnsCommission, hostOf } from "./openable-offers.ts";
import type { ChoiceRequest } from "./respond-to-choice.ts";

/** The placeholder of the QR code's identifier in a drawn page. No other text contains it. */
export const QR_PLACE = "\0qr\0";

/** The placeholder of the parameters of the visit. */
export const QUERY_PLACE = "\0query\0";

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

/** Draws the page for a shopper. */
export async function drawChoice(
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
    imageUrl: imageUrl !== undefined && URL.canParse(imageUrl) ? imageUrl : undefined,
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
