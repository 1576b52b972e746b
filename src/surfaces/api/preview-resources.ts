import * as z from "zod";
import { MAX_REDIRECTS } from "../../extras/health/check-destinations.ts";
import { HEALTH_OUTCOMES } from "../../extras/health/outcome.ts";
import { PAGE_STATES } from "../../features/links/extension.ts";
import { MISFITS, PICK_OUTCOMES } from "../../features/links/preview-pick.ts";
import { MAX_OFFERS } from "../../features/retailers/choice-offer.ts";
import { AVAILABILITY_OUTCOMES } from "../../features/retailers/definition.ts";
import { schedule } from "../../features/retailers/definition-fields.ts";
import { REASON_CODES } from "../../features/retailers/destination-reasons.ts";
import { counted, dateTime, openEnum, shown, shownUrl } from "../../ground/core/resource-parts.ts";
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

const offerPreview = z
  .strictObject({ key: key(), destination: previewed(), ...destinationFields, scan: previewedScan })
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

/** The check of one URL of a link. */
const destinationHealth = z
  .strictObject({
    url: shownUrl("A URL that the link can redirect to: its own, an offer's, a fallback, or its `endedUrl`."),
    outcome: openEnum(
      "HealthOutcome",
      HEALTH_OUTCOMES,
      "The result. `moved`: it redirects for good. `slow`: no response in 10 seconds. `blocked`: programs may not look, which says " +
        "nothing about shoppers. `failing`: a server error. `gone`: 404 or 410, or no connection. `soft_404`: a shop redirects a " +
        "product page to its home, search or category page.",
    ),
    broken: z.boolean().describe("Whether checks failed at least a day apart."),
    checkedAt: dateTime("When the URL was last requested."),
    failingSince: dateTime("The first failure since the last success.").optional(),
    status: z.int().min(100).max(999).describe("HTTP status of the last response.").optional(),
    redirects: z
      .array(shown(500, "A URL."))
      .max(MAX_REDIRECTS)
      .describe("Where redirects led, in order. Long URLs are cut."),
  })
  .describe("The last check of a URL.")
  .meta({ id: "DestinationHealth" });

/** The destination of a stored link. */
export const linkDestination = z
  .strictObject({
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
    health: z
      .array(destinationHealth)
      .max(100)
      .describe("With `include=health`: the last checks of the URLs that the link can redirect to.")
      .optional(),
  })
  .describe("The destination of a link, why, and since when.")
  .meta({ id: "LinkDestination" });
