import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import type { DeliveryApp } from "../delivery-app/api.ts";
import { postalCodesIn, refreshRetailers } from "../delivery-app/discovery.ts";
import { openDeliveryApp } from "../delivery-app/open-delivery-app.ts";
import { mergeStatements } from "../delivery-app/retailer-merge.ts";
import type { RetailerSyncStore } from "../links/ports.ts";
import { type Database, DatabaseError, sql } from "./database.ts";
import { executeFile } from "./database-file.ts";
import { importStatements, parseRetailers, RetailerFileError } from "./retailer-file.ts";
import { PROJECT_ROOT } from "./wrangler.ts";

const USAGE = `Usage: npm run retailers -- COMMAND

  import FILE   Loads retailers from a JSON file: an array of
                {retailerId, name, slug?, services?, categories?, locationCount?, samplePostalCodes?, postalCodes?},
                or an answer of GET /v1/retailers. All of them or, where one is wrong, none.
  sync          Asks the delivery app now which stores are near each postal code, as the cron does in slices.
                Takes DELIVERY_APP_API_KEY, DELIVERY_APP_BASE_URL and DELIVERY_APP_POSTAL_CODES from the
                environment, else from .dev.vars.

  --postal-codes CODE,CODE   for sync, instead of DELIVERY_APP_POSTAL_CODES
  --remote                   the deployed database instead of the local one
  --persist-to DIR           where the local state is, when not in .wrangler/state
`;

class UsageError extends Error {}

async function run(args: string[]): Promise<string> {
  const { values, positionals } = parse(args);
  const [command, file, ...rest] = positionals;
  const persistTo = values["persist-to"];
  const database: Database = {
    remote: values.remote ?? false,
    flags: persistTo === undefined ? [] : [`--persist-to=${persistTo}`],
  };
  if (values.help || command === "help") return USAGE;
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one word too many.`);
  switch (command) {
    case "import": {
      if (file === undefined) throw new UsageError("import takes the path of a file.");
      const retailers = parseRetailers(await readText(file));
      await executeFile(database, importStatements(retailers, new Date()));
      return `Loaded ${retailers.length} retailers.\n`;
    }
    case "sync":
      if (file !== undefined) throw new UsageError("sync takes no file.");
      return sync(database, values["postal-codes"]);
    default:
      throw new UsageError(
        command === undefined ? "Say what to do: import or sync." : `No command "${command}".`,
      );
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        remote: { type: "boolean" },
        "persist-to": { type: "string" },
        "postal-codes": { type: "string" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} could not be read: ${error instanceof Error ? error.message : error}`);
  }
}

async function sync(database: Database, wanted: string | undefined): Promise<string> {
  const settings: Record<string, string | undefined> = { ...(await devVars()), ...process.env };
  const deliveryApp = deliveryAppOf(settings);
  const codes = postalCodesIn(wanted ?? settings.DELIVERY_APP_POSTAL_CODES ?? "");
  const statements: string[] = [];
  const context = { sync: collector(statements), deliveryApp, now: () => new Date() };
  const asked = await refreshRetailers(context, codes, codes.length);
  if (statements.length > 0) await executeFile(database, statements);
  const failed = asked.find(({ found }) => found === null);
  const lines = asked
    .map(({ postalCode, found, error }) => `${postalCode}  ${error ?? `${found} stores`}\n`)
    .join("");
  if (failed)
    throw new DatabaseError(`${lines}The delivery app failed: ${failed.error}. The rest was not asked.`);
  return `${lines}Asked about ${asked.length} postal codes.\n`;
}

function deliveryAppOf(settings: Record<string, string | undefined>): DeliveryApp {
  const { DELIVERY_APP_API_KEY: key, DELIVERY_APP_BASE_URL: baseUrl } = settings;
  if (!key) throw new UsageError("DELIVERY_APP_API_KEY is set neither in the environment nor in .dev.vars.");
  const deliveryApp = openDeliveryApp({
    DELIVERY_APP_API_KEY: key,
    ...(baseUrl !== undefined && { DELIVERY_APP_BASE_URL: baseUrl }),
  });
  if (!deliveryApp)
    throw new UsageError("DELIVERY_APP_API_KEY or DELIVERY_APP_BASE_URL can't be used as it is.");
  return deliveryApp;
}

/** What `wrangler dev` takes for secrets. */
async function devVars(): Promise<Record<string, string | undefined>> {
  try {
    return parseEnv(await readFile(join(PROJECT_ROOT, ".dev.vars"), "utf8"));
  } catch {
    return {};
  }
}

/** Takes every postal code as due and gathers the statements, to be executed together in the end. */
const collector = (statements: string[]): RetailerSyncStore => ({
  takeDue: async (postalCodes) => [...postalCodes],
  async merge(postalCode, found, now, next) {
    for (const statement of mergeStatements(postalCode, found, now, next)) statements.push(inline(statement));
  },
  async noteFailure() {},
});

/** A statement with its values written into it: wrangler takes no parameters. */
function inline({ sql: text, values }: { sql: string; values: readonly string[] }): string {
  return text.replace(/\?([1-9])/g, (_, number) => sql`${values[Number(number) - 1] ?? null}`);
}

try {
  process.stdout.write(await run(process.argv.slice(2)));
} catch (error) {
  if (error instanceof UsageError || error instanceof RetailerFileError) {
    process.stderr.write(`${error.message}\nHow it goes: npm run retailers -- --help\n`);
    process.exitCode = 2;
  } else if (error instanceof DatabaseError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else throw error;
}
