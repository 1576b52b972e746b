import { addressUrl } from "../../core/origins.ts";
import { isScan } from "../../short-links/target-redirect.ts";
import type { KnownBrand } from "../page-brand.ts";
import { shopperHeaders } from "../page-headers.ts";
import { shownBrand } from "../shown-brand.ts";
import type { Language } from "../words/languages.ts";
import type { ChoiceQuestion } from "./answer-choice.ts";
import { choicePage } from "./choice-page.ts";
import type { ChoiceView } from "./choice-view.ts";
import { earnsCommission, hostOf } from "./leadable-offers.ts";

/** Stands in a drawn page for the QR code's identifier, and in no text of anybody. */
export const QR_PLACE = "\0qr\0";

/** The longest identifier of a QR code, which stands in the page's addresses. */
const LONGEST_QR = "q".repeat(64);

/** The most bytes of a page, on a slow connection no more than its first packets. */
const LARGEST = 12_000;

/** What a page does without, one after the other, that would be larger: what it says twice, its picture, its own words. */
const LEANER: readonly ((view: ChoiceView) => ChoiceView)[] = [
  (view) => view,
  (view) => ({ ...view, isTerse: true }),
  (view) => ({ ...view, isTerse: true, imageUrl: undefined }),
  (view) => ({
    ...view,
    ...{ isTerse: true, imageUrl: undefined, text: undefined },
    disclosure: view.disclosure === undefined ? undefined : true,
  }),
];

/** Draws the page for one shopper. */
export async function drawChoice(
  asked: ChoiceQuestion,
  language: Language,
  brand: KnownBrand,
): Promise<{ html: string; headers: Headers }> {
  const whole = viewOf(asked, language, brand);
  for (const [index, leaner] of LEANER.entries()) {
    const view = leaner(whole);
    const page = choicePage(view);
    const text = String(await page.html);
    // The same character in one byte less.
    const html = view.isTerse ? text.replaceAll("&quot;", "&#34;") : text;
    if (index < LEANER.length - 1 && isTooLarge(html)) continue;
    return { html, headers: await shopperHeaders(page.style, [view.imageUrl, view.brand?.logoUrl]) };
  }
  throw new TypeError("there is no page");
}

const isTooLarge = (html: string): boolean =>
  html.length > LARGEST / 4 &&
  new TextEncoder().encode(html.replaceAll(QR_PLACE, LONGEST_QR)).length > LARGEST;

function viewOf(asked: ChoiceQuestion, language: Language, brand: KnownBrand): ChoiceView {
  const { link, choice, visit, visible, question, shop, dependencies } = asked;
  const origins = dependencies.origins();
  const { imageUrl, text } = choice.page;
  const remembered = shop === undefined ? undefined : choice.offers.find(({ retailer }) => retailer === shop);
  return {
    language,
    publicName: link.publicName,
    url: addressUrl(origins, visit.host, visit.name),
    qr: visit.qr === "" ? "" : QR_PLACE,
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
    disclosure: disclosureOf(asked),
    remembers: question.remember === "1",
    remembered: remembered?.label,
    brand: shownBrand(brand, origins),
  };
}

/** The brand has words of its own for what we cannot know, such as a tag in a URL of its own. */
function disclosureOf({ choice, visit, visible, dependencies }: ChoiceQuestion): string | true | undefined {
  const keepsServiceTag = dependencies.keepsTagOnScans || !isScan(visit);
  const earns = visible.rows.some(({ offer }) => earnsCommission(offer, keepsServiceTag));
  return choice.page.disclosure ?? (earns || undefined);
}
