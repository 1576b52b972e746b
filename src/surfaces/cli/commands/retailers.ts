import { readFile } from "node:fs/promises";
import { importStatements } from "../../../features/delivery-app/import-statements.ts";
import { parse } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { LOCATION_FLAGS, locationOf, PLACE_USAGE } from "../command-line/database-location.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { withDatabase } from "../database/database.ts";
import { parseRetailers } from "../retailers/retailer-file.ts";
import { syncRetailers } from "../retailers/sync-retailers.ts";

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
