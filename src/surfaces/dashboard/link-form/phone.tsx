import { brandOf } from "../../../features/brands/brand.ts";
import { previewOf } from "../../../features/links/destination-preview.ts";
import {
  type ChoiceOffer,
  labelOf,
  offerSchema,
  choicePage as pageSchema,
  withKeys,
} from "../../../features/retailers/choice-offer.ts";
import type { ChoiceDefinition } from "../../../features/retailers/definition.ts";
import { OFFER_VARIANTS } from "../../../features/retailers/variants.ts";
import { type OfferEntry, PLAIN_PAGE } from "../../../features/short-links/choice.ts";
import { ruleOf } from "../../../features/short-links/pick-offer.ts";
import { visibleOffers } from "../../../features/short-links/visible-offers.ts";
import { languageRanges } from "../../../ground/core/language-tags.ts";
import { plainUrl } from "../../../ground/core/plain-url.ts";
import { valueOfField } from "../../../ground/core/validation.ts";
import { choicePage } from "../../pages/choice/choice-markup.ts";
import { earnsCommission, hostOf } from "../../pages/choice/openable-offers.ts";
import { preferredLanguage } from "../../pages/i18n/languages.ts";
import { shownBrand } from "../../pages/page-brand.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext } from "../layout/context.ts";
import { framedPage } from "../layout/framed-page.ts";
import { Document } from "../layout/layout.tsx";
import type { FormState } from "./form-state.ts";
import css from "./offers.css";
import { SEEN_AS, type Seen, SeenAs, seenVisit } from "./seen-as.tsx";

/** The style of the form of a choice, besides that of other links. */
export const OFFERS_STYLE = stylesheet(css);

/** The page of a choice in a phone. A script updates it. */
export const Phone = ({ url, state, seen }: { url: string; state: FormState; seen: Partial<Seen> }) => (
  <section class="sheet" aria-labelledby="phone-title">
    <h2 id="phone-title">What shoppers see</h2>
    <iframe class="shopper-page" name="phone" title="The page as shoppers see it" />
    <SeenAs state={state} seen={seen} hasScheme />
    <button
      class="button plain small"
      type="submit"
      name="step"
      value="page"
      formaction={url}
      formtarget="phone"
      data-phone=""
    >
      Show the page
    </button>
  </section>
);

/** What the phone shows before any shop has a destination. */
export const NoPage = ({ text }: { text: string }) => (
  <Document title="The page" styles={[OFFERS_STYLE]}>
    <p class="no-page quiet">{text}</p>
  </Document>
);

/** The choice in a form, without incomplete offers. */
function shownChoice(body: object): ChoiceDefinition | null {
  const raw = valueOfField(body, "offers");
  const offers = (Array.isArray(raw) ? raw : []).flatMap((offer: unknown): ChoiceOffer[] => {
    const [retailer, intent] = [valueOfField(offer, "retailer"), valueOfField(offer, "intent")];
    const variant = OFFER_VARIANTS.find((each) => each.retailer === retailer && each.intent === intent);
    const parsed = variant && offerSchema(variant).safeParse(offer);
    // Parsed by the schema of its variant.
    return parsed?.success ? [parsed.data as ChoiceOffer] : [];
  });
  if (offers.length === 0) return null;
  const page = pageSchema.safeParse(valueOfField(body, "page") ?? {});
  const [publicName, fallbackUrl] = [valueOfField(body, "publicName"), valueOfField(body, "fallbackUrl")];
  return {
    projectId: String(valueOfField(body, "projectId") ?? ""),
    name: "",
    ...(typeof publicName === "string" && { publicName }),
    ...(typeof fallbackUrl === "string" && { fallbackUrl }),
    retailer: "choice",
    intent: "choose_retailer",
    offers: withKeys(offers),
    page: page.success ? page.data : PLAIN_PAGE,
  };
}

/** What a shopper would see of a choice, to be framed in the form; null if there is no offer yet. */
export async function phonePage(c: DashboardContext, body: object, seen: Seen): Promise<Response | null> {
  const { workspace, dependencies } = c.var;
  const definition = shownChoice(body);
  if (!definition) return null;
  const { organizationId } = workspace.actor;
  const stored = await dependencies.projects.find(organizationId, definition.projectId).catch(() => null);
  const visit = seenVisit(seen);
  const context = { affiliate: { deployment: {} }, now: dependencies.now(), visit };
  const { offers: destinations = [] } = previewOf(definition, new Map(), context);
  const entries = definition.offers.map((offer: ChoiceOffer, index): OfferEntry => {
    const { key, retailer } = offer;
    const { destination } = destinations[index] ?? {};
    return {
      key,
      // Our own page of a list or recipe, which is created with the link.
      destination: destination ?? dependencies.origins.shortLink,
      label: labelOf(offer),
      retailer,
      ...ruleOf(offer),
    };
  });
  const page = definition.page ?? PLAIN_PAGE;
  const { language, ...seenBy } = visit;
  const { rows, hasMore } = visibleOffers(
    { offers: entries, page },
    {
      visit: {
        ...seenBy,
        languages: language === undefined ? undefined : languageRanges(language),
        qrCode: "",
        source: "",
      },
      all: false,
      now: context.now.getTime(),
    },
  );
  const brand = shownBrand(brandOf(stored), dependencies.origins);
  const view = {
    language: page.language ?? preferredLanguage(language ?? c.req.header("Accept-Language") ?? null),
    publicName: definition.publicName,
    url: dependencies.origins.shortLink,
    qr: "",
    imageUrl: page.imageUrl && plainUrl(page.imageUrl),
    text: page.text,
    offers: rows.map(({ offer, soldOut }) => ({
      key: offer.key,
      label: offer.label,
      host: hostOf(offer, dependencies.origins.shortLink),
      soldOut,
    })),
    hasMore,
    allSoldOut: false,
    disclosure: page.disclosure ?? (rows.some(({ offer }) => earnsCommission(offer, true)) || undefined),
    remembers: false,
    brand,
  };
  return framedPage(choicePage(view), seen[SEEN_AS.scheme], [view.imageUrl, brand?.logoUrl]);
}
