import * as z from "zod";
import { VARIANTS, type Variant } from "./variants.ts";
import { LINK_INTENTS, RETAILERS } from "../core/vocabulary.ts";
import { list } from "../core/list.ts";
import { metadata } from "../core/metadata.ts";
import { OPTION_ENVELOPES } from "./options.ts";
import { defaultQrCodeOptions, productSelection, retailerLocation, trackingOptions } from "./parts.ts";
import { httpUrl, text } from "../core/text.ts";

/** Fields that mean the same in every variant. */
const commonFields = {
  projectId: text(1, 128).describe("Owning project."),
  name: text(1, 160).describe("Internal name."),
  publicName: text(1, 160).describe("Display name for public surfaces.").optional(),
  fallbackUrl: httpUrl().describe("Used when a better retailer URL cannot be built.").optional(),
  location: retailerLocation.optional(),
  tracking: trackingOptions.optional(),
  metadata: metadata().optional(),
  defaultQrCode: defaultQrCodeOptions.optional(),
};

/** The two words that choose the variant. Judged first: a pair without a variant is a 422, not a 400. */
export const retailerIntentPair = z.object({
  retailer: z.enum(RETAILERS),
  intent: z.enum(LINK_INTENTS),
});

function products(bounds: Variant["products"]) {
  const schema = list(productSelection).min(1).max(bounds.max);
  return bounds.required ? schema : schema.optional();
}

const customUrl = () => httpUrl().describe("Destination of custom_url links.");

/** As in BigboxWAddToCartLink. */
const nameOf = ({ retailer, intent }: Variant): string =>
  `${retailer}_${intent}_link`.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function variantSchema(variant: Variant) {
  return z
    .strictObject({
      ...commonFields,
      retailer: z.literal(variant.retailer),
      intent: z.literal(variant.intent),
      products: products(variant.products),
      customUrl: variant.customUrlRequired ? customUrl() : customUrl().optional(),
      options: OPTION_ENVELOPES[variant.envelope],
    })
    .meta({ id: nameOf(variant), title: variant.title });
}

/** What all variants share, for a body whose variant is not known. */
export const anyLinkRequest = z.strictObject({
  ...commonFields,
  ...retailerIntentPair.shape,
  products: list(productSelection).min(1).max(100).optional(),
  customUrl: httpUrl().optional(),
  options: OPTION_ENVELOPES.general,
});

/** A valid body of POST /v1/links, of whichever variant; the variant's own rules are its schema's. */
export interface LinkRequest extends z.infer<typeof anyLinkRequest> {}

const schemas = new Map<Variant, z.ZodType<LinkRequest>>(
  VARIANTS.map((variant) => [variant, variantSchema(variant)]),
);

/** Any body of POST /v1/links. For descriptions only: a union can't tell a 422 from a 400. */
export const createLinkRequest = z.xor([...schemas.values()]).meta({ id: "CreateLinkRequest" });

/** The schema of a variant's body. */
export function linkRequestSchema(variant: Variant): z.ZodType<LinkRequest> {
  const schema = schemas.get(variant);
  if (!schema) throw new TypeError(`no variant ${variant.title}`);
  return schema;
}
