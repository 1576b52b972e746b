import { postalCodesIn, refreshRetailers } from "./discovery.ts";
import type { Env } from "../env.ts";
import { openDeliveryApp } from "./open-delivery-app.ts";
import { retailerSyncStore } from "./postal-code-store.ts";

/** Postal codes that one run asks about: the default set is through in ten minutes, then due again in a week. */
const PER_RUN = 2;

/** Cron: keeps discovery fresh, a slice of the configured postal codes at a time. Without a key it does nothing. */
export async function refreshDiscovery(env: Env, due: Date): Promise<void> {
  const deliveryApp = openDeliveryApp(env);
  if (!deliveryApp) return;
  const started = Date.now();
  const now = () => new Date(due.getTime() + Date.now() - started);
  const context = { sync: retailerSyncStore(env.DB), deliveryApp, now };
  const asked = await refreshRetailers(context, postalCodesIn(env.DELIVERY_APP_POSTAL_CODES ?? ""), PER_RUN);
  for (const { postalCode, error } of asked) {
    if (error !== null) console.error(JSON.stringify({ job: "refresh discovery", postalCode, error }));
  }
}
