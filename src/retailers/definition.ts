import * as z from "zod";
import { LINK_INTENTS, RETAILERS } from "../core/vocabulary.ts";
import { list } from "../core/zod-extensions.ts";
import { anyOffer, type ChoiceOffer, choiceOffers, MAX_OFFERS } from "./choice-offer.ts";
import { type ChoicePageOptions, choicePage } from "./choice-page.ts";
import {
  anyFields,
  type CommonFields,
  commonFields,
  type Products,
  schemaName,
  type VariantFields,
  variantFields,
} from "./definition-fields.ts";
import type { OPTION_ENVELOPES } from "./options.ts";
import {
  type ChoiceVariant,
  hasOffers,
  type OfferVariant,
  VARIANTS,
  type Variant,
  type VariantKey,
} from "./variants.ts";

export type { Products } from "./definition-fields.ts";

/**
 * The most that a definition with its defaults takes as JSON, in bytes: what a list or a recipe takes whose every field
 * is at the bound of the specification, in characters of one byte, with room to spare. Fields in other scripts reach it
 * before their own bounds; a list that people shop from has a tenth of it.
 */
export const MAX_DEFINITION_BYTES = 1_600_000;

/** The two words that choose the variant. Validated first: a pair without a variant is a 422, not a 400. */
export const retailerIntentPair = z.object({
  retailer: z.enum(RETAILERS).describe("The retailer that the link leads to."),
  intent: z.enum(LINK_INTENTS).describe("What the link is made for."),
});

const ownFields = (variant: Variant) =>
  hasOffers(variant)
    ? {
        retailer: z
          .literal(variant.retailer)
          .describe("The link leads to a page where shoppers choose a shop."),
        intent: z.literal(variant.intent).describe("What the link is made for."),
        offers: choiceOffers,
        page: choicePage.optional(),
      }
    : variantFields(variant);

const variantSchema = (variant: Variant) =>
  z
    .strictObject({ ...commonFields, ...ownFields(variant) })
    .describe(`A link for the retailer \`${variant.retailer}\` with the intent \`${variant.intent}\`.`)
    .meta({ id: schemaName("link", variant), title: variant.title });

/** What all variants share, for a body whose variant is not known. */
export const anyDefinition = z.strictObject({
  ...commonFields,
  ...retailerIntentPair.shape,
  ...anyFields,
  offers: list(anyOffer).min(1).max(MAX_OFFERS).describe("What shoppers choose from.").optional(),
  page: choicePage.optional(),
});

/** What a caller defines a choice link by. What its offers have instead is absent. */
type ChoiceOf<V extends ChoiceVariant> = CommonFields & {
  retailer: V["retailer"];
  intent: V["intent"];
  offers: [ChoiceOffer, ...ChoiceOffer[]];
  page?: ChoicePageOptions | undefined;
} & { [F in keyof typeof anyFields]?: undefined };

/** What a caller defines a link by that leads to one destination. */
type LeadingOf<V extends OfferVariant> = CommonFields &
  VariantFields<V> & { offers?: undefined; page?: undefined };

/** What a caller defines a link of one variant by: a valid body of POST /v1/links, with its defaults filled in. */
export type DefinitionOf<V extends Variant> = V extends ChoiceVariant
  ? ChoiceOf<V>
  : V extends OfferVariant
    ? LeadingOf<V>
    : never;

/** What a caller defines a link by, of whichever variant. */
export type LinkDefinition = DefinitionOf<Variant>;
/** What a caller defines a choice link by. */
export type ChoiceDefinition = DefinitionOf<ChoiceVariant>;
/** What a caller defines any other link by, and what an offer of a choice link is read as. */
export type SingleDestinationDefinition = DefinitionOf<OfferVariant>;

/** The definition of the variant with this key. */
export type DefinitionByKey<K extends VariantKey> = DefinitionOf<
  Extract<Variant, K extends `${infer R} ${infer I}` ? { retailer: R; intent: I } : never>
>;

/** The options of a definition whose variant does not matter. */
export type AnyOptions = z.infer<typeof OPTION_ENVELOPES.general>;

/** A definition whose variant requires products. */
export type ProductsDefinition = Extract<LinkDefinition, { products: Products }>;

const schemas = new Map(VARIANTS.map((variant: Variant) => [variant, variantSchema(variant)]));

/** Any body of POST /v1/links. For descriptions only: a union can't tell a 422 from a 400. */
export const createLinkRequest = z
  .xor(VARIANTS.map(definitionSchema))
  .describe(
    `What a link is created from: the fields depend on its retailer and intent. At most ${MAX_DEFINITION_BYTES} bytes as JSON.`,
  )
  .meta({ id: "CreateLinkRequest" });

/** The schema of a variant's body. */
export function definitionSchema(variant: Variant): z.ZodType<LinkDefinition> {
  const schema: z.ZodType | undefined = schemas.get(variant);
  if (!schema) throw new TypeError(`no variant ${variant.title}`);
  // The schema is made from the variant's row at run time, as its type is from the same row.
  return schema as z.ZodType<LinkDefinition>;
}
