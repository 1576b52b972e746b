import { parseArgs } from "node:util";
import { RETRY_FAILED } from "../delivery-app/retry-pages.ts";
import { type Database, DatabaseError, execute, sql } from "./database.ts";

const USAGE = `Usage: npm run pages -- retry

  retry   Has the delivery app asked again, within a minute, for every page that it did not make: after its key was
          mended, or an outage. The cron asks; what is refused once more waits as before.

  --remote           the deployed database instead of the local one
  --persist-to DIR   where the local state is, when not in .wrangler/state
`;

class UsageError extends Error {}

async function run(args: string[]): Promise<string> {
  const { values, positionals } = parse(args);
  if (values.help || positionals[0] === "help") return USAGE;
  if (positionals.length !== 1 || positionals[0] !== "retry") throw new UsageError("Say what to do: retry.");
  const persistTo = values["persist-to"];
  const database: Database = {
    remote: values.remote ?? false,
    flags: persistTo === undefined ? [] : [`--persist-to=${persistTo}`],
  };
  const now = sql`${new Date().toISOString()}`;
  const [rows = []] = await execute(database, [RETRY_FAILED.replaceAll("?1", now)]);
  return `${rows.length} pages are asked for again.\n`;
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
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

try {
  process.stdout.write(await run(process.argv.slice(2)));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\nHow it goes: npm run pages -- --help\n`);
    process.exitCode = 2;
  } else if (error instanceof DatabaseError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else throw error;
}
