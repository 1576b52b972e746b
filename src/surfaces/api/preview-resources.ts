import * as z from "zod";
import type { OrganizationActor } from "../../features/access/actor.ts";
import { MAX_ID } from "../../features/access/project.ts";
import { PAGE_STATES } from "../../features/links/extension.ts";
import { MISFITS, PICK_OUTCOMES } from "../../features/links/preview-pick.ts";
import { MAX_OFFERS } from "../../features/retailers/choice-offer.ts";
import { AVAILABILITY_OUTCOMES } from "../../features/retailers/definition.ts";
import { schedule } from "../../features/retailers/definition-fields.ts";
import { REASON_CODES } from "../../features/retailers/destination-reasons.ts";
import { MAX_TAG } from "../../ground/core/associates-tag.ts";
import { counted, dateTime, openEnum, shown, shownUrl } from "../../ground/core/resource-parts.ts";
import type { Dependencies } from "../http/context.ts";
import { linkState, linkWarnings } from "./extended-resources.ts";
import { urlType } from "./resources.ts";

/** The destination of a link or an offer, besides its URL. */
const destinationFields = {
  urlType,
  reason: z
    .strictObject({
      code: openEnum("ReasonCode", REASON_CODES, "The rule that chose the destination."),
      text: shown(1024, "A description of the rule."),
    })
    .describe("Why the link has this destination.")
    .meta({ id: "DestinationReason" }),
};

/** The same for a link, with warnings. */
const linkDestinationFields = {
  ...destinationFields,
  warnings: linkWarnings,
};

const key = () => shown(32, "Key of the offer.");
const previewed = () =>
  shownUrl("The destination URL.")
    .nullable()
    .describe("The destination URL; null for a page of this service, which is created with the link.");

const scan = <D extends z.ZodType>(destination: D, id: string) =>
  z
    .strictObject({ destination, ...destinationFields })
    .describe("The destination of scans of QR codes, if it differs from the destination of clicks.")
    .meta({ id })
    .optional();
const previewedScan = scan(previewed(), "ScanPreview");
const storedScan = scan(shownUrl("The destination of scans."), "ScanDestination");

const commission = z
  .strictObject({
    settings: z
      .enum(["link", "project", "service"])
      .describe(
        "Whose settings decide it: the link's own tag, or those of its project, or else those of the service.",
      ),
    project: shown(MAX_ID, "Name of that project.").optional(),
    tag: shown(MAX_TAG, "The Associates tag.").optional(),
    url: shownUrl("The URL of the affiliate network.").optional(),
  })
  .describe("Who gets the commission of clicks. Absent: nobody through this service.")
  .meta({ id: "CommissionPreview" })
  .optional();

const offerPreview = z
  .strictObject({
    key: key(),
    destination: previewed(),
    ...destinationFields,
    scan: previewedScan,
    commission,
  })
  .describe("The destination of an offer, and why.")
  .meta({ id: "OfferPreview" });

const pickedOffer = z
  .strictObject({
    key: key(),
    fits: z.boolean().describe("Whether every condition of the offer fits the visit."),
    share: z.int().min(0).max(100).describe("Its share of such visits, in percent."),
    misfit: z
      .strictObject({
        code: openEnum("MisfitCode", MISFITS, "The first condition that does not fit, or another reason."),
        text: shown(4096, "The reason as a sentence."),
      })
      .describe("Why the visit does not get the offer.")
      .meta({ id: "OfferMisfit" })
      .optional(),
  })
  .describe("What an offer is to a visit.")
  .meta({ id: "PickedOffer" });

const picked = z
  .strictObject({
    outcome: openEnum(
      "PickOutcome",
      PICK_OUTCOMES,
      "What the visit gets: an `offer`, one of several by chance (`split`), the `fallback` or the `page`.",
    ),
    destination: previewed().describe(
      "Where the visit redirects; null for chance, and for a page of this service.",
    ),
    offers: z.array(pickedOffer).max(MAX_OFFERS).describe("The offers, in order."),
  })
  .describe("What the visit of the request gets.")
  .meta({ id: "PickPreview" });

/** The response of a preview. */
export const linkPreview = z
  .strictObject({
    destination: previewed(),
    ...linkDestinationFields,
    scan: previewedScan,
    commission,
    offers: z
      .array(offerPreview)
      .max(MAX_OFFERS)
      .describe("The destinations of a choice link's offers, in order.")
      .optional(),
    picked: picked.optional(),
  })
  .describe("The destination of a link before it is created, and why.")
  .meta({ id: "LinkPreview" });

/** What the service learned about a link or offer after it was written. */
const statusFields = {
  availability: z
    .strictObject({
      outcome: openEnum(
        "AvailabilityOutcome",
        AVAILABILITY_OUTCOMES,
        "The result. `replaced`: a backup replaces an unavailable product.",
      ),
      checkedAt: dateTime("When the retailer was queried."),
    })
    .describe("The retailer's latest response about the products.")
    .meta({ id: "LinkAvailability" })
    .optional(),
  page: z
    .strictObject({
      state: openEnum(
        "PageState",
        PAGE_STATES,
        "The state of the page. `failed`: it is not requested again automatically.",
      ),
      attempts: counted(
        "How often the page was requested, including the attempt that created it. A renewal counts anew.",
      ),
      lastError: shown(1024, "The delivery app's latest error, if it created no page.").optional(),
    })
    .describe("The delivery app's page of a list or recipe.")
    .meta({ id: "DeliveryAppPage" })
    .optional(),
};

const offerDestination = z
  .strictObject({
    key: key(),
    destination: shownUrl("The destination of a tap on the offer."),
    ...destinationFields,
    scan: storedScan,
    since: dateTime("Since when this destination applies.")
      .nullable()
      .describe("Since when this destination applies."),
    shown: z
      .boolean()
      .describe(
        "Whether the page shows the offer now to visitors from its countries; false if it is sold out and the page hides such offers.",
      ),
    ...statusFields,
  })
  .describe("The destination of an offer, why, and since when.")
  .meta({ id: "OfferDestination" });

/** The destination of a stored link. */
export const linkDestination = z.strictObject({
  destination: shownUrl(
    "The destination of visits while the link is active. Some destinations depend on the visit: see the reason.",
  ),
  ...linkDestinationFields,
  scan: storedScan,
  state: linkState,
  schedule: schedule.optional(),
  since: dateTime("Since when this destination applies.")
    .nullable()
    .describe("Since when this destination applies; null if the change was not recorded."),
  ...statusFields,
  offers: z
    .array(offerDestination)
    .max(MAX_OFFERS)
    .describe("The destinations of a choice link's offers, in order.")
    .optional(),
});

/** What an extra adds to the destination of a link. */
export interface AddedToDestination {
  /** For documents. */
  about: string;
  schema: z.ZodOptional;
  read(actor: OrganizationActor, linkId: string, dependencies: Dependencies): Promise<unknown>;
}
