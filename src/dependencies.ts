import { alertStore } from "./extras/alerts/alert-store.ts";
import { BULK_EDITS } from "./extras/bulk-edits/bulk-edit.ts";
import { eventStore } from "./extras/events/event-store.ts";
import type { ArchiveStore } from "./extras/exports/archive-store.ts";
import { EXPORTS } from "./extras/exports/export.ts";
import { BROKEN_DESTINATIONS, healthStore } from "./extras/health/health-store.ts";
import { chunkStore } from "./extras/imports/chunk-store.ts";
import { importRowStore } from "./extras/imports/import-row-store.ts";
import { importStore } from "./extras/imports/import-store.ts";
import { mailStore } from "./extras/mail/mail-store.ts";
import { recipientStore } from "./extras/mail/recipient-store.ts";
import { scheduleStore } from "./extras/reports/schedule-store.ts";
import type { RunQueue } from "./extras/runs/continue-runs.ts";
import { runStore } from "./extras/runs/run-store.ts";
import { deliveryStore } from "./extras/webhooks/delivery-store.ts";
import type { SecretBox } from "./extras/webhooks/secrets.ts";
import type { Wakes } from "./extras/webhooks/wake.ts";
import { webhookStore } from "./extras/webhooks/webhook-store.ts";
import type { ApiKeyStore } from "./features/access/api-key-store.ts";
import { memberStore } from "./features/access/member-store.ts";
import type { ZoneStore } from "./features/access/organization.ts";
import { projectStore } from "./features/access/project-store.ts";
import type { DomainStore } from "./features/addresses/domain-store.ts";
import type { TxtResolver } from "./features/addresses/txt-record.ts";
import type { Catalogs } from "./features/availability/catalog.ts";
import { availabilityStore } from "./features/availability/check-store.ts";
import type { BrandCopies } from "./features/brands/brand-copy.ts";
import type { LogoStore } from "./features/brands/logo-store.ts";
import type { DeliveryApp } from "./features/delivery-app/delivery-app-api.ts";
import { postalCodeStore } from "./features/delivery-app/discovery.ts";
import { pageStore } from "./features/delivery-app/page-store.ts";
import { retailerStore } from "./features/delivery-app/retailer-store.ts";
import { shopStore } from "./features/delivery-app/shop-store.ts";
import { linkAttentionStore } from "./features/links/attention-store.ts";
import { codeChangeOfLink } from "./features/links/change-statements.ts";
import type { LinkExtension } from "./features/links/extension.ts";
import { linkStore } from "./features/links/link-store.ts";
import { linkListStore } from "./features/links/list-store.ts";
import { taggedLinks } from "./features/links/tag-store.ts";
import { utmTemplateStore } from "./features/links/utm-templates.ts";
import type { ImageStore } from "./features/qr-codes/image-store.ts";
import { qrCodeStore } from "./features/qr-codes/qr-code-store.ts";
import type { ProjectLogos } from "./features/qr-codes/resolve-style.ts";
import type { Affiliate } from "./features/short-links/commission.ts";
import type { RedirectStore } from "./features/short-links/kv-copy.ts";
import { passkeyStore } from "./features/sign-in/passkey-store.ts";
import { sessionStore } from "./features/sign-in/session-store.ts";
import { linkPeopleStore } from "./features/visits/link-people.ts";
import { visitReportStore } from "./features/visits/report-store.ts";
import { sharedReportStore } from "./features/visits/shared-report-store.ts";
import { activityListStore } from "./features/writes/activity-list-store.ts";
import { activityStore } from "./features/writes/activity-store.ts";
import type { ClaimStore } from "./features/writes/claim-store.ts";
import type { WaitUntil } from "./ground/platform/background.ts";
import type { Log } from "./ground/platform/log.ts";
import type { Settings } from "./settings.ts";

/** The problems of links that extras know, by their filter in lists. */
const PROBLEMS_OF_LINKS = {
  broken: BROKEN_DESTINATIONS,
};

/** The stores that need only D1 and the deployment's affiliate settings, and hold nothing of a request. */
export const openStores = (db: D1Database, affiliate: Affiliate) => ({
  members: memberStore(db),
  sessions: sessionStore(db),
  passkeys: passkeyStore(db),
  projects: projectStore(db),
  activity: activityStore(db),
  alerts: alertStore(db),
  activities: activityListStore(db),
  events: eventStore(db),
  links: linkStore(db, affiliate),
  lists: linkListStore(db, PROBLEMS_OF_LINKS, affiliate),
  linkAttention: linkAttentionStore(db, Object.values(PROBLEMS_OF_LINKS)),
  taggedLinks: taggedLinks(db),
  utmTemplates: utmTemplateStore(db),
  qrCodes: qrCodeStore(db, codeChangeOfLink),
  retailers: retailerStore(db),
  postalCodes: postalCodeStore(db),
  pages: pageStore(db),
  shops: shopStore(db),
  availability: availabilityStore(db),
  health: healthStore(db),
  imports: importStore(db),
  importRows: importRowStore(db),
  chunks: chunkStore(db),
  bulkEdits: runStore(db, BULK_EDITS),
  exports: runStore(db, EXPORTS),
  visitReports: visitReportStore(db),
  sharedReports: sharedReportStore(db),
  linkPeople: linkPeopleStore(db),
  mails: mailStore(db),
  recipients: recipientStore(db),
  schedules: scheduleStore(db),
  webhooks: webhookStore(db),
  deliveries: deliveryStore(db),
});

type Stores = ReturnType<typeof openStores>;

/**
 * Everything that verbs, screens, jobs and handlers of messages need. `wiring.ts` makes it from the bindings, for one request
 * or one run of the jobs. It has the settings that need no preparation.
 */
export interface Dependencies
  extends Stores,
    Omit<Settings, "catalogs" | "deliveryApp" | "domainResolver" | "webhookKey"> {
  db: D1Database;
  now: () => Date;
  /** Lets work go on after the response. */
  waitUntil: WaitUntil;
  log: Log;
  random: () => number;
  newLeaseId: () => string;
  /** The hosts of the configured origins, with ports. */
  serviceHosts: readonly string[];
  deliveryApp: DeliveryApp | null;
  catalogs: Catalogs;
  apiKeys: ApiKeyStore;
  domains: DomainStore;
  /** Looks up the records that confirm domains; null if only the operator confirms them. */
  txtResolver: TxtResolver | null;
  brandCopies: BrandCopies;
  logos: LogoStore;
  /** For codes with a logo. */
  projectLogos: ProjectLogos;
  claims: ClaimStore;
  images: ImageStore;
  redirects: RedirectStore;
  zones: ZoneStore;
  /** Each takes part in every write of a link; see links/extension.ts. */
  extensions: readonly LinkExtension[];
  /** Called after a change in an organization. They never throw. */
  followUps: readonly ((organizationId: string) => Promise<void>)[];
  /** Continues imports, bulk edits and exports. */
  runQueue: RunQueue;
  email: SendEmail | undefined;
  archives: ArchiveStore;
  secretBox: SecretBox;
  wakes: Wakes;
}
