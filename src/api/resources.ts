import * as z from "zod";
import { MAX_SHOWN_PROBLEMS } from "../core/bounded-problems.ts";
import { qrIdentifier } from "../core/qr-identifier.ts";
import { LINK_INTENTS, LINK_STATUSES, RETAILERS, URL_TYPES } from "../core/vocabulary.ts";
import { anyDefinition } from "../retailers/definition.ts";
import { productSelection } from "../retailers/parts.ts";
import { API_ERROR_CODES } from "./error-messages.ts";
import { counted, dateTime, openEnum, shown, shownUrl } from "./resource-parts.ts";

// The bodies of the API's answers. The schemas are strict, and are published so: no answer has a property that is not named
// here. `LinkResource` and `QrCodeResource` are the base contract; what goes beyond it is asked for with `include`.

const metadata = () => z.record(z.string(), z.unknown()).describe("As it was sent.");
const linkId = () => shown(128, "Id of the link.");

/** A QR code. */
export const qrCodeResource = z
  .strictObject({
    id: shown(200, "`qr_<linkId>_<identifier>`: what the image's address is made of."),
    linkId: linkId(),
    identifier: qrIdentifier().describe("Tells the codes of a link apart."),
    name: shown(120, "Name of the code."),
    imageUrl: shownUrl("The image as SVG. Other formats: the same address with another ending."),
    encodedUrl: shownUrl("What the image encodes: the short link, marked with the code's identifier."),
    isDefault: z.boolean().describe("Whether it was created with the link."),
    metadata: metadata().optional(),
    createdAt: dateTime("When the code was created."),
  })
  .describe("A QR code of a link.")
  .meta({ id: "QrCodeResource" });
/** A QR code. */
export type QrCodeResource = z.infer<typeof qrCodeResource>;

/** The retailers of links. */
export const retailer = openEnum("Retailer", RETAILERS, "The retailer that the link leads to.");
/** What links are made for. */
export const intent = openEnum("LinkIntent", LINK_INTENTS, "What the link is made for.");
const status = z.enum(LINK_STATUSES).describe("`inactive`: visits get 410.");
/** The kinds of destinations. */
export const urlType = openEnum(
  "UrlType",
  URL_TYPES,
  "Kind of destination: a cart, a product's page (`pdp`), a list or recipe of the delivery app, the caller's own " +
    "(`custom`), the page of a choice link (`choice_page`), or another page in place of these (`long_link`).",
);

/** A link. What its creation does not return is optional. */
export const linkResource = z
  .strictObject({
    id: linkId(),
    projectId: shown(128, "Owning project."),
    name: shown(160, "Internal name."),
    publicName: shown(160, "Display name for public surfaces.").optional(),
    retailer,
    intent,
    status,
    shortLink: shownUrl("Short URL of the link: what is shared."),
    shortId: shown(64, "The random address of the link, which leads for ever."),
    urlType: urlType.optional(),
    products: z.array(productSelection).max(100).describe("The products, as they were sent.").optional(),
    qrCode: qrCodeResource.describe("The default QR code.").optional(),
    metadata: metadata().optional(),
    createdAt: dateTime("When the link was created."),
    updatedAt: dateTime("When a caller or member last changed the link.").optional(),
  })
  .describe(
    "A link. Its creation answers without `products`, `metadata` and `updatedAt`, and without `urlType` but for choices.",
  )
  .meta({ id: "LinkResource" });
/** A link. */
export type LinkResource = z.infer<typeof linkResource>;

const specific = () => z.literal("specific").describe("Names a certain store.");
const retailerId = () => shown(64, "Id of the store, for lists and recipes.");
const slug = () => shown(128, "Slug of the store, for product pages.");
const byId = (description: string) =>
  z.strictObject({ routingMode: specific(), retailerId: retailerId() }).describe(description);

