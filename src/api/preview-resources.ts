import * as z from "zod";
import { PAGE_STATES } from "../links/follower.ts";
import { WARNING_CODES } from "../links/warnings.ts";
import { AVAILABILITY_OUTCOMES } from "../retailers/offer.ts";
import { REASON_CODES } from "../retailers/reasons.ts";
import { counted, dateTime, openEnum, shown, shownUrl } from "./resource-parts.ts";
import { urlType } from "./resources.ts";

/** Where a link leads, why, and what may be wrong with it. */
const destinationFields = {
  urlType,
  reason: z
    .strictObject({
      code: openEnum("ReasonCode", REASON_CODES, "The rule that decided."),
      text: shown(1024, "The rule in words."),
    })
    .describe("Why the link leads there.")
    .meta({ id: "DestinationReason" }),
  warnings: z
    .array(
      z
        .strictObject({
          code: openEnum("WarningCode", WARNING_CODES, "What may be wrong."),
          message: shown(4096, "What may be wrong, in words."),
        })
        .describe("Something that may be wrong with a link although it can be created.")
        .meta({ id: "LinkWarning" }),
    )
    .max(100)
    .describe("What may be wrong with the link."),
};

/** The answer of a preview. */
export const linkPreview = z
  .strictObject({
    destination: shownUrl("Where visits would lead.")
      .nullable()
      .describe(
        "Where visits would lead; null for a page of this service, which does not exist before the link.",
      ),
    ...destinationFields,
  })
  .describe("Where a link would lead, and why.")
  .meta({ id: "LinkPreview" });

/** Where a stored link leads. */
export const linkDestination = z
  .strictObject({
    destination: shownUrl(
      "Where visits lead, or would lead if the link were active. Some depend on the visit: see the reason.",
    ),
    ...destinationFields,
    since: dateTime("When this destination began.")
      .nullable()
      .describe("When this destination began; null for links whose changes were not recorded then."),
    availability: z
      .strictObject({
        outcome: openEnum(
          "AvailabilityOutcome",
          AVAILABILITY_OUTCOMES,
          "`replaced`: a backup takes the place of a product that is unavailable.",
        ),
        checkedAt: dateTime("When the retailer was asked."),
      })
      .describe("The last answer of the retailer about the link's products.")
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
  })
  .describe("Where a link leads, why, and since when.")
  .meta({ id: "LinkDestination" });
