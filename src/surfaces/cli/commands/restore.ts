import { existsSync } from "node:fs";
import { recordEveryLink } from "../../../features/short-links/link-change-store.ts";
import { bookmarkAt, createDatabase, importSql, restoreBookmark, sqlFile } from "../cloudflare/d1-api.ts";
import { parse } from "../command-line/arguments.ts";
import { CommandError, UsageError } from "../command-line/command.ts";
import {
  type DatabaseLocation,
  DEPLOYMENT_FLAGS,
  locationFlags,
  locationOf,
} from "../command-line/database-location.ts";
import { requireYes, type Surroundings, surroundings } from "../command-line/terminal.ts";
import { findDeployed, remoteDatabase, requireDeployed } from "../database/remote-database.ts";
import { tablesOf } from "../deploy/migrations.ts";

const USAGE = `Usage: npm run restore -- --from FILE | --at TIME | --bookmark BOOKMARK

  --from FILE          fills an empty or new database with a file from npm run backup
  --at TIME            restores the state at a time within the last 30 days (7 on the Free plan),
                       such as 2026-11-22T10:00:00Z
  --bookmark BOOKMARK  restores the state at a bookmark from npm run deploy or npm run restore

  --yes                asks nothing
  --config FILE        a configuration other than wrangler.toml
  --env NAME           an environment of the configuration

  The cron publishes copies of links to KV again, 200 a minute; until then links redirect to their old destinations.
`;

/** Executes `npm run restore` and returns the text for stdout. */
export async function restore(args: string[], around: Surroundings = surroundings()): Promise<string> {
  const { values } = parse(args, {
    from: { type: "string" },
    at: { type: "string" },
    bookmark: { type: "string" },
    yes: { type: "boolean", short: "y" },
    ...DEPLOYMENT_FLAGS,
  });
  if (values.help) return USAGE;
  const { from, at, bookmark, yes = false } = values;
  if ([from, at, bookmark].filter((value) => value !== undefined).length !== 1) {
    throw new UsageError("Use exactly one of --from, --at and --bookmark.");
  }
  const location = locationOf({ ...values, remote: true });
  const result = await (from === undefined
    ? goBack(location, { at, bookmark, yes }, around)
    : fill(location, from, yes, around));
  const links = await recordEveryLink(await remoteDatabase(location, around.environment), new Date());
  return `${result}\n${links} links will be published again within ${Math.ceil(links / 200)} minutes.\n`;
}

async function fill(
  location: DatabaseLocation,
  file: string,
  yes: boolean,
  around: Surroundings,
): Promise<string> {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const { account, name, id } = await findDeployed(location, around.environment);
  const [table] = id === null ? [] : await tablesOf(account, id);
  if (table !== undefined) {
    throw new CommandError(
      `The database ${name} already has tables, such as ${table}. Delete it first (npx wrangler d1 delete ${name}), or restore an earlier state with --at.`,
    );
  }
  around.terminal.say(`Fills the ${id === null ? "new " : ""}database ${name} with ${file}.`);
  if (!yes) await requireYes(around.terminal);
  await importSql(account, id ?? (await createDatabase(account, name)), await sqlFile(file));
  const next = [
    "npm run deploy",
    ...(locationFlags(location).length > 0 ? ["--", ...locationFlags(location)] : []),
  ].join(" ");
  return `Filled ${name}. ${next} binds the Worker to it, and applies newer migrations. Deploy with the
WEBHOOK_SECRET_KEY of the backed-up deployment in the environment: with another key, webhooks are switched off until their owners make
new secrets.`;
}

async function goBack(
  location: DatabaseLocation,
  { at, bookmark, yes }: { at: string | undefined; bookmark: string | undefined; yes: boolean },
  { environment, terminal }: Surroundings,
): Promise<string> {
  if (at !== undefined && Number.isNaN(Date.parse(at)))
    throw new UsageError(`--at must be a time, not "${at}".`);
  const { account, id, name } = await requireDeployed(location, environment);
  const target = bookmark ?? (await bookmarkAt(account, id, new Date(at ?? "").toISOString()));
  terminal.say(`Restores the database ${name} to ${at ?? target}. All later writes will be lost.`);
  if (!yes) await requireYes(terminal);
  const undo = await restoreBookmark(account, id, target);
  return `Restored ${name}. To undo: npm run restore -- --bookmark ${[undo, ...locationFlags(location)].join(" ")}`;
}
