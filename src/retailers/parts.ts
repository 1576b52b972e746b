import * as z from "zod";
import { list } from "../core/list.ts";
import { qrIdentifier } from "../core/qr-identifier.ts";
import { text } from "../core/text.ts";

/** Parts that request variants share. Bounds are the specification's. */

const productId = () => text(1, 128);
export const backupProductIds = () => list(productId()).max(25);

export const productSelection = z
  .strictObject({
    retailerProductId: productId().describe(
      "Retailer-native product id. For a delivery_app product detail link, the id in the product's path, not a UPC.",
    ),
    quantity: z.int().min(1).max(999).default(1),
    backupProductIds: backupProductIds()
      .describe("Tried in this order when the product is unavailable.")
      .optional(),
  })
  .meta({ id: "ProductSelection" });
export type ProductSelection = z.infer<typeof productSelection>;

export const retailerLocation = z
  .strictObject({
    zipCode: text(3, 16).optional(),
    storeId: text(1, 64).optional(),
  })
  .meta({ id: "RetailerLocation" });

/** A tag of a link. */
export const tagText = () => text(1, 80);

const utmValue = () => text(0, 120).optional();

export const trackingOptions = z
  .strictObject({
    utm: z
      .strictObject({
        source: utmValue(),
        medium: utmValue(),
        campaign: utmValue(),
        term: utmValue(),
        content: utmValue(),
      })
      .optional(),
    linkValue: z.number().min(0).optional(),
    tags: list(tagText()).max(100).optional(),
  })
  .meta({ id: "TrackingOptions" });

export const defaultQrCodeOptions = z
  .strictObject({
    identifier: qrIdentifier().optional(),
    name: text(1, 120).optional(),
  })
  .meta({ id: "DefaultQrCodeOptions" });
