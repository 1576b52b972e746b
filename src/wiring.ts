import type { Env } from "./env.ts";
import { alertStore } from "./extras/alerts/alert-store.ts";
import { BULK_EDITS } from "./extras/bulk-edits/bulk-edit.ts";
import { eventStore } from "./extras/events/event-store.ts";
import { archiveStore } from "./extras/exports/archive-store.ts";
import { EXPORTS } from "./extras/exports/export.ts";
import { BROKEN_DESTINATIONS, healthStore } from "./extras/health/health-store.ts";
import { chunkStore } from "./extras/imports/chunk-store.ts";
import { importRowStore } from "./extras/imports/import-row-store.ts";
import { importStore } from "./extras/imports/import-store.ts";
import { addressMailer } from "./extras/mail/address-mailer.ts";
import { mailStore } from "./extras/mail/mail-store.ts";
import { recipientStore } from "./extras/mail/recipient-store.ts";
import { scheduleStore } from "./extras/reports/schedule-store.ts";
import { type Continued, runQueue } from "./extras/runs/continue-runs.ts";
import type { RunMessage } from "./extras/runs/run.ts";
import { runStore } from "./extras/runs/run-store.ts";
import { draftFiles } from "./extras/sales/draft-files.ts";
import { saleOwners } from "./extras/sales/sale-owners.ts";
import { salesInReports } from "./extras/sales/sales-beside.ts";
import { salesReportStore } from "./extras/sales/sales-report-store.ts";
import { salesStore } from "./extras/sales/sales-store.ts";
import { deliveryStore } from "./extras/webhooks/delivery-store.ts";
import { secretBox } from "./extras/webhooks/secrets.ts";
import { wakes } from "./extras/webhooks/wake.ts";
import { WEBHOOK_NAME, webhookStore } from "./extras/webhooks/webhook-store.ts";
import { API_KEY_NAME, apiKeyStore } from "./features/access/api-key-store.ts";
import { MEMBER_NAME, memberStore } from "./features/access/member-store.ts";
import { ORGANIZATION_NAME } from "./features/access/organization.ts";
import { PROJECT_NAME, projectStore } from "./features/access/project-store.ts";
import { zoneStore } from "./features/access/zone-store.ts";
import { domainStore } from "./features/addresses/domain-store.ts";
import { txtResolver } from "./features/addresses/txt-record.ts";
import { availabilityExtension } from "./features/availability/availability-extension.ts";
import { openCatalogs } from "./features/availability/catalogs/open-catalogs.ts";
import { availabilityStore } from "./features/availability/check-store.ts";
import { brandCopies } from "./features/brands/brand-copy.ts";
import { findLogo } from "./features/brands/find-logo.ts";
import { logoStore } from "./features/brands/logo-store.ts";
import { deliveryAppClient } from "./features/delivery-app/delivery-app-client.ts";
import { postalCodeStore } from "./features/delivery-app/discovery.ts";
import { pageExtension } from "./features/delivery-app/page-extension.ts";
import { pageStore } from "./features/delivery-app/page-store.ts";
import { retailerStore } from "./features/delivery-app/retailer-store.ts";
import { shopExtension } from "./features/delivery-app/shop-extension.ts";
import { shopStore } from "./features/delivery-app/shop-store.ts";
import { linkAttentionStore } from "./features/links/attention-store.ts";
import { codeChangeOfLink } from "./features/links/change-statements.ts";
import { LINK_NAME, linkStore } from "./features/links/link-store.ts";
import { linkListStore } from "./features/links/list-store.ts";
import { taggedLinks } from "./features/links/tag-store.ts";
import { utmTemplateStore } from "./features/links/utm-templates.ts";
import { imageStore } from "./features/qr-codes/image-store.ts";
import { QR_CODE_NAME, qrCodeStore } from "./features/qr-codes/qr-code-store.ts";
import type { Affiliate } from "./features/short-links/earners.ts";
import { redirectStore } from "./features/short-links/kv-copy.ts";
import { passkeyStore } from "./features/sign-in/passkey-store.ts";
import { sessionStore } from "./features/sign-in/session-store.ts";
import { linkPeopleStore } from "./features/visits/link-people.ts";
import type { ReadReportPart } from "./features/visits/report-part.ts";
import { visitReportStore } from "./features/visits/report-store.ts";
import { SHARED_REPORT_NAME, sharedReportStore } from "./features/visits/shared-report-store.ts";
import { visitArchives } from "./features/visits/visit-archives.ts";
import { activityListStore, type ObjectNames } from "./features/writes/activity-list-store.ts";
import { activityStore } from "./features/writes/activity-store.ts";
import { claimStore } from "./features/writes/claim-store.ts";
import type { WaitUntil } from "./ground/platform/background.ts";
import { log } from "./ground/platform/log.ts";
import { redirectSettings } from "./ground/platform/redirect-settings.ts";
import { settingsOf } from "./settings.ts";

/** The problems of links that extras know, by their filter in lists. */
const PROBLEMS_OF_LINKS = {
  broken: BROKEN_DESTINATIONS,
};

