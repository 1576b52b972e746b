import type { Log } from "../platform/log.ts";
import type { DeliveryApp } from "./api.ts";
import { refreshRetailers } from "./discovery.ts";
import type { PostalCodeStore } from "./postal-code-store.ts";

/** Postal codes that one run asks about: the default set is through in ten minutes, then due again in a week. */
const PER_RUN = 2;

/** Job: keeps discovery fresh, a slice of the configured postal codes at a time. Without a key it does nothing. */
export async function keepDiscovery({
  deliveryApp,
  discoveryPostalCodes,
  postalCodes,
  now,
  log,
}: {
  deliveryApp: DeliveryApp | null;
  /** Where discovery looks for shops. */
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
