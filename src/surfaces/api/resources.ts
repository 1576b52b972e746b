import * as z from "zod";
import { anyDefinition } from "../../features/retailers/definition.ts";
import { productSelection } from "../../features/retailers/parts.ts";
import { MAX_SHOWN_PROBLEMS } from "../../ground/core/errors.ts";
import {
  counted,
  dateTime,
  openEnum,
  qrIdentifier,
  shown,
  shownUrl,
} from "../../ground/core/resource-parts.ts";
import { LINK_INTENTS, LINK_STATUSES, RETAILERS, URL_TYPES } from "../../ground/core/vocabulary.ts";
import { API_ERROR_CODES } from "./error-messages.ts";

// The bodies of responses. The schemas are strict, and responses contain no other properties. `LinkResource` and
// `QrCodeResource` are the base contract; `include` adds to them.

const metadata = () => z.record(z.string(), z.unknown()).describe("The metadata as it was sent.");
const linkId = () => shown(128, "Id of the link.");

export const qrCodeResource = z
  .strictObject({
    id: shown(200, "`qr_<linkId>_<identifier>`, part of the image URL."),
    linkId: linkId(),
    identifier: qrIdentifier().describe("Identifies the code within its link."),
    name: shown(120, "Name of the code."),
    imageUrl: shownUrl("The image as SVG. For other formats, change the file extension."),
    encodedUrl: shownUrl("The URL in the image: the short link with the code's identifier."),
    isDefault: z.boolean().describe("Whether the code was created with the link."),
    metadata: metadata().optional(),
    createdAt: dateTime("When the code was created."),
  })
  .describe("A QR code of a link.")
  .meta({ id: "QrCodeResource" });
export type QrCodeResource = z.infer<typeof qrCodeResource>;

export const retailer = openEnum("Retailer", RETAILERS, "The retailer of the destination.");
export const intent = openEnum("LinkIntent", LINK_INTENTS, "The purpose of the link.");
const status = z.enum(LINK_STATUSES).describe("The status of the link. `inactive`: visits get 410.");
export const urlType = openEnum(
  "UrlType",
  URL_TYPES,
  "Kind of destination: a cart, a product page (`pdp`), a list or recipe of the delivery app, the caller's own URL " +
    "(`custom`), the page of a choice link (`choice_page`), or a substitute page (`long_link`).",
);

/** A link. Properties that its creation does not return are optional. */
export const linkResource = z
  .strictObject({
    id: linkId(),
    projectId: shown(128, "Project of the link."),
    name: shown(160, "Internal name."),
    publicName: shown(160, "Name that shoppers see.").optional(),
    retailer,
    intent,
    status,
    shortLink: shownUrl("Short URL of the link, for sharing."),
    shortId: shown(64, "Permanent random id. It always redirects."),
    urlType: urlType.optional(),
    products: z.array(productSelection).max(100).describe("The products as they were sent.").optional(),
    qrCode: qrCodeResource.describe("The default QR code.").optional(),
    metadata: metadata().optional(),
    createdAt: dateTime("When the link was created."),
    updatedAt: dateTime("When a caller or member last changed the link.").optional(),
  })
  .describe(
    "A link. Its creation returns it without `products`, `metadata` and `updatedAt`, and with `urlType` only for choices.",
  )
  .meta({ id: "LinkResource" });
export type LinkResource = z.infer<typeof linkResource>;

const specific = () => z.literal("specific").describe("Selects a specific store.");
const retailerId = () => shown(64, "Id of the store, for lists and recipes.");
const slug = () => shown(128, "Slug of the store, for product pages.");
const byId = (description: string) =>
  z.strictObject({ routingMode: specific(), retailerId: retailerId() }).describe(description);

