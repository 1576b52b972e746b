import type { Env } from "./env.ts";
import { alertStore } from "./extras/alerts/alert-store.ts";
import { bulkEditStore } from "./extras/bulk-edits/bulk-edit-store.ts";
import { eventStore } from "./extras/events/event-store.ts";
import { archiveStore } from "./extras/exports/archive-store.ts";
import { exportStore } from "./extras/exports/export-store.ts";
import { BROKEN_DESTINATIONS, healthStore } from "./extras/health/health-store.ts";
import { chunkStore } from "./extras/imports/chunk-store.ts";
import { importRowStore } from "./extras/imports/import-row-store.ts";
import { importStore } from "./extras/imports/import-store.ts";
import { mailStore } from "./extras/mail/mail-store.ts";
import { recipientStore } from "./extras/mail/recipient-store.ts";
import { scheduleStore } from "./extras/reports/schedule-store.ts";
import { deliveryStore } from "./extras/webhooks/delivery-store.ts";
import { secretBox } from "./extras/webhooks/secrets.ts";
import { wakes } from "./extras/webhooks/wake.ts";
import { webhookStore } from "./extras/webhooks/webhook-store.ts";
import { apiKeyStore } from "./features/access/api-key-store.ts";
import { memberStore } from "./features/access/member-store.ts";
import { projectStore } from "./features/access/project-store.ts";
import { domainStore } from "./features/addresses/domain-store.ts";
import { txtResolver } from "./features/addresses/txt-record.ts";
import { activityListStore } from "./features/audit/activity-list-store.ts";
import { activityStore } from "./features/audit/activity-store.ts";
import { availabilityExtension } from "./features/availability/availability-extension.ts";
import { openCatalogs } from "./features/availability/catalogs/open-catalogs.ts";
import { availabilityStore } from "./features/availability/check-store.ts";
import { brandCopies } from "./features/brands/brand-copy.ts";
import { logoStore } from "./features/brands/logo-store.ts";
import { findLogo } from "./features/brands/project-brand.ts";
import { deliveryAppClient } from "./features/delivery-app/delivery-app-client.ts";
import { pageExtension } from "./features/delivery-app/page-extension.ts";
import { pageStore } from "./features/delivery-app/page-store.ts";
import { postalCodeStore } from "./features/delivery-app/postal-code-store.ts";
import { retailerStore } from "./features/delivery-app/retailer-store.ts";
import { shopExtension } from "./features/delivery-app/shop-extension.ts";
import { shopStore } from "./features/delivery-app/shop-store.ts";
import { claimStore } from "./features/idempotency/claim-store.ts";
import { linkAttentionStore } from "./features/links/attention-store.ts";
import { codeChangeOfLink } from "./features/links/change-statements.ts";
import type { LinkExtension } from "./features/links/extension.ts";
import { linkStore } from "./features/links/link-store.ts";
import { linkListStore } from "./features/links/list-store.ts";
import { taggedLinks } from "./features/links/tag-store.ts";
import { utmTemplateStore } from "./features/links/utm-templates.ts";
import { imageStore } from "./features/qr-codes/image-store.ts";
import { qrCodeStore } from "./features/qr-codes/qr-code-store.ts";
import { redirectStore } from "./features/short-links/kv-copy.ts";
import { linkPeopleStore } from "./features/visits/link-people.ts";
import { visitReportStore } from "./features/visits/report-store.ts";
import { sharedReportStore } from "./features/visits/shared-report-store.ts";
import { thresholdStore } from "./features/visits/threshold-store.ts";
import { zoneStore } from "./features/visits/zone-store.ts";
import type { WaitUntil } from "./ground/platform/background.ts";
import { log } from "./ground/platform/log.ts";
import { runQueue } from "./ground/platform/queue.ts";
import { redirectSettings } from "./ground/settings/redirect-settings.ts";
import { settingsOf } from "./settings.ts";

/** The dependencies of the operations of a request, or of the jobs of a run. */
export type Dependencies = ReturnType<typeof openDependencies>;

/** The current time. Tests that move the clock of an isolate replace `Date.now`. */
const systemClock = (): Date => new Date(Date.now());

