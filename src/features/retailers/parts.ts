import * as z from "zod";
import { MARKETPLACE_COUNTRIES, MARKETPLACES, USUAL_COUNTRY } from "../../ground/core/marketplaces.ts";
import { qrIdentifier } from "../../ground/core/resource-parts.ts";
import { imageUrl, text } from "../../ground/core/text.ts";
import { DEFAULT_QR_IDENTIFIER, DEFAULT_QR_NAME } from "../../ground/core/vocabulary.ts";
import { list } from "../../ground/core/zod-extensions.ts";

/** Schemas that variants share, with the specification's limits. */

const productId = () => text(1, 128).describe("A product id of the retailer.");
export const backupProductIds = () => list(productId()).max(25);

export const productSelection = z
  .strictObject({
    retailerProductId: productId().describe(
      "Retailer-native product id. For a delivery_app product detail link, the id in the product's path, not a UPC.",
    ),
    quantity: z.int().min(1).max(999).default(1).describe("Quantity of the product."),
    backupProductIds: backupProductIds()
      .describe("Tried in this order if the product is unavailable.")
      .optional(),
  })
  .describe("A product and its quantity.")
  .meta({ id: "ProductSelection" });
export type ProductSelection = z.infer<typeof productSelection>;

export const retailerLocation = z
  .strictObject({
    zipCode: text(3, 16).describe("Postal code of the shoppers.").optional(),
    storeId: text(1, 64).describe("The retailer's number or name of a store.").optional(),
  })
  .describe("Location of the link's shoppers: decides the store and where availability is checked.")
  .meta({ id: "RetailerLocation" });

/** "`US` is amazon.com, …". */
const marketplaces = (): string =>
  Object.entries(MARKETPLACES)
    .map(([country, host]) => `\`${country}\` is ${host}`)
    .join(", ");

export const marketplaceLocation = retailerLocation
  .extend({
    country: z
      .enum(MARKETPLACE_COUNTRIES)
      .describe(`Country of the marketplace: ${marketplaces()}. Default: \`${USUAL_COUNTRY}\`.`)
      .optional(),
  })
  .describe("Location of the link's shoppers: decides the marketplace.")
  .meta({ id: "MarketplaceLocation" });

/** A tag of a link. */
export const tagText = () => text(1, 80).describe("A tag.");

const utmValue = (name: string) =>
  text(0, 120).describe(`Value of the parameter \`utm_${name}\` of the destination.`).optional();

export const trackingOptions = z
  .strictObject({
    utm: z
      .strictObject({
        source: utmValue("source"),
        medium: utmValue("medium"),
        campaign: utmValue("campaign"),
        term: utmValue("term"),
        content: utmValue("content"),
      })
      .describe("UTM values, which are added to the destination.")
      .optional(),
    viaAsUtmSource: z
      .boolean()
      .describe(
        "Whether the source of a visit (`?via=newsletter`) becomes `utm_source` of a destination without one. Default: false.",
      )
      .optional(),
    linkValue: z.number().min(0).describe("Value of the link to you, in your own unit.").optional(),
    tags: list(tagText()).max(100).describe("Your own tags, for finding links.").optional(),
  })
  .describe("Identifies the link's visits at the retailer and in reports.")
  .meta({ id: "TrackingOptions" });

export const linkCard = z
  .strictObject({
    title: text(1, 160).describe("The title. Default: the public name.").optional(),
    text: text(1, 300).describe("A text below the title.").optional(),
    imageUrl: imageUrl().describe("The picture.").optional(),
  })
  .describe("What messengers show of the link. Default: the public name.")
  .meta({ id: "LinkCard" });
export const defaultQrCodeOptions = z
  .strictObject({
    identifier: qrIdentifier()
      .describe(`Identifier of the code. Default: \`${DEFAULT_QR_IDENTIFIER}\`.`)
      .optional(),
    name: text(1, 120).describe(`Name of the code. Default: ${DEFAULT_QR_NAME}.`).optional(),
  })
  .describe("Name and identifier of the default QR code.")
  .meta({ id: "DefaultQrCodeOptions" });
