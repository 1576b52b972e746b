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

/** Draws the page for one shopper. */
export async function drawChoice(
  asked: ChoiceQuestion,
  language: Language,
  brand: KnownBrand,
): Promise<{ html: string; headers: Headers }> {
  const view = viewOf(asked, language, brand);
  const { html, style } = choicePage(view);
  const pictures = [view.imageUrl, view.brand?.logoUrl];
  return { html: String(await html), headers: await shopperHeaders(style, pictures) };
}

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
