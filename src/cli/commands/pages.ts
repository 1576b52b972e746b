import { pageStore } from "../../delivery-app/page-store.ts";
import { parse } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { LOCATION_FLAGS, locationOf, PLACE_USAGE } from "../command-line/database-location.ts";
import { withDatabase } from "../database/database.ts";

const USAGE = `Usage: npm run pages -- retry

  retry   Has the delivery app asked again, within a minute, for every page that it did not make: after its key was
          mended, or an outage. The cron asks; what is refused once more waits as before.

${PLACE_USAGE}`;

const OPTIONS = { ...LOCATION_FLAGS, help: { type: "boolean", short: "h" } } as const;

/** Executes `npm run pages` with these arguments on the database that `open` opens. Gives the text for stdout. */
export async function pages(args: string[], open: typeof withDatabase = withDatabase): Promise<string> {
  const { values, positionals } = parse(args, OPTIONS, true);
  if (values.help || positionals[0] === "help") return USAGE;
  if (positionals.length !== 1 || positionals[0] !== "retry") throw new UsageError("Say what to do: retry.");
  const asked = await open(locationOf(values), (db) => pageStore(db).retryFailed(new Date()));
  return `${asked} pages are asked for again.\n`;
}