/** The stores that need nothing but D1, and hold nothing of a request. */
const openStores = (db: D1Database) => ({
  members: memberStore(db),
  projects: projectStore(db),
  activity: activityStore(db),
  alerts: alertStore(db),
  activities: activityListStore(db),
  events: eventStore(db),
  links: linkStore(db),
  lists: linkListStore(db, { broken: BROKEN_DESTINATIONS }),
  linkAttention: linkAttentionStore(db, [BROKEN_DESTINATIONS]),
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
  bulkEdits: bulkEditStore(db),
  exports: exportStore(db),
  visitReports: visitReportStore(db),
  sharedReports: sharedReportStore(db),
  linkPeople: linkPeopleStore(db),
  thresholds: thresholdStore(db),
  mails: mailStore(db),
  recipients: recipientStore(db),
  schedules: scheduleStore(db),
  webhooks: webhookStore(db),
  deliveries: deliveryStore(db),
});

/** The stores of each database, opened once per isolate. */
const opened = new WeakMap<D1Database, ReturnType<typeof openStores>>();

function storesIn(db: D1Database): ReturnType<typeof openStores> {
  const stores = opened.get(db) ?? openStores(db);
  opened.set(db, stores);
  return stores;
}

/**
 * Joins bindings, settings, stores and extensions for one request or one run of the jobs. `waitUntil` takes the work
 * that goes on after the answer.
 */
export function openDependencies(env: Env, waitUntil: WaitUntil, now: () => Date = systemClock, db = env.DB) {
  const configured = settingsOf(env);
  const stores = storesIn(db);
  const { destinations: settings, catalogs, deliveryApp, discoveryPostalCodes, problems } = configured;
  const logos = logoStore(env.QR_IMAGES, waitUntil);
  const ground = {
    ...stores,
    db,
    now,
    waitUntil,
    log,
    settings,
    /** The problems of the configuration. */
    problems,
    discoveryPostalCodes,
    /** Sign-in to the dashboard. */
    cloudflareAccess: configured.cloudflareAccess,
    signInHosts: configured.signInHosts,
    organizationMakers: configured.organizationMakers,
    /** The patterns of the Worker's routes; null if unknown. */
    routes: configured.routes,
    keepsTagOnScans: redirectSettings(env).keepsTagOnScans,
    /** The hosts of the configured origins, with ports. */
    serviceHosts: redirectSettings(env).ownHosts,
    checksDestinations: configured.checksDestinations,
    random: Math.random,
    newLeaseId: () => crypto.randomUUID(),
    deliveryApp: deliveryApp && deliveryAppClient(deliveryApp),
    catalogs: openCatalogs(catalogs),
    apiKeys: apiKeyStore(db, waitUntil),
    domains: domainStore(db),
    /** Looks up the records that confirm domains; null if only the operator confirms them. */
    txtResolver: configured.domainResolver === null ? null : txtResolver(configured.domainResolver),
    brandCopies: brandCopies(env.LINKS, stores.projects, waitUntil, log),
    logos,
    /** For codes with a logo. */
    projectLogos: { find: findLogo(stores.projects, logos) },
    claims: claimStore(db, env.IDEMPOTENCY, waitUntil),
    images: imageStore(env.QR_IMAGES, waitUntil),
    redirects: redirectStore(env.LINKS, db, waitUntil, log),
    archives: archiveStore(env.QR_IMAGES),
    runQueue: runQueue(env.IMPORTS),
    zones: zoneStore(db, now),
    mailSender: configured.mailSender,
    email: env.EMAIL,
    secretBox: secretBox(configured.webhookKey),
    sendsLocally: configured.sendsLocally,
    supportContact: configured.supportContact,
    wakes: wakes(env.WEBHOOKS, stores.webhooks, log, now),
  };
  /** What takes part in every write of a link; see links/extension.ts. */
  const extensions: readonly LinkExtension[] = [
    pageExtension(ground),
    shopExtension(ground),
    availabilityExtension(ground),
  ];
  return { ...ground, extensions };
}
