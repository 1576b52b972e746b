import type { DeliveryApp } from "../../delivery-app/delivery-app-api.ts";
import { deliveryAppClient } from "../../delivery-app/delivery-app-client.ts";
import { type DiscoveryResult, discoverRetailers, postalCodesIn } from "../../delivery-app/discovery.ts";
import { postalCodeStore } from "../../delivery-app/postal-code-store.ts";
import { deliveryApp as deliveryAppSettings } from "../../settings/settings.ts";
import { CommandError, UsageError } from "../command-line/command.ts";

/** Variables and secrets by name. */
type Settings = Record<string, string | undefined>;

/**
 * Asks the delivery app about every postal code of the settings, or of `wanted` if it is given, stores each answer at
 * once, and returns a line for each. Throws CommandError, with the same lines, if the delivery app failed before or at
 * the last postal code, or refused all of them.
 */
export async function syncRetailers(
  settings: Settings,
  wanted: string | undefined,
  withDb: <T>(work: (db: D1Database) => Promise<T>) => Promise<T>,
): Promise<string> {
  const deliveryApp = deliveryAppOf(settings);
  const codes = postalCodesIn(wanted ?? settings.DELIVERY_APP_POSTAL_CODES ?? "");
  const asked = await withDb((db) =>
    discoverRetailers({ postalCodes: postalCodeStore(db), deliveryApp, now: () => new Date() }, codes),
  );
  const lines = asked.map(lineOf).join("");
  const last = asked.at(-1);
  const left = codes.length - asked.length;
  if (last && (last.stopped || left > 0)) {
    const rest = left > 0 ? ` ${left} of ${codes.length} postal codes were not asked.` : "";
    throw new CommandError(`${lines}The delivery app failed: ${last.error}.${rest}`);
  }
  const refused = asked.filter(({ found }) => found === null).length;
  if (refused === asked.length) throw new CommandError(`${lines}The delivery app refused every postal code.`);
  const answered = `Asked about ${asked.length} postal codes`;
  return `${lines}${answered}${refused > 0 ? `; the delivery app refused ${refused} of them` : ""}.\n`;
}

const lineOf = ({ postalCode, found, error }: DiscoveryResult): string =>
  `${postalCode}  ${error ?? `${found} stores`}\n`;

function deliveryAppOf(settings: Settings): DeliveryApp {
  const { DELIVERY_APP_API_KEY: key, DELIVERY_APP_BASE_URL: baseUrl } = settings;
  if (!key) throw new UsageError("DELIVERY_APP_API_KEY is set neither in the environment nor in .dev.vars.");
  const usable = deliveryAppSettings({
    DELIVERY_APP_API_KEY: key,
    ...(baseUrl !== undefined && { DELIVERY_APP_BASE_URL: baseUrl }),
  });
  if (!usable) throw new UsageError("DELIVERY_APP_API_KEY or DELIVERY_APP_BASE_URL can't be used as it is.");
  return deliveryAppClient(usable);
}