/** A retailer of the delivery app. */
export const retailerRecord = z
  .strictObject({
    provider: z.literal("delivery_app").describe("Whose store it is."),
    name: shown(256, "Name of the store."),
    retailerId: retailerId(),
    slug: slug(),
    services: z
      .array(shown(64, "Such as `delivery` or `pickup`."))
      .max(100)
      .describe("What the store offers."),
    categories: z.array(shown(64, "Such as `grocery`.")).max(100).describe("What the store sells."),
    locationCount: counted("How many places of the store were seen."),
    samplePostalCodes: z
      .array(shown(16, "A postal code."))
      .max(1000)
      .describe("Some postal codes where the store was seen."),
    usage: z
      .strictObject({
        shoppingList: byId("For shopping lists."),
        recipe: byId("For recipes."),
        productDetail: z
          .strictObject({ routingMode: specific(), retailer: slug() })
          .describe("For product pages."),
      })
      .describe("What to send in `options.delivery_app`, for each intent."),
  })
  .describe("A store of the delivery app, and how a link names it.")
  .meta({ id: "RetailerRecord" });
/** A retailer of the delivery app. */
export type RetailerRecord = z.infer<typeof retailerRecord>;

/** The longest body of an error, in characters. */
const MAX_ERROR = 65_536;

/** The body of every error. */
export const errorBody = z
  .strictObject({
    error: z
      .strictObject({
        code: openEnum("ErrorCode", API_ERROR_CODES, "What went wrong, for programs."),
        message: shown(MAX_ERROR, "What went wrong, for people."),
        correlationId: shown(128, "That of the request: name it when you report a problem."),
        details: z
          .array(
            z
              .strictObject({
                field: shown(256, "As in `products[0].quantity`; headers and parameters by their name."),
                message: shown(MAX_ERROR, "What is wrong with it."),
              })
              .describe("One problem of one field."),
          )
          .max(MAX_SHOWN_PROBLEMS)
          .describe("Every problem that was found, where the error is about fields.")
          .optional(),
      })
      .describe("The error."),
  })
  .describe("The body of every error.")
  .meta({ id: "ErrorBody" });

/** The body of the probes. */
export const healthStatus = z
  .strictObject({
    status: z.enum(["ok", "unavailable", "misconfigured"]).describe("Whether the service can do its work."),
    service: shown(64, "Name of the service."),
  })
  .describe("What a probe answers.")
  .meta({ id: "HealthStatus" });

/** Who did something. */
export const actorResource = z
  .strictObject({
    type: openEnum("ActorType", ["api_key", "member", "job"], "A program, a person, or the service itself."),
    id: shown(128, "Id of the actor."),
    name: shown(256, "Name of an API key.").optional(),
  })
  .meta({ id: "Actor", description: "Who did something." });

/** One entry of a link's history. */
export const historyEntry = z
  .strictObject({
    version: z.int().min(1).describe("Counts from 1, the creation."),
    at: dateTime("When it was changed."),
    actor: actorResource.describe("Who changed it."),
    changes: z
      .array(
        z
          .strictObject({
            field: shown(
              1024,
              "As in `tracking.utm.source`; of a QR code as in `qrCodes.window-poster.name`.",
            ),
            from: z.unknown().describe("The value before; absent where there was none.").optional(),
            to: z.unknown().describe("The value after; absent where it was removed.").optional(),
          })
          .describe("A field that was changed.")
          .meta({ id: "FieldChange" }),
      )
      .max(10_000)
      .describe("What was changed."),
    destination: shown(16_384, "Where the link led after the change: a URL, or a path on this service."),
  })
  .describe("A change of a link or of one of its QR codes.")
  .meta({ id: "HistoryEntry" });
/** One entry of a link's history. */
export type HistoryEntryResource = z.infer<typeof historyEntry>;

/** The body of an answer with one object of `schema`. */
export const dataOf = (schema: z.ZodType): z.ZodType => z.strictObject({ data: schema });

/** The most that a page of a list holds. */
export const MAX_ON_A_PAGE = 100;

/** The body of an answer with a page of a list. */
export const pageOf = (schema: z.ZodType): z.ZodType =>
  z.strictObject({
    data: z.array(schema).max(MAX_ON_A_PAGE).describe("The page."),
    nextCursor: shown(1024, "Present while there is more: the `cursor` of the next page.").optional(),
  });

/** The media types that a JSON merge patch may have. */
export const MERGE_PATCH = ["application/merge-patch+json", "application/json"] as const;

/** A link's definition and status: what PATCH changes. */
export const linkDefinition = anyDefinition
  .extend({ retailer, intent, status })
  .describe("What a link is defined by, with defaults filled in.")
  .meta({ id: "LinkDefinition" });
