import * as z from "zod";
import { MAX_SLUGS } from "../addresses/slug.ts";
import { LINK_STATES } from "../core/vocabulary.ts";
import { codeStyle } from "../qr-codes/style-schema.ts";
import { MAX_OFFERS } from "../retailers/choice-offer.ts";
import { schedule } from "../retailers/link-schedule.ts";
import { openEnum, shown, shownUrl } from "./resource-parts.ts";
import { intent, linkResource, qrCodeResource, retailer, urlType } from "./resources.ts";

// Links and QR codes with what requests ask for beyond the base contract: see `include.ts`.

/** A QR code with what `include` asked for. */
export const extendedQrCode = qrCodeResource
  .extend({ style: codeStyle.describe("How it looks, where it has a style of its own.").optional() })
  .describe("A QR code of a link, with what `include` asked for.")
  .meta({ id: "ExtendedQrCode" });
/** A QR code with what `include` asked for. */
export type ExtendedQrCode = z.infer<typeof extendedQrCode>;

/** A QR code as an operation with `include` answers it. */
export const anyQrCode = z.union([qrCodeResource, extendedQrCode]).describe("The QR code.");

/** An address of a link. */
const linkAddress = z
  .strictObject({
    url: shownUrl("The address."),
    kind: openEnum("AddressKind", ["short_id", "slug"], "Whether it is random or a slug."),
    current: z.boolean().describe("Whether it is the one that `shortLink` shows."),
  })
  .describe("An address of a link.")
  .meta({ id: "LinkAddress" });

/** Those of a link. */
const linkAddresses = z
  .array(linkAddress)
  .max(MAX_SLUGS + 1)
  .describe("Every address of the link: all of them lead, as any may be printed.");

/** What a link is at the moment of an answer. */
export const linkState = openEnum(
  "LinkState",
  LINK_STATES,
  "What the link is now: before (`scheduled`), within (`running`) or after (`ended`) the times of its schedule, or " +
    "switched off (`off`).",
);
/** An offer of a choice link. */
export const offerResource = z
  .strictObject({
    key: shown(32, "The last part of the offer's address, below the short link."),
    retailer,
    intent,
    label: shown(256, "What the page calls the shop."),
    urlType,
  })
  .describe("An offer of a choice link.")
  .meta({ id: "OfferResource" });
/** An offer of a choice link. */
export type OfferResource = z.infer<typeof offerResource>;

/** A link with what `include` asked for. */
export const extendedLink = linkResource
  .extend({
    addresses: linkAddresses.optional(),
    domain: shown(255, "The host of the short URL.").optional(),
    offers: z
      .array(offerResource)
      .max(MAX_OFFERS)
      .describe("What shoppers choose from; present for choice links alone.")
      .optional(),
    schedule: schedule.optional(),
    slug: shown(64, "Stands in the short URL in place of the short id.").optional(),
    state: linkState.optional(),
    qrCode: extendedQrCode.describe("The default QR code.").optional(),
  })
  .describe("A link with what `include` asked for.")
  .meta({ id: "ExtendedLink" });
/** A link with what `include` asked for. */
export type ExtendedLink = z.infer<typeof extendedLink>;

/** A link as an operation with `include` answers it. */
export const anyLink = z.union([linkResource, extendedLink]).describe("The link.");
