import * as z from "zod";
import { WARNING_CODES } from "../../features/links/warning-codes.ts";
import { codeStyle } from "../../features/qr-codes/code-style.ts";
import { MAX_OFFERS } from "../../features/retailers/choice-offer.ts";
import { schedule } from "../../features/retailers/definition-fields.ts";
import { GTIN_LENGTH } from "../../ground/core/gtin.ts";
import { openEnum, shown, shownUrl } from "../../ground/core/resource-parts.ts";
import { MAX_SLUGS } from "../../ground/core/slug.ts";
import { LINK_STATES } from "../../ground/core/vocabulary.ts";
import { intent, linkResource, qrCodeResource, retailer, urlType } from "./resources.ts";

// Links and QR codes with the properties that `include` adds to the base contract: see `include.ts`.

const extendedQrCode = qrCodeResource
  .extend({ style: codeStyle.describe("The code's own style.").optional() })
  .describe("A QR code with the properties that `include` adds.")
  .meta({ id: "ExtendedQrCode" });
export type ExtendedQrCode = z.infer<typeof extendedQrCode>;

/** A QR code in the response of an operation with `include`. */
export const anyQrCode = z.union([qrCodeResource, extendedQrCode]).describe("The QR code.");

const linkAddress = z
  .strictObject({
    url: shownUrl("The short URL."),
    kind: openEnum(
      "AddressKind",
      ["short_id", "slug", "kept"],
      "A random short id, a slug or a kept address.",
    ),
    current: z.boolean().describe("Whether it is the URL in `shortLink`."),
  })
  .describe("A short URL of a link.")
  .meta({ id: "LinkAddress" });

const linkAddresses = z
  .array(linkAddress)
  .max(MAX_SLUGS + 1)
  .describe("Every short URL of the link. All of them redirect, because any may be printed.");

/** The state of a link at the time of the response. */
export const linkState = openEnum(
  "LinkState",
  LINK_STATES,
  "The state of the link now: before (`scheduled`), within (`running`) or after (`ended`) its schedule, or switched off " +
    "(`off`).",
);
const offerResource = z
  .strictObject({
    key: shown(32, "The last path segment of the offer's URL, below the short link."),
    retailer,
    intent,
    label: shown(256, "The shop's name on the page."),
    urlType,
  })
  .describe("An offer of a choice link.")
  .meta({ id: "OfferResource" });
export type OfferResource = z.infer<typeof offerResource>;

export const linkWarnings = z
  .array(
    z
      .strictObject({
        code: openEnum("WarningCode", WARNING_CODES, "The possible problem."),
        field: shown(
          256,
          "The field that is probably a mistake, such as `products[0].retailerProductId`, or the offer: `offers[1]`. Absent if the warning is about the whole link.",
        ).optional(),
        message: shown(4096, "A description of the possible problem."),
      })
      .describe("A possible problem of a link that does not prevent its creation.")
      .meta({ id: "LinkWarning" }),
  )
  .max(1_000)
  .describe("Possible problems of the link.");

/** A link with the properties that `include` adds. */
export const extendedLink = linkResource
  .extend({
    addresses: linkAddresses.optional(),
    domain: shown(255, "The host of the short URL.").optional(),
    gtin: shown(
      GTIN_LENGTH,
      "The GTIN, in 14 digits. The link redirects at `/01/{gtin}` of its domain.",
    ).optional(),
    offers: z
      .array(offerResource)
      .max(MAX_OFFERS)
      .describe("The shops to choose from; only on choice links.")
      .optional(),
    schedule: schedule.optional(),
    slug: shown(64, "Replaces the short id in the short URL.").optional(),
    state: linkState.optional(),
    warnings: linkWarnings
      .describe("Possible problems of the link, in responses to creates and changes.")
      .optional(),
    qrCode: extendedQrCode.describe("The default QR code.").optional(),
  })
  .describe("A link with the properties that `include` adds.")
  .meta({ id: "ExtendedLink" });
export type ExtendedLink = z.infer<typeof extendedLink>;

/** A link in the response of an operation with `include`. */
export const anyLink = z.union([linkResource, extendedLink]).describe("The link.");
