import * as z from "zod";
import { PAGE_STATES } from "../links/extension.ts";
import { WARNING_CODES } from "../links/warnings.ts";
import { MAX_OFFERS } from "../retailers/choice-offer.ts";
import { AVAILABILITY_OUTCOMES } from "../retailers/offer.ts";
import { REASON_CODES } from "../retailers/destination-reasons.ts";
import { schedule } from "../retailers/link-schedule.ts";
import { linkState } from "./extended-resources.ts";
import { counted, dateTime, openEnum, shown, shownUrl } from "./resource-parts.ts";
import { urlType } from "./resources.ts";

/** Where a link or an offer leads, and why. */
const whereFields = {
  urlType,
  reason: z
    .strictObject({
      code: openEnum("ReasonCode", REASON_CODES, "The rule that decided."),
      text: shown(1024, "The rule in words."),
    })
    .describe("Why the link leads there.")
    .meta({ id: "DestinationReason" }),
};

/** The same of a link, and what may be wrong with it. */
const destinationFields = {
  ...whereFields,
  warnings: z
    .array(
      z
        .strictObject({
          code: openEnum("WarningCode", WARNING_CODES, "What may be wrong."),
          message: shown(4096, "What may be wrong, in words."),
          field: shown(64, "The offer that it is about, as in `offers[1]`.").optional(),
        })
        .describe("Something that may be wrong with a link although it can be created.")
        .meta({ id: "LinkWarning" }),
    )
    .max(200)
    .describe("What may be wrong with the link."),
};

const key = () => shown(32, "Key of the offer.");
const previewed = () =>
  shownUrl("Where visits would lead.")
    .nullable()
    .describe(
      "Where visits would lead; null for a page of this service, which does not exist before the link.",
    );

const offerPreview = z
  .strictObject({ key: key(), destination: previewed(), ...whereFields })
  .describe("Where an offer of a choice link would lead, and why.")
  .meta({ id: "OfferPreview" });

/** The answer of a preview. */
export const linkPreview = z
  .strictObject({
    destination: previewed(),
    ...destinationFields,
    offers: z
      .array(offerPreview)
      .max(MAX_OFFERS)
      .describe("Where the offers of a choice link would lead, in order.")
      .optional(),
  })
  .describe("Where a link would lead, and why.")
  .meta({ id: "LinkPreview" });

/** What was learnt of a link or offer after it was written. */
const knownFields = {
  availability: z
    .strictObject({
      outcome: openEnum(
        "AvailabilityOutcome",
        AVAILABILITY_OUTCOMES,
        "`replaced`: a backup takes the place of a product that is unavailable.",
      ),
      checkedAt: dateTime("When the retailer was asked."),
    })
    .describe("The last answer of the retailer about the products.")
    .meta({ id: "LinkAvailability" })
    .optional(),
  page: z
    .strictObject({
      state: openEnum("PageState", PAGE_STATES, "`failed`: it is not asked for again by itself."),
      attempts: counted("How often it was asked for since the last page that was made."),
      lastError: shown(1024, "What the delivery app said the last time, where it made no page.").optional(),
    })
    .describe("The delivery app's page of a list or recipe.")
    .meta({ id: "DeliveryAppPage" })
    .optional(),
};

const offerDestination = z
  .strictObject({
    key: key(),
    destination: shownUrl("Where a tap on the offer leads."),
    ...whereFields,
    since: dateTime("When this destination began.").nullable().describe("When this destination began."),
    shown: z
      .boolean()
      .describe(
        "Whether the page shows the offer now to visitors of its countries; false where it is sold out and the page leaves such offers out.",
      ),
    ...knownFields,
  })
  .describe("Where an offer of a choice link leads, why, and since when.")
  .meta({ id: "OfferDestination" });

/** Where a stored link leads. */
export const linkDestination = z
  .strictObject({
    destination: shownUrl(
      "Where visits lead, or would lead if the link were active. Some depend on the visit: see the reason.",
    ),
    ...destinationFields,
    state: linkState,
    schedule: schedule.optional(),
    since: dateTime("When this destination began.")
      .nullable()
      .describe("When this destination began; null for links whose changes were not recorded then."),
    ...knownFields,
    offers: z
      .array(offerDestination)
      .max(MAX_OFFERS)
      .describe("Where the offers of a choice link lead, in order.")
      .optional(),
  })
  .describe("Where a link leads, why, and since when.")
  .meta({ id: "LinkDestination" });
