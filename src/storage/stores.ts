import type { Stores } from "../domain/ports.ts";
import type { Env } from "../env.ts";
import { apiKeyStore } from "./api-keys.ts";
import { claimStore } from "./claims.ts";
import { deliveryAppPageStore } from "./delivery-app-pages.ts";
import { routeStore } from "./delivery-app-routes.ts";
import { imageStore } from "./images.ts";
import { linkStore } from "./links.ts";
import { projectStore } from "./projects.ts";
import { qrCodeStore } from "./qr-codes.ts";
import { isReachable } from "./reachable.ts";
import { redirectStore } from "./redirects.ts";
import { retailerStore } from "./retailers.ts";

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
