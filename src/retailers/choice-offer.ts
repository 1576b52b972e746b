import * as z from "zod";
import { MAX_PROBLEMS } from "../core/errors.ts";
import { label } from "../core/text.ts";
import { LINK_INTENTS, OFFER_RETAILERS } from "../core/vocabulary.ts";
import { chosenBy, list } from "../core/zod-extensions.ts";
import { anyFields, schemaName, type VariantFields, variantFields } from "./definition-fields.ts";
import { hasOffers, OFFER_VARIANTS, type OfferVariant, requireVariant } from "./variants.ts";

/** How many offers a choice has. */
export const MIN_OFFERS = 2;
export const MAX_OFFERS = 12;
/** How many countries an offer can name. */
const MAX_COUNTRIES = 50;

const offerKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "must be 1 to 32 of a-z, 0-9 and hyphens, and not begin with a hyphen");
/** What has a right key, whatever else is wrong with it. */
const keyed = z.object({ key: offerKey });

const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** Whether a text is a country's code by ISO 3166-1; `Intl` knows other codes too, as another name of the right one. */
const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` &&
  countryNames.of(code) !== undefined &&
  !/^(?:E[UZ]|UN|X[A-Z]|Q[M-Z]|ZZ|AA)$/.test(code);

/** The fields of an offer besides those of its variant. */
const offerFields = {
  key: offerKey
    .describe(
      "Tells the offers of a link apart, as the last part of the offer's address. Without it: made from the retailer.",
    )
    .optional(),
  label: label(40).describe("What the page calls the shop. Without it: the retailer's name.").optional(),
  countries: list(
    z
      .string()
      .refine(isCountry, "must be a country's code of two capital letters by ISO 3166-1, such as GB")
      .meta({ pattern: "^[A-Z]{2}$", minLength: 2, maxLength: 2, description: "A country, such as `GB`." }),
  )
    .min(1)
    .max(MAX_COUNTRIES)
    .describe("Where the offer is shown. Without it: everywhere.")
    .optional(),
};

const pair = z.object({ retailer: z.enum(OFFER_RETAILERS), intent: z.enum(LINK_INTENTS) });

/** An offer of no certain variant: what all have in common. */
export const anyOffer = z
  .strictObject({
    ...offerFields,
    ...anyFields,
    retailer: z.enum(OFFER_RETAILERS).describe("The retailer that the offer leads to."),
    intent: z.enum(LINK_INTENTS).describe("What the offer is made for."),
  })
  .describe("An offer of a choice link: the fields depend on its retailer and intent.")
  .meta({ id: "ChoiceOffer" });

const schemas = new Map(
  OFFER_VARIANTS.map((variant) => [
    variant,
    z
      .strictObject({ ...offerFields, ...variantFields(variant) })
      .describe(`An offer for the retailer \`${variant.retailer}\` with the intent \`${variant.intent}\`.`)
      .meta({ id: schemaName("offer", variant), title: variant.title }),
  ]),
);

/** The schema of the offers of a variant. */
export function offerSchema(variant: OfferVariant): z.ZodType {
  const schema = schemas.get(variant);
  if (!schema) throw new TypeError(`no offers of ${variant.title}`);
  return schema;
}

/** The schema of an offer's variant; of one whose words are wrong, what all have in common. */
function chosenSchema(offer: unknown): z.ZodType {
  const words = pair.safeParse(offer);
  if (!words.success) return anyOffer;
  const variant = requireVariant(words.data.retailer, words.data.intent);
  return hasOffers(variant) ? anyOffer : offerSchema(variant);
}

const described = z
  .xor(OFFER_VARIANTS.map(offerSchema))
  .describe("An offer of a choice link: the fields depend on its retailer and intent.")
  .meta({ id: "ChoiceOfferRequest" });
/** Throws `unsupported_retailer_intent`, which names the offer, for the first of a body's offers with a pair of no variant. */
export function requireOfferVariants(offers: unknown): void {
  if (!Array.isArray(offers)) return;
  // Of a list that is far too long, no more than an answer can name.
  for (const [index, offer] of offers.slice(0, MAX_PROBLEMS).entries()) {
    const { data } = pair.safeParse(offer);
    if (data) requireVariant(data.retailer, data.intent, `offers[${index}]`);
  }
}

/** The offers of a choice link. */
export const choiceOffers = list(chosenBy(described, chosenSchema))
  .min(MIN_OFFERS)
  .max(MAX_OFFERS)
  .superRefine(
    (offers, context) => {
      const taken = new Set<string>();
      // Of a list that is far too long, no more than an answer can name.
      for (const [index, offer] of offers.slice(0, MAX_PROBLEMS).entries()) {
        const { data } = keyed.safeParse(offer);
        if (!data) continue;
        if (taken.has(data.key)) {
          context.addIssue({ code: "custom", path: [index, "key"], message: "is the key of another offer" });
        }
        taken.add(data.key);
      }
    },
    // Other problems of the offers do not hide this one.
    { when: ({ value }) => Array.isArray(value) },
  )
  .describe("What shoppers choose from, in this order.");

/** What an offer has besides what decides where it leads. */
interface OfferOwn {
  /** The offers of a definition that was parsed all have one. */
  key: string;
  label?: string | undefined;
  countries?: string[] | undefined;
}

/** An offer of a choice link. */
export type ChoiceOffer<V extends OfferVariant = OfferVariant> = V extends OfferVariant
  ? OfferOwn & VariantFields<V>
  : never;

/** An offer as it may be sent. */
type SentOffer = Omit<ChoiceOffer, "key"> & { key?: string | undefined };

/** The offers with a key each: those without one get it from their retailer, as in `bigbox-w` and `bigbox-w-2`. */
export function withKeys(offers: readonly SentOffer[]): [ChoiceOffer, ...ChoiceOffer[]] {
  const taken = new Set(offers.map(({ key }) => key));
  const free = (base: string): string => {
    for (let count = 1; ; count++) {
      const key = count === 1 ? base : `${base}-${count}`;
      if (taken.has(key)) continue;
      taken.add(key);
      return key;
    }
  };
  return offers.map(({ key, ...offer }) => ({
    key: key ?? free(offer.retailer.replaceAll("_", "-")),
    ...offer,
  })) as [ChoiceOffer, ...ChoiceOffer[]]; // parsed: at least two, each by its variant's schema
}
