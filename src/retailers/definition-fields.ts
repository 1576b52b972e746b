import * as z from "zod";
import { slug } from "../addresses/slug.ts";
import { metadata } from "../core/metadata.ts";
import { httpUrl, text } from "../core/text.ts";
import { list } from "../core/zod-extensions.ts";
import { OPTION_ENVELOPES } from "./options.ts";
import {
  defaultQrCodeOptions,
  type ProductSelection,
  productSelection,
  retailerLocation,
  trackingOptions,
} from "./parts.ts";
import { schedule } from "./schedule.ts";
import { type OfferVariant, productBounds, requiresCustomUrl, type Variant } from "./variants.ts";

/** Fields that mean the same in every variant. */
export const commonFields = {
  projectId: text(1, 128).describe("Owning project."),
  name: text(1, 160).describe("Internal name."),
  publicName: text(1, 160).describe("Display name for public surfaces.").optional(),
  slug: slug()
    .describe("Words that stand in place of the short id in the short link, such as `summer-soups`.")
    .optional(),
  tracking: trackingOptions.optional(),
  metadata: metadata().optional(),
  defaultQrCode: defaultQrCodeOptions.optional(),
  schedule: schedule.optional(),
};

/** Fields that mean the same wherever there is one destination. */
export const leadingFields = {
  fallbackUrl: httpUrl().describe("Used when a better retailer URL cannot be built.").optional(),
  location: retailerLocation.optional(),
};

function products(variant: Variant) {
  const { min, max } = productBounds(variant);
  const schema = list(productSelection)
    .min(1)
    .max(max)
    .describe(max === 1 ? "The product." : "The products, the most important first.");
  return min === 0 ? schema.optional() : schema;
}

/** The destination of a custom link or offer. */
export const customUrl = () => httpUrl().describe("Destination of custom_url links.");

/** The fields of a variant's links and offers that decide where they lead. */
export const variantFields = (variant: OfferVariant) => ({
  ...leadingFields,
  retailer: z.literal(variant.retailer).describe("The retailer that the link leads to."),
  intent: z.literal(variant.intent).describe("What the link is made for."),
  products: products(variant),
  customUrl: requiresCustomUrl(variant) ? customUrl() : customUrl().optional(),
  options: OPTION_ENVELOPES[variant.envelope],
});

/** The fields that every variant has, and those of no certain variant, for a body whose variant is not known. */
export const anyFields = {
  ...leadingFields,
  products: list(productSelection).min(1).max(100).describe("The products.").optional(),
  customUrl: customUrl().optional(),
  options: OPTION_ENVELOPES.general,
};

/** At least one product. */
export type Products = [ProductSelection, ...ProductSelection[]];

/** The types of the fields that all definitions have. */
export type CommonFields = z.infer<z.ZodObject<typeof commonFields>>;

type Options<V extends OfferVariant> = z.infer<(typeof OPTION_ENVELOPES)[V["envelope"]]>;

/** The types of `variantFields`, which depend on the variant's row in the table. */
export type VariantFields<V extends OfferVariant> = z.infer<z.ZodObject<typeof leadingFields>> & {
  retailer: V["retailer"];
  intent: V["intent"];
} & (V["products"] extends "0-100" ? { products?: Products | undefined } : { products: Products }) &
  (V["intent"] extends "custom_url" ? { customUrl: string } : { customUrl?: string | undefined }) &
  (undefined extends Options<V> ? { options?: Options<V> } : { options: Options<V> });

/** As in BigboxWAddToCartLink. The intent of custom links begins with their retailer. */
export const schemaName = (kind: "link" | "offer", { retailer, intent }: Variant): string =>
  `${intent.startsWith(`${retailer}_`) ? "" : `${retailer}_`}${intent}_${kind}`.replace(
    /(?:^|_)([a-z])/g,
    (_, letter: string) => letter.toUpperCase(),
  );
