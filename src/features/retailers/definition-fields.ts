import * as z from "zod";
import { metadata } from "../../ground/core/metadata.ts";
import { keptPaths, slug } from "../../ground/core/slug.ts";
import { httpUrl, text } from "../../ground/core/text.ts";
import { instant, storedInstant } from "../../ground/core/times.ts";
import { list } from "../../ground/core/zod-extensions.ts";
import { gtinFields } from "./gtin-fields.ts";
import { OPTION_ENVELOPES } from "./options.ts";
import {
  defaultQrCodeOptions,
  linkCard,
  marketplaceLocation,
  type ProductSelection,
  productSelection,
  retailerLocation,
  trackingOptions,
} from "./parts.ts";
import {
  hasCountries,
  type OfferVariant,
  productBounds,
  requiresCustomUrl,
  type Variant,
} from "./variants.ts";

/** When a link redirects. Start and end are both optional. */
export const schedule = z
  .strictObject({
    activeFrom: instant().describe("The link redirects from this time: RFC 3339 with offset.").optional(),
    activeUntil: instant()
      .describe("The link redirects until this time, which must be after `activeFrom`: RFC 3339 with offset.")
      .optional(),
    endedUrl: httpUrl()
      .describe(
        "Where the link redirects before and after. Default: a page that explains it, with status 410.",
      )
      .optional(),
  })
  .superRefine(({ activeFrom = "", activeUntil = "" }, context) => {
    // A missing or invalid time is NaN, and this comparison false.
    if (Date.parse(activeUntil) <= Date.parse(activeFrom))
      context.addIssue({ code: "custom", path: ["activeUntil"], message: "must be after activeFrom" });
  })
  .describe("When the link redirects. Checked on each visit, so that no job has to run at these times.")
  .meta({ id: "LinkSchedule" });
/** As sent, or as stored. */
export type Schedule = z.infer<typeof schedule>;

/** A schedule as stored, with times in UTC; undefined if it is empty. */
export function storedSchedule({ activeFrom, activeUntil, endedUrl }: Schedule): Schedule | undefined {
  const stored: Schedule = {
    ...(activeFrom !== undefined && { activeFrom: storedInstant(activeFrom) }),
    ...(activeUntil !== undefined && { activeUntil: storedInstant(activeUntil) }),
    ...(endedUrl !== undefined && { endedUrl }),
  };
  return Object.keys(stored).length === 0 ? undefined : stored;
}

/** Fields that mean the same in every variant. */
export const commonFields = {
  projectId: text(1, 128).describe("Owning project."),
  name: text(1, 160).describe("Internal name."),
  publicName: text(1, 160).describe("Name shown to the public.").optional(),
  slug: slug()
    .describe("Readable path that replaces the short id in the short link, such as `summer-soups`.")
    .optional(),
  addresses: z
    .strictObject({
      keep: keptPaths()
        .describe(
          "Paths of the link's domain, exactly as printed before, such as `/Spring_Sale`: they redirect where no other address of the domain does.",
        )
        .optional(),
    })
    .describe("Further addresses of the link.")
    .meta({ id: "KeptAddresses" })
    .optional(),
  ...gtinFields,
  tracking: trackingOptions.optional(),
  forwardQuery: z
    .boolean()
    .describe(
      "Whether the parameters of a visit, such as `gclid`, are appended to the destination as they came, except `qr`, `via`, " +
        "names that the destination has and, at retailers, those that decide the cart or the commission: at most 2,048 characters. Default: false.",
    )
    .optional(),
  metadata: metadata().optional(),
  card: linkCard.optional(),
  defaultQrCode: defaultQrCodeOptions.optional(),
  schedule: schedule.optional(),
};

/** Common fields of links and offers with a single destination. Only some variants accept a country. */
const destinationFields = {
  fallbackUrl: httpUrl()
    .describe("Used if no better retailer URL can be built, or if every product is known to be unavailable.")
    .optional(),
  location: marketplaceLocation.optional(),
};

function products(variant: Variant) {
  const { min, max } = productBounds(variant);
  const schema = list(productSelection)
    .min(1)
    .max(max)
    .describe(max === 1 ? "The product." : "The products, most important first.");
  return min === 0 ? schema.optional() : schema;
}

const customUrl = () => httpUrl().describe("Destination of custom_url links.");

/** The fields of a variant's links and offers that decide their destination. */
export const variantFields = (variant: OfferVariant) => ({
  ...destinationFields,
  location: (hasCountries(variant) ? marketplaceLocation : retailerLocation).optional(),
  retailer: z.literal(variant.retailer).describe("The retailer that the link points to."),
  intent: z.literal(variant.intent).describe("The purpose of the link."),
  products: products(variant),
  customUrl: requiresCustomUrl(variant) ? customUrl() : customUrl().optional(),
  options: OPTION_ENVELOPES[variant.envelope],
});

/** The fields of all variants, for a body whose variant is unknown. */
export const anyFields = {
  ...destinationFields,
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
export type VariantFields<V extends OfferVariant> = z.infer<z.ZodObject<typeof destinationFields>> & {
  retailer: V["retailer"];
  intent: V["intent"];
} & (V["products"] extends "0-100" ? { products?: Products | undefined } : { products: Products }) &
  (V["intent"] extends "custom_url" ? { customUrl: string } : { customUrl?: string | undefined }) &
  (undefined extends Options<V> ? { options?: Options<V> } : { options: Options<V> });

/** Such as BigboxWAddToCartLink. The intent of custom links already begins with their retailer. */
export const schemaName = (kind: "link" | "offer", { retailer, intent }: Variant): string =>
  `${intent.startsWith(`${retailer}_`) ? "" : `${retailer}_`}${intent}_${kind}`.replace(
    /(?:^|_)([a-z])/g,
    (_, letter: string) => letter.toUpperCase(),
  );