/** How lists of activity name what changed. */
export const OBJECT_NAMES: ObjectNames = {
  link: LINK_NAME,
  qr_code: QR_CODE_NAME,
  project: PROJECT_NAME,
  code_style: PROJECT_NAME,
  organization: ORGANIZATION_NAME,
  api_key: API_KEY_NAME,
  member: MEMBER_NAME,
  shared_report: SHARED_REPORT_NAME,
  webhook: WEBHOOK_NAME,
};

/** The stores that need only D1 and the deployment's affiliate settings, and hold nothing of a request. */
const openStores = (db: D1Database, affiliate: Affiliate) => ({
  members: memberStore(db),
  sessions: sessionStore(db),
  passkeys: passkeyStore(db),
  projects: projectStore(db),
  activity: activityStore(db),
  alerts: alertStore(db),
  activities: activityListStore(db, OBJECT_NAMES),
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
  sharedReports: sharedReportStore(db),
  linkPeople: linkPeopleStore(db),
  mails: mailStore(db),
  recipients: recipientStore(db),
  schedules: scheduleStore(db),
  salesReports: salesReportStore(db),
  sales: salesStore(db),
  saleOwners: saleOwners(db),
  webhooks: webhookStore(db),
  deliveries: deliveryStore(db),
});

/** The current time. Tests that move the clock of an isolate replace `Date.now`. */
const systemClock = (): Date => new Date(Date.now());

/** The stores of each database, opened once per isolate and configuration. */
const opened = new WeakMap<D1Database, { affiliate: Affiliate; stores: ReturnType<typeof openStores> }>();

function storesIn(db: D1Database, affiliate: Affiliate): ReturnType<typeof openStores> {
  const known = opened.get(db);
  if (known?.affiliate === affiliate) return known.stores;
  const stores = openStores(db, affiliate);
  opened.set(db, { affiliate, stores });
  return stores;
}

/**
 * Joins bindings, settings, stores and extensions for one request or one run of the jobs. `waitUntil` takes the work
 * that goes on after the answer.
 */
export function openDependencies(env: Env, waitUntil: WaitUntil, now: () => Date = systemClock, db = env.DB) {
  const { catalogs, deliveryApp, domainResolver, webhookKey, ...configured } = settingsOf(env);
  const stores = storesIn(db, configured.affiliate);
  const logos = logoStore(env.QR_IMAGES, waitUntil);
  const oldVisits = visitArchives(env.QR_IMAGES);
  const shared = {
    ...stores,
    ...configured,
    db,
    visitorKeys: env.LINKS,
    now,
    waitUntil,
    log,
    random: Math.random,
    newLeaseId: () => crypto.randomUUID(),
    serviceHosts: redirectSettings(env).ownHosts,
    deliveryApp: deliveryApp && deliveryAppClient(deliveryApp),
    catalogs: openCatalogs(catalogs),
    apiKeys: apiKeyStore(db, waitUntil),
    domains: domainStore(db),
    txtResolver: domainResolver === null ? null : txtResolver(domainResolver),
    brandCopies: brandCopies(env.LINKS, stores.projects, waitUntil, log),
    logos,
    projectLogos: { find: findLogo(stores.projects, logos) },
    claims: claimStore(db, env.IDEMPOTENCY, waitUntil),
    images: imageStore(env.QR_IMAGES, waitUntil),
    redirects: redirectStore(env.LINKS, db, waitUntil, log, configured.affiliate),
    zones: zoneStore(db, now),
    runQueue: runQueue(env.RUNS),
    email: env.EMAIL,
    addressMailer: addressMailer({ ...configured, email: env.EMAIL, log }),
    archives: archiveStore(env.QR_IMAGES),
    oldVisits,
    visitReports: visitReportStore(db, oldVisits),
    draftFiles: draftFiles(env.QR_IMAGES),
    secretBox: secretBox(webhookKey),
    wakes: wakes(env.WEBHOOKS, stores.webhooks, log, now),
  };
  const extensions = [pageExtension(shared), shopExtension(shared), availabilityExtension(shared)];
  /** Called after a change in an organization, by extra. They never throw. */
  const followUps: Readonly<Record<string, (organizationId: string) => Promise<void>>> = {
    webhooks: shared.wakes.after,
  };
  /** What extras add to shared reports. */
  const reportParts: readonly ReadReportPart[] = Object.values({
    sales: salesInReports(shared),
  });
  const wiring = { ...shared, extensions, followUps, reportParts };
  /** What is loaded at its first use. */
  const onDemand = {
    takeStep: async (message: RunMessage): Promise<Continued> => (await runSteps()).takeStep(message, wiring),
  };
  return { ...wiring, ...onDemand };
}

const runSteps = () => import("./run-steps.ts");

/** Everything that jobs and messages need, and requests besides their origins. */
export type Wiring = ReturnType<typeof openDependencies>;

// A request's dependencies have all of it, without an import of it: verbs name the stores that they need.
declare module "./surfaces/http/context.ts" {
  interface Dependencies extends Wiring {}
}
