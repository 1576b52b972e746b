import { labelOf } from "../../links/choice-entry.ts";
import { previewOf } from "../../links/preview-link.ts";
import { choicePage } from "../../pages/choice/choice-page.ts";
import { earnsCommission, hostOf } from "../../pages/choice/leadable-offers.ts";
import { preferredLanguage } from "../../pages/i18n/languages.ts";
import { shopperHeaders } from "../../pages/page-headers.ts";
import { shownBrand } from "../../pages/shown-brand.ts";
import { type ChoiceOffer, offerSchema, withKeys } from "../../retailers/choice-offer.ts";
import { choicePage as pageSchema } from "../../retailers/choice-page-options.ts";
import type { ChoiceDefinition } from "../../retailers/definition.ts";
import { OFFER_VARIANTS } from "../../retailers/variants.ts";
import { tagOrigin } from "../../short-links/associates-tag.ts";
import { type OfferEntry, PAGE_LANGUAGES, PLAIN_PAGE } from "../../short-links/choice.ts";
import { visibleOffers } from "../../short-links/visible-offers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormValues } from "../layout/forms.ts";
import { valueAt } from "./form-state.ts";

/** The menus beside the preview: whose eyes it is seen with. */
export const SEEN_AS = { language: "seen-language", country: "seen-country", scheme: "seen-scheme" } as const;

/** What a form says of a choice as far as it can be shown: offers that are not complete yet are left out. */
function shownChoice(body: object): ChoiceDefinition | null {
  const raw = valueAt(body, "offers");
  const offers = (Array.isArray(raw) ? raw : []).flatMap((offer: unknown): ChoiceOffer[] => {
    const [retailer, intent] = [valueAt(offer, "retailer"), valueAt(offer, "intent")];
    const variant = OFFER_VARIANTS.find((each) => each.retailer === retailer && each.intent === intent);
    const parsed = variant && offerSchema(variant).safeParse(offer);
    // Parsed by the schema of its variant.
    return parsed?.success ? [parsed.data as ChoiceOffer] : [];
  });
  if (offers.length === 0) return null;
  const page = pageSchema.safeParse(valueAt(body, "page") ?? {});
  const publicName = valueAt(body, "publicName");
  return {
    projectId: String(valueAt(body, "projectId") ?? ""),
    name: "",
    ...(typeof publicName === "string" && { publicName }),
    retailer: "choice",
    intent: "choose_retailer",
    offers: withKeys(offers),
    page: page.success ? page.data : PLAIN_PAGE,
  };
}

/** The page of the choice in a form as a shopper would see it, for a frame in the form; null if there is no offer yet. */
export async function phonePage(
  c: DashboardContext,
  body: object,
  values: FormValues,
): Promise<Response | null> {
  const { place, dependencies, origins } = c.var;
  const definition = shownChoice(body);
  if (!definition) return null;
  const { organizationId } = place.actor;
  const stored = await dependencies.brands
    .find({ organizationId, projectId: definition.projectId })
    .catch(() => null);
  const leads =
    previewOf(definition, new Map(), { settings: dependencies.settings, now: dependencies.now() }).offers ??
    [];
  const entries = definition.offers.map((offer: ChoiceOffer, index): OfferEntry => {
    const { key, retailer, countries } = offer;
    const { destination, urlType = "" } = leads[index] ?? {};
    return {
      key,
      // Our own page of a list or recipe, which begins with the link.
      destination: destination ?? origins.shortLink,
      label: labelOf(offer),
      retailer,
      countries,
      ...(destination && { tagBy: tagOrigin({ retailer, urlType, destination }) }),
    };
  });
  const page = definition.page ?? PLAIN_PAGE;
  const country = values.text(SEEN_AS.country) || undefined;
  const { rows, hasMore } = visibleOffers({ offers: entries, page }, { country, all: false, now: 0 });
  const asked = PAGE_LANGUAGES.find((each) => each === values.text(SEEN_AS.language));
  const brand = shownBrand(stored?.brand ?? null, origins);
  const view = {
    language: page.language ?? asked ?? preferredLanguage(c.req.header("Accept-Language") ?? null),
    publicName: definition.publicName,
    url: origins.shortLink,
    qr: "",
    imageUrl: page.imageUrl,
    text: page.text,
    offers: rows.map(({ offer, soldOut }) => ({
      key: offer.key,
      label: offer.label,
      host: hostOf(offer, origins.shortLink),
      soldOut,
    })),
    hasMore,
    allSoldOut: false,
    disclosure: page.disclosure ?? (rows.some(({ offer }) => earnsCommission(offer, true)) || undefined),
    remembers: false,
    brand,
  };
  const drawn = choicePage(view);
  const plain = String(await drawn.html);
  const style = inScheme(drawn.style, values.text(SEEN_AS.scheme));
  const headers = await shopperHeaders(style, [page.imageUrl, brand?.logoUrl]);
  const policy = headers.get("Content-Security-Policy") ?? "";
  headers.set("Content-Security-Policy", policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  // Nobody is to follow a link out of the form.
  const still = plain.replaceAll(/<a ((?:class="[^"]*" )?)href="[^"]*"/g, "<a $1");
  return new Response(
    still.replace(drawn.style, () => style),
    { headers },
  );
}

/** The style as it is in light or dark, whatever the device prefers; any other word leaves it to the device. */
function inScheme(style: string, scheme: string): string {
  if (scheme !== "light" && scheme !== "dark") return style;
  return style
    .replaceAll("(prefers-color-scheme:dark)", scheme === "dark" ? "all" : "not all")
    .replaceAll("color-scheme:light dark", `color-scheme:${scheme}`);
}
