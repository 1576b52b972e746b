import { pageStore } from "../../delivery-app/page-store.ts";
import { parse } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { LOCATION_FLAGS, locationOf, PLACE_USAGE } from "../command-line/database-location.ts";
import { withDatabase } from "../database/database.ts";

const USAGE = `Usage: npm run pages -- retry

  retry   Requests every page again, within a minute, that the delivery app failed to create: after you fixed its key, or
          after an outage. The cron sends the requests; a page that fails again waits as before.

${PLACE_USAGE}`;

const OPTIONS = { ...LOCATION_FLAGS, help: { type: "boolean", short: "h" } } as const;

/** Executes `npm run pages` with these arguments on the database that `open` opens. Returns the text for stdout. */
export async function pages(args: string[], open: typeof withDatabase = withDatabase): Promise<string> {
  const { values, positionals } = parse(args, OPTIONS, true);
  if (values.help || positionals[0] === "help") return USAGE;
  if (positionals.length !== 1 || positionals[0] !== "retry") throw new UsageError("Name a command: retry.");
  const retried = await open(locationOf(values), (db) => pageStore(db).retryFailed(new Date()));
  return `${retried} pages will be requested again.\n`;
}