export const retailerRecord = z
  .strictObject({
    provider: z.literal("delivery_app").describe("The provider of the store."),
    name: shown(256, "Name of the store."),
    retailerId: retailerId(),
    slug: slug(),
    services: z
      .array(shown(64, "Such as `delivery` or `pickup`."))
      .max(100)
      .describe("What the store offers."),
    categories: z.array(shown(64, "Such as `grocery`.")).max(100).describe("What the store sells."),
    locationCount: counted("Number of known locations."),
    samplePostalCodes: z
      .array(shown(16, "A postal code."))
      .max(1000)
      .describe("Some postal codes that the store serves."),
    usage: z
      .strictObject({
        shoppingList: byId("For shopping lists."),
        recipe: byId("For recipes."),
        productDetail: z
          .strictObject({ routingMode: specific(), retailer: slug() })
          .describe("For product pages."),
      })
      .describe("The value of `options.delivery_app` for each intent."),
  })
  .describe("A store of the delivery app, with the options for links to it.")
  .meta({ id: "RetailerRecord" });
export type RetailerRecord = z.infer<typeof retailerRecord>;

const MAX_ERROR = 65_536;

export const errorBody = z
  .strictObject({
    error: z
      .strictObject({
        code: openEnum("ErrorCode", API_ERROR_CODES, "The error, for programs."),
        message: shown(MAX_ERROR, "The error, for people."),
        correlationId: shown(128, "Correlation id of the request. Include it when you report a problem."),
        details: z
          .array(
            z
              .strictObject({
                field: shown(
                  256,
                  "The field, such as `products[0].quantity`, or the name of a header or parameter.",
                ),
                message: shown(MAX_ERROR, "What is wrong with the field."),
              })
              .describe("A problem of a field."),
          )
          .max(MAX_SHOWN_PROBLEMS)
          .describe("Every problem, if the error concerns fields.")
          .optional(),
      })
      .describe("The error."),
  })
  .describe("The body of every error.")
  .meta({ id: "ErrorBody" });

/** The body of the probes. */
export const healthStatus = z
  .strictObject({
    status: z.enum(["ok", "unavailable", "misconfigured"]).describe("The condition of the service."),
    service: shown(64, "Name of the service."),
  })
  .describe("The response of a probe.")
  .meta({ id: "HealthStatus" });

/** Who did something. */
export const actorResource = z
  .strictObject({
    type: openEnum("ActorType", ["api_key", "member", "job"], "A program, a person or a job of the service."),
    id: shown(128, "Id of the actor."),
    name: shown(256, "Name of the API key.").optional(),
  })
  .meta({ id: "Actor", description: "Who did something." });

export const historyEntry = z
  .strictObject({
    version: z.int().min(1).describe("Number of the change; the creation is 1."),
    at: dateTime("When the change was made."),
    actor: actorResource.describe("Who made the change."),
    changes: z
      .array(
        z
          .strictObject({
            field: shown(1024, "The field, such as `tracking.utm.source` or `qrCodes.window-poster.name`."),
            from: z.unknown().describe("The old value; absent if there was none.").optional(),
            to: z.unknown().describe("The new value; absent if it was removed.").optional(),
          })
          .describe("A changed field.")
          .meta({ id: "FieldChange" }),
      )
      .max(10_000)
      .describe("The changed fields."),
    destination: shown(
      16_384,
      "The destination after the change, without affiliate tag: a URL or a path on this service.",
    ),
  })
  .describe("A change of a link or of one of its QR codes.")
  .meta({ id: "HistoryEntry" });
export type HistoryEntryResource = z.infer<typeof historyEntry>;

/** The body of a response with one object. */
export const dataOf = (schema: z.ZodType): z.ZodType => z.strictObject({ data: schema });

/** The most that a page of a list holds. */
export const MAX_ON_A_PAGE = 100;

/** The body of a response with a page of a list. */
export const pageOf = (schema: z.ZodType): z.ZodType =>
  z.strictObject({
    data: z.array(schema).max(MAX_ON_A_PAGE).describe("The page."),
    nextCursor: shown(1024, "Cursor of the next page; absent on the last.").optional(),
  });

/** The media types that a JSON merge patch may have. */
export const MERGE_PATCH = ["application/merge-patch+json", "application/json"] as const;

/** A link's definition and status: what PATCH changes. */
export const linkDefinition = anyDefinition
  .extend({ retailer, intent, status })
  .describe("The definition of a link, with defaults.")
  .meta({ id: "LinkDefinition" });
