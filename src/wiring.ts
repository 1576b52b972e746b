import { apiKeyStore } from "./access/api-key-store.ts";
import { memberStore } from "./access/member-store.ts";
import { projectStore } from "./access/project-store.ts";
import { domainStore } from "./addresses/domain-store.ts";
import { txtResolver } from "./addresses/txt-record.ts";
import { alertStore } from "./alerts/alert-store.ts";
import { activityListStore } from "./audit/activity-list-store.ts";
import { activityStore } from "./audit/activity-store.ts";
import { availabilityExtension } from "./availability/availability-extension.ts";
import { openCatalogs } from "./availability/catalogs/open-catalogs.ts";
import { availabilityStore } from "./availability/check-store.ts";
import { brandCopies } from "./brands/brand-copy.ts";
import { brandStore } from "./brands/brand-store.ts";
import { findLogo } from "./brands/drawn-logo.ts";
import { logoStore } from "./brands/logo-store.ts";
import { bulkEditStore } from "./bulk-edits/bulk-edit-store.ts";
import { deliveryAppClient } from "./delivery-app/delivery-app-client.ts";
import { pageExtension } from "./delivery-app/page-extension.ts";
import { pageStore } from "./delivery-app/page-store.ts";
import { postalCodeStore } from "./delivery-app/postal-code-store.ts";
import { retailerStore } from "./delivery-app/retailer-store.ts";
import { shopExtension } from "./delivery-app/shop-extension.ts";
import { shopStore } from "./delivery-app/shop-store.ts";
import type { Env } from "./env.ts";
import { eventStore } from "./events/event-store.ts";
import { archiveStore } from "./exports/archive-store.ts";
import { exportStore } from "./exports/export-store.ts";
import { firstStepsStore } from "./first-steps/first-steps-store.ts";
import { healthStore } from "./health/health-store.ts";
import { claimStore } from "./idempotency/claim-store.ts";
import { chunkStore } from "./imports/chunk-store.ts";
import { importRowStore } from "./imports/import-row-store.ts";
import { importStore } from "./imports/import-store.ts";
import { linkAttentionStore } from "./links/attention-store.ts";
import { codeChangeOfLink } from "./links/change-statements.ts";
import type { LinkExtension } from "./links/extension.ts";
import { linkStore } from "./links/link-store.ts";
import { linkListStore } from "./links/list-store.ts";
import { taggedLinks } from "./links/tag-store.ts";
import { utmTemplateStore } from "./links/utm-templates.ts";
import { mailStore } from "./mail/mail-store.ts";
import { recipientStore } from "./mail/recipient-store.ts";
import type { WaitUntil } from "./platform/background.ts";
import { log } from "./platform/log.ts";
import { runQueue } from "./platform/queue.ts";
import { codeStyleStore } from "./qr-codes/code-style-store.ts";
import { imageStore } from "./qr-codes/image-store.ts";
import { qrCodeStore } from "./qr-codes/qr-code-store.ts";
import { scheduleStore } from "./reports/schedule-store.ts";
import { redirectSettings } from "./settings/redirect-settings.ts";
import { settingsOf } from "./settings/settings.ts";
import { redirectStore } from "./short-links/kv-copy.ts";
import { linkPeopleStore } from "./visits/link-people.ts";
import { visitNewsStore } from "./visits/news-store.ts";
import { visitReportStore } from "./visits/report-store.ts";
import { sharedReportStore } from "./visits/shared-report-store.ts";
import { thresholdStore } from "./visits/threshold-store.ts";
import { zoneStore } from "./visits/zone-store.ts";
import { deliveryStore } from "./webhooks/delivery-store.ts";
import { secretBox } from "./webhooks/secrets.ts";
import { wakes } from "./webhooks/wake.ts";
import { webhookStore } from "./webhooks/webhook-store.ts";

/** The dependencies of the operations of a request, or of the jobs of a run. */
export type Dependencies = ReturnType<typeof openDependencies>;

/** The current time. Tests that move the clock of an isolate replace `Date.now`. */
const systemClock = (): Date => new Date(Date.now());

/** The stores that need nothing but D1, and hold nothing of a request. */
const openStores = (db: D1Database) => ({
  members: memberStore(db),
  projects: projectStore(db),
  brands: brandStore(db),
  activity: activityStore(db),
  alerts: alertStore(db),
  activities: activityListStore(db),
  events: eventStore(db),
  links: linkStore(db),
  lists: linkListStore(db),
  firstSteps: firstStepsStore(db),
  linkAttention: linkAttentionStore(db),
  taggedLinks: taggedLinks(db),
  utmTemplates: utmTemplateStore(db),
  qrCodes: qrCodeStore(db, codeChangeOfLink),
  codeStyles: codeStyleStore(db),
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
  visitNews: visitNewsStore(db),
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
    brandCopies: brandCopies(env.LINKS, stores.brands, waitUntil, log),
    logos,
    /** For codes with a logo. */
    projectLogos: { find: findLogo(stores.brands, logos) },
    claims: claimStore(db, env.IDEMPOTENCY, waitUntil),
    images: imageStore(env.QR_IMAGES, waitUntil),
    redirects: redirectStore(env.LINKS, db, waitUntil, log),
    archives: archiveStore(env.QR_IMAGES),
    runQueue: runQueue(env.IMPORTS),
    zones: zoneStore(db, now),
    mailSender: configured.mailSender,
    email: env.EMAIL,
    secretBox: secretBox(configured.webhookKey),
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
