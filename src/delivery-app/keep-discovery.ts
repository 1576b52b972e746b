import type { Log } from "../platform/log.ts";
import type { DeliveryApp } from "./api.ts";
import { refreshRetailers } from "./discovery.ts";
import type { PostalCodeStore } from "./postal-code-store.ts";

/** Postal codes that one run asks about: the 20 default ones take ten minutes, and are due again after a week. */
const PER_RUN = 2;

/** Job: keeps discovery up to date, a few of the configured postal codes in each run. Without a key it does nothing. */
export async function keepDiscovery({
  deliveryApp,
  discoveryPostalCodes,
  postalCodes,
  now,
  log,
}: {
  deliveryApp: DeliveryApp | null;
  /** The postal codes that discovery asks about. */
  discoveryPostalCodes: readonly string[];
  postalCodes: PostalCodeStore;
  now: () => Date;
  log: Log;
}): Promise<void> {
  if (!deliveryApp) return;
  const asked = await refreshRetailers({ postalCodes, deliveryApp, now }, discoveryPostalCodes, PER_RUN);
  for (const { postalCode, error } of asked) {
    if (error !== null) log("error", "refresh discovery", { postalCode, error });
  }
}
