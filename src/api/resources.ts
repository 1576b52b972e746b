import * as z from "zod";
import { qrIdentifier } from "../core/qr-identifier.ts";
import { LINK_INTENTS, LINK_STATUSES, RETAILERS, URL_TYPES } from "../core/vocabulary.ts";
import { anyDefinition } from "../retailers/definition.ts";
import { productSelection } from "../retailers/parts.ts";

// The bodies of the API's answers. The schemas are strict: no answer has a property that is not named here.

const dateTime = () => z.iso.datetime();
const metadata = () => z.record(z.string(), z.unknown());

/** A QR code. */
export const qrCodeResource = z
  .strictObject({
    id: z.string().describe("`qr_<linkId>_<identifier>`"),
    linkId: z.string(),
    identifier: qrIdentifier(),
    name: z.string(),
    imageUrl: z.url().describe("The QR image, as SVG."),
    encodedUrl: z.url().describe("What the QR image encodes."),
    isDefault: z.boolean(),
    metadata: metadata().optional(),
    createdAt: dateTime(),
  })
  .meta({ id: "QrCodeResource" });
/** A QR code. */
export type QrCodeResource = z.infer<typeof qrCodeResource>;

/** A link. What its creation does not return is optional. */
export const linkResource = z
  .strictObject({
    id: z.string(),
    projectId: z.string(),
    name: z.string(),
    publicName: z.string().optional(),
    retailer: z.enum(RETAILERS).meta({ id: "Retailer" }),
    intent: z.enum(LINK_INTENTS).meta({ id: "LinkIntent" }),
    status: z.enum(LINK_STATUSES),
    shortLink: z.url().describe("Short URL of the link."),
    shortId: z.string(),
    urlType: z.enum(URL_TYPES).describe("Kind of destination.").optional(),
    products: z.array(productSelection).optional(),
    qrCode: qrCodeResource.optional(),
    metadata: metadata().optional(),
    createdAt: dateTime(),
    updatedAt: dateTime().optional(),
  })
  .meta({ id: "LinkResource" });
/** A link. */
export type LinkResource = z.infer<typeof linkResource>;

const pageRouting = () => z.strictObject({ routingMode: z.literal("specific"), retailerId: z.string() });

/** A retailer of the delivery app. */
export const retailerRecord = z
  .strictObject({
    provider: z.literal("delivery_app"),
    name: z.string(),
    retailerId: z.string(),
    slug: z.string(),
    services: z.array(z.string()),
    categories: z.array(z.string()),
    locationCount: z.int(),
    samplePostalCodes: z.array(z.string()),
    usage: z.strictObject({
      shoppingList: pageRouting(),
      recipe: pageRouting(),
      productDetail: z.strictObject({ routingMode: z.literal("specific"), retailer: z.string() }),
    }),
  })
  .meta({ id: "RetailerRecord" });
/** A retailer of the delivery app. */
export type RetailerRecord = z.infer<typeof retailerRecord>;

/** The body of every error. */
export const errorBody = z
  .strictObject({
    error: z.strictObject({
      code: z.string().describe("Stable and machine-readable."),
      message: z.string(),
      correlationId: z.string(),
      details: z
        .array(z.strictObject({ field: z.string(), message: z.string() }))
        .describe("Per-field problems, with fields as in `products[0].quantity`.")
        .optional(),
    }),
  })
  .meta({ id: "ErrorBody" });

/** The body of the probes. */
export const healthStatus = z
  .strictObject({ status: z.enum(["ok", "unavailable", "misconfigured"]), service: z.string() })
  .meta({ id: "HealthStatus" });

/** One entry of a link's history. */
export const historyEntry = z
  .strictObject({
    version: z.int().describe("Counts from 1, the creation."),
    at: dateTime(),
    actor: z
      .strictObject({
        type: z.enum(["api_key", "member", "job"]),
        id: z.string().describe("`before-records`: what happened until the next entry is not known."),
        name: z.string().optional(),
      })
      .meta({ id: "Actor" }),
    changes: z.array(
      z
        .strictObject({
          field: z
            .string()
            .describe("As in `tracking.utm.source`; of a QR code as in `qrCodes.window-poster.name`."),
          from: z.unknown().optional(),
          to: z.unknown().optional(),
        })
        .meta({ id: "FieldChange" }),
    ),
    destination: z
      .string()
      .describe("Where the link led after the change: a URL, or a path on this service."),
  })
  .meta({ id: "HistoryEntry" });
/** One entry of a link's history. */
export type HistoryEntryResource = z.infer<typeof historyEntry>;

/** The body of an answer with one object of `schema`. */
export const dataOf = (schema: z.ZodType): z.ZodType => z.strictObject({ data: schema });

/** The body of an answer with a page of a list. */
export const pageOf = (schema: z.ZodType): z.ZodType =>
  z.strictObject({
    data: z.array(schema),
    nextCursor: z.string().describe("Present while there is more.").optional(),
  });

/** The media types that a JSON merge patch may have. */
export const MERGE_PATCH = ["application/merge-patch+json", "application/json"] as const;

/** A link's definition and status: what PATCH changes. */
export const linkDefinition = anyDefinition
  .extend({ status: z.enum(LINK_STATUSES) })
  .meta({ id: "LinkDefinition" });
