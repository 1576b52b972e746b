import { type Dependencies, openStores } from "./dependencies.ts";
import type { Env } from "./env.ts";
import { archiveStore } from "./extras/exports/archive-store.ts";
import { runQueue } from "./extras/runs/continue-runs.ts";
import { secretBox } from "./extras/webhooks/secrets.ts";
import { wakes } from "./extras/webhooks/wake.ts";
import { apiKeyStore } from "./features/access/api-key-store.ts";
import { zoneStore } from "./features/access/organization.ts";
import { domainStore } from "./features/addresses/domain-store.ts";
import { txtResolver } from "./features/addresses/txt-record.ts";
import { availabilityExtension } from "./features/availability/availability-extension.ts";
import { openCatalogs } from "./features/availability/catalogs/open-catalogs.ts";
import { brandCopies } from "./features/brands/brand-copy.ts";
import { logoStore } from "./features/brands/logo-store.ts";
import { findLogo } from "./features/brands/project-brand.ts";
import { deliveryAppClient } from "./features/delivery-app/delivery-app-client.ts";
import { pageExtension } from "./features/delivery-app/page-extension.ts";
import { shopExtension } from "./features/delivery-app/shop-extension.ts";
import { imageStore } from "./features/qr-codes/image-store.ts";
import type { Affiliate } from "./features/short-links/commission.ts";
import { redirectStore } from "./features/short-links/kv-copy.ts";
import { claimStore } from "./features/writes/claim-store.ts";
import type { WaitUntil } from "./ground/platform/background.ts";
import { log } from "./ground/platform/log.ts";
import { redirectSettings } from "./ground/platform/redirect-settings.ts";
import { settingsOf } from "./settings.ts";

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
export function openDependencies(
  env: Env,
  waitUntil: WaitUntil,
  now: () => Date = systemClock,
  db = env.DB,
): Dependencies {
  const { catalogs, deliveryApp, domainResolver, webhookKey, ...configured } = settingsOf(env);
  const stores = storesIn(db, configured.affiliate);
  const logos = logoStore(env.QR_IMAGES, waitUntil);
  const shared = {
    ...stores,
    ...configured,
    db,
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
    archives: archiveStore(env.QR_IMAGES),
    secretBox: secretBox(webhookKey),
    wakes: wakes(env.WEBHOOKS, stores.webhooks, log, now),
  };
  const extensions = [pageExtension(shared), shopExtension(shared), availabilityExtension(shared)];
  const followUps: Dependencies["followUps"] = [
    shared.wakes.after, //
  ];
  return { ...shared, extensions, followUps };
}
