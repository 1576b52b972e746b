import * as z from "zod";
import { httpUrl } from "../../ground/core/text.ts";
import { LINK_INTENTS, RETAILERS } from "../../ground/core/vocabulary.ts";
import { list } from "../../ground/core/zod-extensions.ts";
import { type LinkAffiliate, linkAffiliate } from "./affiliate-tag.ts";
import {
  anyOffer,
  type ChoiceOffer,
  type ChoicePageOptions,
  choiceOffers,
  choicePage,
  MAX_OFFERS,
  retailerField,
} from "./choice-offer.ts";
import {
  anyFields,
  type CommonFields,
  commonFields,
  type Products,
  schemaName,
  type VariantFields,
  variantFields,
} from "./definition-fields.ts";
import { pretendedVisit } from "./offer-when.ts";
import type { OPTION_ENVELOPES } from "./options.ts";
import {
  type ChoiceVariant,
  hasCountries,
  hasOffers,
  type OfferVariant,
  VARIANTS,
  type Variant,
  type VariantKey,
} from "./variants.ts";

/** Whether a shopper can buy a product now. `unknown`: the retailer wasn't queried or didn't say. */
export type Availability = "available" | "unavailable" | "unknown";

/**
 * The possible outcomes of a look-up for a link's products as a whole. `replaced`: a backup replaces a product.
 * `unavailable`: a product is unavailable and has no available backup.
 */
export const AVAILABILITY_OUTCOMES = ["available", "replaced", "unavailable", "unknown"] as const;
/** The outcome of a look-up for a link. */
export type AvailabilityOutcome = (typeof AVAILABILITY_OUTCOMES)[number];

/** What a retailer shows of a product. */
export interface ProductDetails {
  name: string;
  pictureUrl?: string | undefined;
}

/** A retailer's response about a product. */
export interface Offer {
  availability: Availability;
  /** The bigbox_w offer id of the item. */
  offerId?: string | undefined;
  /** Sold by a third party in the retailer's marketplace. */
  thirdParty: boolean;
  /** Absent if the retailer named none. */
  details?: ProductDetails | undefined;
}

export type { Products } from "./definition-fields.ts";

/**
 * Maximum size of a definition with its defaults as JSON, in bytes: enough for a list or recipe whose fields are all at
 * the specification's limits, in one-byte characters. Fields in other scripts reach it before their own limits; a
 * realistic list has a tenth of it.
 */
export const MAX_DEFINITION_BYTES = 1_600_000;

/** The fields that select the variant. Validated first: an unsupported pair is a 422, not a 400. */
export const retailerIntentPair = z.object({
  retailer: retailerField(RETAILERS).describe("The retailer that the link points to."),
  intent: z.enum(LINK_INTENTS).describe("The purpose of the link."),
});

const ownFields = (variant: Variant) =>
  hasOffers(variant)
    ? {
        retailer: z.literal(variant.retailer).describe("The link opens a page where shoppers choose a shop."),
        intent: z.literal(variant.intent).describe("The purpose of the link."),
        offers: choiceOffers,
        page: choicePage.optional(),
        affiliate: linkAffiliate.optional(),
        fallbackUrl: httpUrl()
          .describe("Where visits redirect that no offer fits, with `page.pick` `first` or `split`.")
          .optional(),
      }
    : { ...variantFields(variant), ...(hasCountries(variant) && { affiliate: linkAffiliate.optional() }) };

const variantSchema = (variant: Variant) =>
  z
    .strictObject({ ...commonFields, ...ownFields(variant) })
    .describe(`A link for the retailer \`${variant.retailer}\` with the intent \`${variant.intent}\`.`)
    .meta({ id: schemaName("link", variant), title: variant.title });

/** The fields of all variants, for a body whose variant is unknown. */
export const anyDefinition = z.strictObject({
  ...commonFields,
  ...retailerIntentPair.shape,
  ...anyFields,
  offers: list(anyOffer).min(1).max(MAX_OFFERS).describe("The offers that shoppers choose from.").optional(),
  page: choicePage.optional(),
  affiliate: linkAffiliate.optional(),
});

/** Only links with a destination at the marketplace have it. */
interface AffiliateField {
  affiliate?: LinkAffiliate | undefined;
}

/** The definition of a choice link. Fields that belong to its offers are absent. */
type ChoiceOf<V extends ChoiceVariant> = CommonFields &
  AffiliateField & {
    retailer: V["retailer"];
    intent: V["intent"];
    offers: [ChoiceOffer, ...ChoiceOffer[]];
    page?: ChoicePageOptions | undefined;
    fallbackUrl?: string | undefined;
  } & { [F in Exclude<keyof typeof anyFields, "fallbackUrl">]?: undefined };

/** The definition of a link with a single destination. */
type SingleDestinationOf<V extends OfferVariant> = CommonFields &
  AffiliateField &
  VariantFields<V> & { offers?: undefined; page?: undefined };

/** The definition of a link of one variant: a valid body of POST /v1/links, with defaults filled in. */
type DefinitionOf<V extends Variant> = V extends ChoiceVariant
  ? ChoiceOf<V>
  : V extends OfferVariant
    ? SingleDestinationOf<V>
    : never;

export type LinkDefinition = DefinitionOf<Variant>;
export type ChoiceDefinition = DefinitionOf<ChoiceVariant>;
/** The definition of any other link, also used for each offer of a choice link. */
export type SingleDestinationDefinition = DefinitionOf<OfferVariant>;

export type DefinitionByKey<K extends VariantKey> = DefinitionOf<
  Extract<Variant, K extends `${infer R} ${infer I}` ? { retailer: R; intent: I } : never>
>;

export type AnyOptions = z.infer<typeof OPTION_ENVELOPES.general>;

/** A definition whose variant requires products. */
export type ProductsDefinition = Extract<LinkDefinition, { products: Products }>;

const schemas = new Map(VARIANTS.map((variant: Variant) => [variant, variantSchema(variant)]));

/** Any body of POST /v1/links. For documentation only: a union can't distinguish a 422 from a 400. */
export const createLinkRequest = z
  .xor(VARIANTS.map(definitionSchema))
  .describe(
    `The definition of a link: the fields depend on its retailer and intent. At most ${MAX_DEFINITION_BYTES} bytes as JSON.`,
  )
  .meta({ id: "CreateLinkRequest" });

/** Any body of POST /v1/links/preview, for documentation: that of a choice may have a visit. */
export const previewLinkRequest = z
  .xor(
    VARIANTS.map((variant: Variant) =>
      hasOffers(variant)
        ? z
            .strictObject({ ...commonFields, ...ownFields(variant), visit: pretendedVisit.optional() })
            .describe("A choice of shops, and a visit to try its rules with.")
            .meta({ id: "ChoiceToPreview", title: variant.title })
        : definitionSchema(variant),
    ),
  )
  .describe("The definition of a link; of a choice also a visit to try its rules with.")
  .meta({ id: "PreviewLinkRequest" });

/** The schema of a variant's body. */
export function definitionSchema(variant: Variant): z.ZodType<LinkDefinition> {
  const schema: z.ZodType | undefined = schemas.get(variant);
  if (!schema) throw new TypeError(`no variant ${variant.title}`);
  // The schema and the type are derived from the same table row.
  return schema as z.ZodType<LinkDefinition>;
}
