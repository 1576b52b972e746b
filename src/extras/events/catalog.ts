import * as z from "zod";
import { EVENT_TYPES, type EventType } from "../../features/writes/event.ts";
import { counted, dateTime, openEnum, shown } from "../../ground/core/resource-parts.ts";
import { MAX_URL_LENGTH } from "../../ground/core/urls.ts";
import { LINK_STATUSES, OFFER_RETAILERS } from "../../ground/core/vocabulary.ts";

/** What an event is about. */
export type RelatedType = "link" | "qr_code" | "import" | "api_key" | "webhook" | "project" | "organization";

/** Why the service switches a webhook off. */
export const webhookDisabledReason = openEnum(
  "WebhookDisabledReason",
  ["gone", "failing", "secret_unreadable"],
  "`gone`: the URL responded with 410. `failing`: no success for five days. `secret_unreadable`: the operator changed the key " +
    "that encrypts secrets; a new secret switches the webhook on again, and nothing is left out.",
);
export type DisabledReason = z.infer<typeof webhookDisabledReason>;

/** One type of event: the contract, the documents and the screens are drawn from it. */
export interface EventDescription {
  type: EventType;
  related: RelatedType;
  /** When it is recorded, in one sentence. */
  sentence: string;
  data: z.ZodObject;
}

const ofLink = {
  linkId: shown(128, "Id of the link."),
  projectId: shown(128, "Project of the link."),
};
const revision = z.int().min(1).describe("Rises with each change of the link: the `version` of its history.");
const changed = z
  .array(shown(1024, "As in `tracking.utm.source`."))
  .max(10_000)
  .describe("Names of the fields that were changed. Read the link for their values.");
const offerKey = shown(32, "Of a choice link: the offer.").optional();
const ofCode = {
  ...ofLink,
  qrCodeId: shown(200, "Id of the QR code."),
  identifier: shown(64, "Identifier of the QR code within its link."),
  revision,
  changed,
};
const ofProduct = { ...ofLink, retailer: z.enum(OFFER_RETAILERS).describe("Whose product it is."), offerKey };

const about = (related: RelatedType, sentence: string, data: z.ZodRawShape) => ({ related, sentence, data });

const CATALOG: Record<EventType, Omit<EventDescription, "type" | "data"> & { data: z.ZodRawShape }> = {
  "link.created": about("link", "A link was created, with its default QR code.", { ...ofLink, revision }),
  "link.updated": about("link", "The definition of a link was changed.", { ...ofLink, revision, changed }),
  "link.status_changed": about("link", "A link was switched on or off, perhaps with other changes.", {
    ...ofLink,
    revision,
    changed,
    status: z.enum(LINK_STATUSES).describe("The new status."),
  }),
  "link.ended": about("link", "The schedule of a link ended.", {
    ...ofLink,
    activeUntil: dateTime("When it ended."),
  }),
  "link.ending": about("link", "The schedule of an active link ends within three days.", {
    ...ofLink,
    activeUntil: dateTime("When it ends."),
  }),
  "link.broken": about("link", "A destination of a link has failed for a day or longer.", {
    ...ofLink,
    destination: shown(MAX_URL_LENGTH, "The URL that fails."),
    outcome: openEnum(
      "BrokenOutcome",
      ["failing", "gone", "soft_404"],
      "As in `health` of `GET …/destination`.",
    ),
    failingSince: dateTime("The first check that failed."),
  }),
  "link.mended": about(
    "link",
    "A broken destination of a link responds again, or the link no longer uses it.",
    {
      ...ofLink,
      destination: shown(MAX_URL_LENGTH, "The URL that failed."),
      reason: z.enum(["responds", "changed"]).describe("Whether the URL responds, or the link was changed."),
    },
  ),
  "qr_code.created": about("qr_code", "A QR code was added to a link.", ofCode),
  "qr_code.updated": about("qr_code", "Name, metadata or style of a QR code was changed.", ofCode),
  "code.not_scanned": about(
    "qr_code",
    "A QR code was not scanned within 14 days after it was first downloaded for print, or after a member asked to be reminded.",
    {
      ...ofLink,
      qrCodeId: ofCode.qrCodeId,
      identifier: ofCode.identifier,
      downloadedAt: dateTime(
        "The first download as PDF or EPS, on a print sheet or in an archive, or the last wish to be reminded.",
      ),
    },
  ),
  "destination.switched": about(
    "link",
    "The service made a link, or an offer of a choice link, redirect elsewhere.",
    {
      ...ofLink,
      revision,
      offerKey,
      destination: shown(
        MAX_URL_LENGTH,
        "Where it redirects now, without affiliate tag: a URL, or a path on this service.",
      ),
      reason: shown(64, "`page_expired`, or a reason as `GET …/destination` has it."),
    },
  ),
  "product.unavailable": about(
    "link",
    "The retailer said that the products of a link and all their backups are unavailable.",
    ofProduct,
  ),
  "product.back": about(
    "link",
    "Products that were unavailable, or a backup, can be bought again.",
    ofProduct,
  ),
  "page.made": about("link", "The delivery app made the page of a list or recipe.", { ...ofLink, offerKey }),
  "page.failed": about(
    "link",
    "The delivery app did not make the page of a list or recipe, and isn't asked again.",
    { ...ofLink, offerKey, error: shown(500, "What the delivery app responded.") },
  ),
  "import.finished": about("import", "Every row of an import was created or refused.", {
    importId: shown(128, "Id of the import."),
    projectId: shown(128, "Project of rows that name none.").optional(),
    created: counted("Rows with a link."),
    failed: counted("Rows without one."),
  }),
  "api_key.expiring": about("api_key", "An API key expires within seven days.", {
    keyId: shown(64, "Id of the key. It is no secret."),
    projectId: shown(128, "The project of a key that reaches no other.").optional(),
    name: shown(256, "Name of the key."),
    expiresAt: dateTime("When the key stops working."),
  }),
  "webhook.disabled": about("webhook", "The service switched a webhook off.", {
    webhookId: shown(64, "Id of the webhook."),
    projectId: shown(128, "The project whose events it gets; absent: all.").optional(),
    reason: webhookDisabledReason,
  }),
  "visits.unusual": {
    related: "project",
    sentence:
      "A project had at least ten times its usual visits of that weekday, or at most a tenth. Compared with the last four weeks, " +
      "from 100 visits on.",
    data: {
      projectId: ofLink.projectId,
      day: z.iso.date().meta({ maxLength: 10, description: "The day, in the organization's time zone." }),
      visits: counted("Scans and clicks of that day."),
      usual: counted("The usual number."),
    },
  },
  "quota.near": about("organization", "80% of a quota of the organization is used.", {
    organizationId: shown(128, "Id of the organization."),
    quota: shown(64, "Which quota, as in the error `quota_exceeded`."),
    used: counted("How much is used."),
    allowed: counted("The quota."),
  }),
};

/** Every type of event, in the order of the documents. */
export const EVENTS: readonly EventDescription[] = EVENT_TYPES.map((type) => ({
  type,
  ...CATALOG[type],
  data: z.strictObject(CATALOG[type].data),
}));

/** What events of this type are about. */
export const relatedOf = (type: EventType): RelatedType => CATALOG[type].related;
