import { readFile } from "node:fs/promises";
import type { DeliveryApp } from "../../../features/delivery-app/delivery-app-api.ts";
import { deliveryAppClient } from "../../../features/delivery-app/delivery-app-client.ts";
import {
  type DiscoveryResult,
  discoverRetailers,
  postalCodeStore,
  postalCodesIn,
} from "../../../features/delivery-app/discovery.ts";
import { importStatements } from "../../../features/delivery-app/import-statements.ts";
import { deliveryApp as deliveryAppSettings } from "../../../settings.ts";
import { parse } from "../command-line/arguments.ts";
import { CommandError, UsageError } from "../command-line/command.ts";
import { LOCATION_FLAGS, locationOf, PLACE_USAGE } from "../command-line/database-location.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { withDatabase } from "../database/database.ts";
import { parseRetailers } from "../retailers/retailer-file.ts";

const USAGE = `Usage: npm run retailers -- COMMAND

  import FILE   Loads retailers from a JSON file: an array of
                {retailerId, name, slug?, services?, categories?, locationCount?, samplePostalCodes?, postalCodes?},
                or a response of GET /v1/retailers. Loads all or, if one is invalid, none.
  sync          Looks up the stores near each postal code at the delivery app, as the cron does in slices.
                Reads DELIVERY_APP_API_KEY, DELIVERY_APP_BASE_URL and DELIVERY_APP_POSTAL_CODES from the
                environment, else from .dev.vars, else from [vars] of wrangler.toml. Stores each response
                immediately. Exits with 0 if at least one postal code succeeded and none is left;
                postal codes that the delivery app rejects are listed. Exits with 1 if it rejects all
                of them, or fails (an invalid key, no response); earlier results stay.

  --postal-codes CODE,CODE   for sync, instead of DELIVERY_APP_POSTAL_CODES

${PLACE_USAGE}`;

const OPTIONS = {
  ...LOCATION_FLAGS,
  "postal-codes": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/**
 * Executes `npm run retailers` with these arguments on the database that `open` opens; `environment` overrides the
 * configuration. Returns the text for stdout.
 */
export async function retailers(
  args: string[],
  open: typeof withDatabase = withDatabase,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const { values, positionals } = parse(args, OPTIONS, true);
  const [command, file, ...rest] = positionals;
  if (values.help || command === "help") return USAGE;
  const location = locationOf(values);
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`);
  switch (command) {
    case "import": {
      if (file === undefined) throw new UsageError("import needs the path of a file.");
      const read = parseRetailers(await readText(file));
      await open(location, (db) => db.batch(importStatements(db, read, new Date())));
      return `Loaded ${read.length} retailers.\n`;
    }
    case "sync":
      if (file !== undefined) throw new UsageError("sync needs no file.");
      return syncRetailers(await readConfiguration(location, environment), values["postal-codes"], (work) =>
        open(location, work),
      );
    default:
      throw new UsageError(
        command === undefined ? "Name a command: import or sync." : `Unknown command "${command}".`,
      );
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} could not be read: ${error instanceof Error ? error.message : error}`);
  }
}

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
