import * as z from "zod";
import { MAX_PROBLEMS } from "../../ground/core/errors.ts";
import { PAGE_LANGUAGES } from "../../ground/core/page-languages.ts";
import { imageUrl, label, text } from "../../ground/core/text.ts";
import {
  LINK_INTENTS,
  OFFER_RETAILERS,
  RETAILER_NAMES,
  type Retailer,
} from "../../ground/core/vocabulary.ts";
import { chosenBy, list } from "../../ground/core/zod-extensions.ts";
import { PICKS, SOLD_OUT_RULES } from "../short-links/choice.ts";
import type { OfferWhen } from "../short-links/pick-offer.ts";
import { anyFields, schemaName, type VariantFields, variantFields } from "./definition-fields.ts";
import { countries, offerWhen } from "./offer-when.ts";
import { hasOffers, OFFER_VARIANTS, type OfferVariant, requireVariant } from "./variants.ts";

/** Limits on the offers of a choice. */
export const MIN_OFFERS = 2;
export const MAX_OFFERS = 12;

const offerKey = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,31}$/,
    "must be 1 to 32 characters from a-z, 0-9 and hyphens, and not start with a hyphen",
  );
/** An offer with a valid key; other fields may be invalid. */
const keyed = z.object({ key: offerKey });

/** The fields of an offer besides those of its variant. */
const offerFields = {
  key: offerKey
    .describe(
      "Identifies the offer within the link, as the last part of its URL. Default: derived from the retailer.",
    )
    .optional(),
  label: label(40).describe("Name of the shop on the page. Default: the retailer's name.").optional(),
  countries: countries()
    .describe("Countries where the offer is shown, short for `when.countries`. Default: everywhere.")
    .optional(),
  when: offerWhen.optional(),
  weight: z
    .int()
    .min(1)
    .max(100)
    .describe(
      "Its share of the visits with `page.pick` `split`, relative to the other offers that fit. Default: 1.",
    )
    .optional(),
};

/** One of `retailers`. The message for other values has their names: callers know them by these. */
export const retailerField = <const T extends readonly [Retailer, ...Retailer[]]>(retailers: T) =>
  z.enum(retailers, {
    error: `must be one of ${retailers.map((each) => `${each} (${RETAILER_NAMES[each]})`).join(", ")}`,
  });

const pair = z.object({ retailer: z.enum(OFFER_RETAILERS), intent: z.enum(LINK_INTENTS) });

/** An offer of an unknown variant: the fields of all variants. */
export const anyOffer = z
  .strictObject({
    ...offerFields,
    ...anyFields,
    retailer: retailerField(OFFER_RETAILERS).describe("The retailer that the offer links to."),
    intent: z.enum(LINK_INTENTS).describe("The purpose of the offer."),
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

export function offerSchema(variant: OfferVariant): z.ZodType {
  const schema = schemas.get(variant);
  if (!schema) throw new TypeError(`no offer schema for ${variant.title}`);
  return schema;
}

/** The schema of an offer's variant; for an invalid retailer or intent, the common schema. */
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
/** Throws `unsupported_retailer_intent` for the first offer whose retailer and intent are not a variant. */
export function requireOfferVariants(offers: unknown): void {
  if (!Array.isArray(offers)) return;
  // Of an overlong list, check no more offers than a response can report.
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
      // Of an overlong list, check no more offers than a response can report.
      for (const [index, offer] of offers.slice(0, MAX_PROBLEMS).entries()) {
        const { data } = keyed.safeParse(offer);
        if (!data) continue;
        if (taken.has(data.key)) {
          context.addIssue({
            code: "custom",
            path: [index, "key"],
            message: "is already used by another offer",
          });
        }
        taken.add(data.key);
      }
    },
    // Report this in addition to other problems of the offers.
    { when: ({ value }) => Array.isArray(value) },
  )
  .describe("The offers that shoppers choose from, in this order.");

/** The fields of an offer that don't decide its destination. */
interface OfferOwn {
  /** Always present after parsing. */
  key: string;
  label?: string | undefined;
  countries?: string[] | undefined;
  when?: OfferWhen | undefined;
  weight?: number | undefined;
}

/** An offer of a choice link. */
export type ChoiceOffer<V extends OfferVariant = OfferVariant> = V extends OfferVariant
  ? OfferOwn & VariantFields<V>
  : never;

/** An offer as sent, possibly without a key. */
type SentOffer = Omit<ChoiceOffer, "key"> & { key?: string | undefined };

/** Adds missing keys, derived from the retailer, such as `bigbox-w` and `bigbox-w-2`. */
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

/** Appearance and content of a choice link's page. */
export const choicePage = z
  .strictObject({
    pick: z
      .enum(PICKS)
      .describe(
        "Who chooses an offer. `shopper`, the default: the shopper, on the page. `first`: visits are redirected to the first " +
          "offer whose `when` fits. `split`: to one of the offers that fit, by chance for each visit and by `weight`; no cookie " +
          "is set, so a shopper may get another offer next time. Robots and previews get the first offer. If none fits, " +
          "`fallbackUrl`, else the page.",
      )
      .optional(),
    imageUrl: imageUrl().describe("Picture for the page and for link previews.").optional(),
    text: text(1, 300).describe("Text below the heading.").optional(),
    soldOut: z
      .enum(SOLD_OUT_RULES)
      .default("hide")
      .describe(
        "What happens to offers whose products are sold out: hide them, move them to the end, or keep them.",
      ),
    skipSingle: z
      .boolean()
      .default(true)
      .describe("Whether to redirect directly if the page would show a single offer."),
    disclosure: text(1, 200)
      .describe("The affiliate disclosure, shown if an offer has a tag. Default: a standard text.")
      .optional(),
    language: z
      .enum(PAGE_LANGUAGES)
      .describe("Language of the page. Default: the language of the visitor's browser.")
      .optional(),
  })
  .describe("Appearance and content of a choice link's page.")
  .meta({ id: "ChoicePage" });
/** With defaults filled in. */
export type ChoicePageOptions = z.infer<typeof choicePage>;

/** The shop's name on the page: the offer's label, the retailer's name, or the host of a custom URL. */
export const labelOf = ({ label, retailer, customUrl }: ChoiceOffer): string =>
  label ??
  (retailer === "custom" && customUrl !== undefined
    ? new URL(customUrl).hostname.replace(/^www\./, "")
    : RETAILER_NAMES[retailer]);
