import * as z from "zod";
import { URL_TYPES } from "../core/vocabulary.ts";
import { PAGE_STATES } from "../links/follower.ts";
import { WARNING_CODES } from "../links/warnings.ts";
import { AVAILABILITY_OUTCOMES } from "../retailers/offer.ts";
import { REASON_CODES } from "../retailers/reasons.ts";

/** Where a link leads, why, and what may be wrong with it. */
const leadingFields = {
  urlType: z.enum(URL_TYPES).describe("Kind of destination."),
  reason: z
    .strictObject({
      code: z.enum(REASON_CODES).describe("The rule that decided. A later version may add codes."),
      text: z.string().describe("The rule in words."),
    })
    .meta({ id: "DestinationReason" }),
  warnings: z.array(
    z
      .strictObject({
        code: z.enum(WARNING_CODES).describe("A later version may add codes."),
        message: z.string(),
      })
      .meta({ id: "LinkWarning" }),
  ),
};

/** The answer of a preview. */
export const linkPreview = z
  .strictObject({
    destination: z
      .url()
      .nullable()
      .describe("Null where it is a page of this service, which does not exist before the link."),
    ...leadingFields,
  })
  .meta({ id: "LinkPreview" });

const dateTime = () => z.iso.datetime();

/** Where a stored link leads. */
export const linkDestination = z
  .strictObject({
    destination: z
      .url()
      .describe(
        "Where visits lead, or would lead if the link were active. Some depend on the visit: see the reason.",
      ),
    ...leadingFields,
    since: dateTime()
      .nullable()
      .describe("When this destination began; null for links whose changes were not recorded then."),
    availability: z
      .strictObject({
        outcome: z
          .enum(AVAILABILITY_OUTCOMES)
          .describe("`replaced`: a backup takes the place of a product that is unavailable."),
        checkedAt: dateTime(),
      })
      .meta({ id: "LinkAvailability" })
      .describe("The last answer of the retailer about the link's products.")
      .optional(),
    page: z
      .strictObject({
        state: z.enum(PAGE_STATES).describe("`failed`: it is not asked for again by itself."),
        attempts: z.int().min(0).describe("Since the last page that was made."),
        lastError: z.string().optional(),
      })
      .meta({ id: "DeliveryAppPage" })
      .describe("The delivery app's page of a list or recipe.")
      .optional(),
  })
  .meta({ id: "LinkDestination" });
