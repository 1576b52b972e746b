import { brandOf } from "../../../features/brands/project-brand.ts";
import { labelOf } from "../../../features/links/choice-entry.ts";
import { previewOf } from "../../../features/links/destination-preview.ts";
import { type ChoiceOffer, offerSchema, withKeys } from "../../../features/retailers/choice-offer.ts";
import { choicePage as pageSchema } from "../../../features/retailers/choice-page-options.ts";
import type { ChoiceDefinition } from "../../../features/retailers/definition.ts";
import { OFFER_VARIANTS } from "../../../features/retailers/variants.ts";
import { type OfferEntry, PLAIN_PAGE } from "../../../features/short-links/choice.ts";
import { ruleOf } from "../../../features/short-links/pick-offer.ts";
import { visibleOffers } from "../../../features/short-links/visible-offers.ts";
import { PAGE_LANGUAGES } from "../../../ground/core/page-languages.ts";
import { choicePage } from "../../pages/choice/choice-markup.ts";
import { earnsCommission, hostOf } from "../../pages/choice/openable-offers.ts";
import { preferredLanguage } from "../../pages/i18n/languages.ts";
import { shownBrand } from "../../pages/page-brand.ts";
import { SelectField } from "../components/field.tsx";
import { CHOICE_LABELS } from "../labels/form-labels.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormValues } from "../layout/forms.ts";
import { framedPage } from "../layout/framed-page.ts";
import { Document } from "../layout/layout.tsx";
import { type FormState, valueAt } from "./form-state.ts";

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });
/** Countries in the menu besides those of the offers. */
const COMMON = ["US", "CA", "GB", "DE"];

/** The countries of the offers that are valid codes, and common ones. */
function countriesIn({ rows }: FormState): string[] {
  const typed = (rows.get("offers") ?? []).flatMap(({ texts }) =>
    (texts.get("countries") ?? "").split(/\s+/),
  );
  return [...new Set([...typed.filter((code) => /^[A-Z]{2}$/.test(code)), ...COMMON])];
}

/** The page of a choice in a phone. A script updates it. */
export const Phone = ({ url, state }: { url: string; state: FormState }) => (
  <section class="sheet" aria-labelledby="phone-title">
    <h2 id="phone-title">What shoppers see</h2>
    <iframe class="shopper-page" name="phone" title="The page as shoppers see it" />
    <div class="seen-as">
      <SelectField
        name={SEEN_AS.scheme}
        label="Colors"
        options={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
      <SelectField
        name={SEEN_AS.language}
        label="Language"
        options={PAGE_LANGUAGES.map((value) => ({ value, label: CHOICE_LABELS[value] ?? value }))}
      />
      <SelectField
        name={SEEN_AS.country}
        label="Shopper in"
        options={[
          { value: "", label: "Any country" },
          ...countriesIn(state).map((value) => ({ value, label: countryNames.of(value) ?? value })),
        ]}
      />
    </div>
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
export const NoPageYet = () => (
  <Document title="The page" styles={[]}>
    <p class="no-page quiet">Add a product or URL to a shop to see the page.</p>
  </Document>
);

/** The menus of the phone: who the shopper is. */
export const SEEN_AS = { language: "seen-language", country: "seen-country", scheme: "seen-scheme" } as const;

/** The choice in a form, without incomplete offers. */
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

/** The page of a choice as a shopper would see it, to be framed in the form; null if there is no offer yet. */
export async function phonePage(
  c: DashboardContext,
  body: object,
  values: FormValues,
): Promise<Response | null> {
  const { workspace, dependencies, origins } = c.var;
  const definition = shownChoice(body);
  if (!definition) return null;
  const { organizationId } = workspace.actor;
  const stored = await dependencies.projects.find(organizationId, definition.projectId).catch(() => null);
  const destinations =
    previewOf(definition, new Map(), { settings: dependencies.settings, now: dependencies.now() }).offers ??
    [];
  const entries = definition.offers.map((offer: ChoiceOffer, index): OfferEntry => {
    const { key, retailer } = offer;
    const { destination } = destinations[index] ?? {};
    return {
      key,
      // Our own page of a list or recipe, which is created with the link.
      destination: destination ?? origins.shortLink,
      label: labelOf(offer),
      retailer,
      ...ruleOf(offer),
    };
  });
  const page = definition.page ?? PLAIN_PAGE;
  const country = values.text(SEEN_AS.country) || undefined;
  const now = dependencies.now().getTime();
  const { rows, hasMore } = visibleOffers({ offers: entries, page }, { visit: { country }, all: false, now });
  const chosen = PAGE_LANGUAGES.find((each) => each === values.text(SEEN_AS.language));
  const brand = shownBrand(brandOf(stored), origins);
  const view = {
    language: page.language ?? chosen ?? preferredLanguage(c.req.header("Accept-Language") ?? null),
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
  return framedPage(choicePage(view), values.text(SEEN_AS.scheme), [page.imageUrl, brand?.logoUrl]);
}
