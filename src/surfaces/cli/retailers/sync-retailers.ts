import type { DeliveryApp } from "../../../features/delivery-app/delivery-app-api.ts";
import { deliveryAppClient } from "../../../features/delivery-app/delivery-app-client.ts";
import {
  type DiscoveryResult,
  discoverRetailers,
  postalCodesIn,
} from "../../../features/delivery-app/discovery.ts";
import { postalCodeStore } from "../../../features/delivery-app/postal-code-store.ts";
import { deliveryApp as deliveryAppSettings } from "../../../settings.ts";
import { CommandError, UsageError } from "../command-line/command.ts";

/** Variables and secrets by name. */
type Settings = Record<string, string | undefined>;

/**
 * Looks up every postal code of the settings, or of `wanted` if given, at the delivery app, stores each result immediately, and
 * returns a line for each. Throws CommandError, with the same lines, if the delivery app failed before or at the last postal
 * code, or rejected all of them.
 */
export async function syncRetailers(
  settings: Settings,
  codesOption: string | undefined,
  withDb: <T>(work: (db: D1Database) => Promise<T>) => Promise<T>,
): Promise<string> {
  const deliveryApp = deliveryAppOf(settings);
  const codes = postalCodesIn(codesOption ?? settings.DELIVERY_APP_POSTAL_CODES ?? "");
  const results = await withDb((db) =>
    discoverRetailers({ postalCodes: postalCodeStore(db), deliveryApp, now: () => new Date() }, codes),
  );
  const lines = results.map(lineOf).join("");
  const last = results.at(-1);
  const left = codes.length - results.length;
  if (last && (last.stopped || left > 0)) {
    const rest = left > 0 ? ` ${left} of ${codes.length} postal codes were not looked up.` : "";
    throw new CommandError(`${lines}The delivery app failed: ${last.error}.${rest}`);
  }
  const rejected = results.filter(({ found }) => found === null).length;
  if (rejected === results.length)
    throw new CommandError(`${lines}The delivery app rejected every postal code.`);
  const summary = `Looked up ${results.length} postal codes`;
  return `${lines}${summary}${rejected > 0 ? `; the delivery app rejected ${rejected} of them` : ""}.\n`;
}

const lineOf = ({ postalCode, found, error }: DiscoveryResult): string =>
  `${postalCode}  ${error ?? `${found} stores`}\n`;

function deliveryAppOf(settings: Settings): DeliveryApp {
  const { DELIVERY_APP_API_KEY: key, DELIVERY_APP_BASE_URL: baseUrl } = settings;
  if (!key) throw new UsageError("DELIVERY_APP_API_KEY is not set in the environment or in .dev.vars.");
  const usable = deliveryAppSettings({
    DELIVERY_APP_API_KEY: key,
    ...(baseUrl !== undefined && { DELIVERY_APP_BASE_URL: baseUrl }),
  });
  if (!usable) throw new UsageError("DELIVERY_APP_API_KEY or DELIVERY_APP_BASE_URL is invalid.");
  return deliveryAppClient(usable);
}
