import * as z from "zod";
import { list } from "../core/list.ts";
import { metadata } from "../core/metadata.ts";
import { httpUrl, text } from "../core/text.ts";
import { LINK_INTENTS, RETAILERS, type Retailer } from "../core/vocabulary.ts";
import { OPTION_ENVELOPES } from "./options.ts";
import {
  defaultQrCodeOptions,
  type ProductSelection,
  productSelection,
  retailerLocation,
  trackingOptions,
} from "./parts.ts";
import { productBounds, requiresCustomUrl, VARIANTS, type Variant, type VariantKey } from "./variants.ts";

/**
 * The most that a definition with its defaults takes as JSON, in bytes: what a list or a recipe takes whose every field
 * is at the bound of the specification, in characters of one byte, with room to spare. Fields in other scripts reach it
 * before their own bounds; a list that people shop from has a tenth of it.
 */
export const MAX_DEFINITION_BYTES = 1_600_000;

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

/** The two words that choose the variant. Validated first: a pair without a variant is a 422, not a 400. */
export const retailerIntentPair = z.object({
  retailer: z.enum(RETAILERS).describe("The retailer that the link leads to."),
  intent: z.enum(LINK_INTENTS).describe("What the link is made for."),
});

function products(variant: Variant) {
  const { min, max } = productBounds(variant);
  const schema = list(productSelection)
    .min(1)
    .max(max)
    .describe(max === 1 ? "The product." : "The products, the most important first.");
  return min === 0 ? schema.optional() : schema;
}

const customUrl = () => httpUrl().describe("Destination of custom_url links.");

/** As in BigboxWAddToCartLink. The intent of custom links begins with their retailer. */
const schemaName = (retailer: string, intent = ""): string =>
  `${intent.startsWith(`${retailer}_`) ? "" : `${retailer}_`}${intent && `${intent}_`}link`.replace(
    /(?:^|_)([a-z])/g,
    (_, letter: string) => letter.toUpperCase(),
  );

function variantSchema(variant: Variant) {
  return z
    .strictObject({
      ...commonFields,
      retailer: z.literal(variant.retailer).describe("The retailer that the link leads to."),
      intent: z.literal(variant.intent).describe("What the link is made for."),
      products: products(variant),
      customUrl: requiresCustomUrl(variant) ? customUrl() : customUrl().optional(),
      options: OPTION_ENVELOPES[variant.envelope],
    })
    .describe(`A link for the retailer \`${variant.retailer}\` with the intent \`${variant.intent}\`.`)
    .meta({ id: schemaName(variant.retailer, variant.intent), title: variant.title });
}

/** What all variants share, for a body whose variant is not known. */
export const anyDefinition = z.strictObject({
  ...commonFields,
  ...retailerIntentPair.shape,
  products: list(productSelection).min(1).max(100).describe("The products.").optional(),
  customUrl: customUrl().optional(),
  options: OPTION_ENVELOPES.general,
});

/** At least one product. */
export type Products = [ProductSelection, ...ProductSelection[]];

type Common = z.infer<z.ZodObject<typeof commonFields>>;
type Options<V extends Variant> = z.infer<(typeof OPTION_ENVELOPES)[V["envelope"]]>;

/** The types of the fields that depend on a variant's row in the table. */
type OwnFields<V extends Variant> = {
  retailer: V["retailer"];
  intent: V["intent"];
} & (V["products"] extends "0-100" ? { products?: Products | undefined } : { products: Products }) &
  (V["intent"] extends "custom_url" ? { customUrl: string } : { customUrl?: string | undefined }) &
  (undefined extends Options<V> ? { options?: Options<V> } : { options: Options<V> });

/** What a caller defines a link of one variant by: a valid body of POST /v1/links, with its defaults filled in. */
export type DefinitionOf<V extends Variant> = V extends Variant ? Common & OwnFields<V> : never;

/** What a caller defines a link by, of whichever variant. */
export type LinkDefinition = DefinitionOf<Variant>;

/** The definition of the variant with this key. */
export type DefinitionByKey<K extends VariantKey> = DefinitionOf<
  Extract<Variant, K extends `${infer R} ${infer I}` ? { retailer: R; intent: I } : never>
>;

/** The options of a definition whose variant does not matter. */
export type AnyOptions = z.infer<typeof OPTION_ENVELOPES.general>;

/** A definition whose variant requires products. */
export type ProductsDefinition = Extract<LinkDefinition, { products: Products }>;

const schemas = new Map(VARIANTS.map((variant: Variant) => [variant, variantSchema(variant)]));

/** One of `options`, told apart by the words of the property `name`, in the way of OpenAPI. */
const oneOf = (id: string, description: string, name: string, options: ReadonlyMap<string, z.ZodType>) =>
  z
    .xor([...options.values()])
    .describe(description)
    .meta({
      id,
      discriminator: {
        propertyName: name,
        mapping: Object.fromEntries(
          Array.from(options, ([word, option]) => [word, `#/$defs/${option.meta()?.id}`]),
        ),
      },
    });

/** The schema of the links of one retailer: that of its only variant, or one for each intent. */
function retailerSchema(retailer: Retailer): z.ZodType {
  const options = new Map(
    VARIANTS.filter((variant) => variant.retailer === retailer).map((variant) => [
      variant.intent,
      definitionSchema(variant),
    ]),
  );
  const [only] = options.values();
  if (only && options.size === 1) return only;
  const description = `A link for the retailer \`${retailer}\`, by its intent.`;
  return oneOf(schemaName(retailer), description, "intent", options);
}

/** Any body of POST /v1/links. For descriptions only: a union can't tell a 422 from a 400. */
export const createLinkRequest = oneOf(
  "CreateLinkRequest",
  `What a link is created from: the fields depend on its retailer and intent. At most ${MAX_DEFINITION_BYTES} bytes as JSON.`,
  "retailer",
  new Map(RETAILERS.map((retailer) => [retailer, retailerSchema(retailer)])),
);

/** The schema of a variant's body. */
export function definitionSchema(variant: Variant): z.ZodType<LinkDefinition> {
  const schema: z.ZodType | undefined = schemas.get(variant);
  if (!schema) throw new TypeError(`no variant ${variant.title}`);
  // The schema is made from the variant's row at run time, as its type is from the same row.
  return schema as z.ZodType<LinkDefinition>;
}
