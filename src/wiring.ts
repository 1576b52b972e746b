import type { Stores } from "./links/ports.ts";
import type { Env } from "./env.ts";
import { apiKeyStore } from "./access/api-key-store.ts";
import { claimStore } from "./idempotency/claim-store.ts";
import { deliveryAppPageStore } from "./delivery-app/page-store.ts";
import { routeStore } from "./delivery-app/shop-store.ts";
import { imageStore } from "./qr-codes/image-store.ts";
import { linkStore } from "./links/store.ts";
import { projectStore } from "./access/project-store.ts";
import { qrCodeStore } from "./qr-codes/store.ts";
import { isReachable } from "./platform/reachable.ts";
import { redirectStore } from "./short-links/redirect-store.ts";
import { retailerStore } from "./delivery-app/retailer-store.ts";

/** The stores of one request. `waitUntil` takes the work that goes on after its answer. */
export function openStores(env: Env, waitUntil: (work: Promise<unknown>) => void): Stores {
  return {
    isReady: () => isReachable(env.DB),
    links: linkStore(env.DB),
    qrCodes: qrCodeStore(env.DB),
    claims: claimStore(env.DB, env.IDEMPOTENCY, waitUntil),
    images: imageStore(env.QR_IMAGES, waitUntil),
    redirects: redirectStore(env.LINKS, env.DB, waitUntil),
    apiKeys: apiKeyStore(env.DB, waitUntil),
    projects: projectStore(env.DB),
    retailers: retailerStore(env.DB),
    deliveryAppPages: deliveryAppPageStore(env.DB),
    deliveryAppRoutes: routeStore(env.DB),
  };
}
