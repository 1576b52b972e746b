import * as z from "zod";
import { qrIdentifier } from "../core/qr-identifier.ts";
import { text } from "../core/text.ts";
import { DEFAULT_QR_IDENTIFIER, DEFAULT_QR_NAME } from "../core/vocabulary.ts";
import { list } from "../core/zod-extensions.ts";

/** Parts that request variants share. Bounds are the specification's. */

const productId = () => text(1, 128).describe("A product id of the retailer.");
export const backupProductIds = () => list(productId()).max(25);

export const productSelection = z
  .strictObject({
    retailerProductId: productId().describe(
      "Retailer-native product id. For a delivery_app product detail link, the id in the product's path, not a UPC.",
    ),
    quantity: z.int().min(1).max(999).default(1).describe("How many of the product."),
    backupProductIds: backupProductIds()
      .describe("Tried in this order when the product is unavailable.")
      .optional(),
  })
  .describe("A product and how many of it.")
  .meta({ id: "ProductSelection" });
export type ProductSelection = z.infer<typeof productSelection>;

export const retailerLocation = z
  .strictObject({
    zipCode: text(3, 16).describe("Postal code of the shoppers.").optional(),
    storeId: text(1, 64).describe("The retailer's number or name of a store.").optional(),
  })
  .describe("Where the link's shoppers are: decides the store, and which availability is asked for.")
  .meta({ id: "RetailerLocation" });

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
    linkValue: z.number().min(0).describe("What the link is worth to you, in a unit of your own.").optional(),
    tags: list(tagText()).max(100).describe("Your own tags, to find links by.").optional(),
  })
  .describe("What tells the link's visits apart, at the retailer and in lists.")
  .meta({ id: "TrackingOptions" });

export const defaultQrCodeOptions = z
  .strictObject({
    identifier: qrIdentifier()
      .describe(`Identifier of the code. Without it: \`${DEFAULT_QR_IDENTIFIER}\`.`)
      .optional(),
    name: text(1, 120).describe(`Name of the code. Without it: ${DEFAULT_QR_NAME}.`).optional(),
  })
  .describe("What the default QR code is called.")
  .meta({ id: "DefaultQrCodeOptions" });
