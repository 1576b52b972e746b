import { existsSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { recordEveryLink } from "../../../features/short-links/link-change-store.ts";
import {
  createDatabase,
  findDeployed,
  remoteDatabase,
  requireDeployed,
  runD1,
} from "../cloudflare/deployed-database.ts";
import { parse, required } from "../command-line/arguments.ts";
import { CommandError, UsageError } from "../command-line/command.ts";
import { DEPLOYMENT_FLAGS, locationFlags, locationOf } from "../command-line/database-location.ts";
import { requireYes, type Surroundings, surroundings } from "../command-line/terminal.ts";
import { restoreOldVisits } from "../deploy/old-visits.ts";
import { tablesOf } from "../deploy/resources.ts";
import { restoreDrill } from "../deploy/restore-drill.ts";

const USAGE = `Usage: npm run restore -- --from FILE [--drill] | --old-visits DIRECTORY | --at TIME | --bookmark BOOKMARK

  --from FILE          fills an empty or new database with a file from npm run backup
  --old-visits DIRECTORY
                       stores the files of npm run backup -- --old-visits in R2, decrypted: where the bucket is lost or another one
  --at TIME            restores the state at a time within the last 30 days (7 on the Free plan),
                       such as 2026-11-22T10:00:00Z
  --bookmark BOOKMARK  restores the state at a bookmark from npm run deploy or npm run restore

  --drill              with --from: fills a new database beside the deployed one, compares both, and deletes it
  --yes                asks nothing
  --config FILE        a configuration other than wrangler.toml
  --env NAME           an environment of the configuration

  The cron publishes copies of links to KV again, 200 a minute; until then links redirect to their old destinations.
`;

const OPTIONS = {
  from: { type: "string" },
  "old-visits": { type: "string" },
  at: { type: "string" },
  bookmark: { type: "string" },
  drill: { type: "boolean" },
  yes: { type: "boolean", short: "y" },
  ...DEPLOYMENT_FLAGS,
} as const;

const Restored = z.object({ previous_bookmark: z.string() });

/** Executes `npm run restore` and returns the text for stdout. */
export async function restore(
  args: string[],
  { environment, terminal }: Surroundings = surroundings(),
): Promise<string> {
  const { values } = parse(args, OPTIONS);
  if (values.help) return USAGE;
  const { from, at, bookmark, drill, yes, "old-visits": oldVisits } = values;
  if ([from, at, bookmark, oldVisits].filter((value) => value !== undefined).length !== 1)
    throw new UsageError("Use exactly one of --from, --old-visits, --at and --bookmark.");
  if (at !== undefined && Number.isNaN(Date.parse(at)))
    throw new UsageError(`--at must be a time, not "${at}".`);
  if (from !== undefined && !existsSync(from)) throw new UsageError(`There is no file ${from}.`);
  const location = locationOf({ ...values, remote: true });
  if (oldVisits !== undefined) {
    if (!existsSync(oldVisits)) throw new UsageError(`There is no directory ${oldVisits}.`);
    const stored = await restoreOldVisits(await requireDeployed(location, environment), oldVisits);
    if (stored === 0) throw new UsageError(`There are no old visits in ${oldVisits}: decrypt their files.`);
    return `Stored ${stored} objects with old visits.\n`;
  }
  if (drill)
    return restoreDrill(resolve(required("--from", from)), await requireDeployed(location, environment));
  const flags = locationFlags(location);
  const deployed = await (from === undefined ? requireDeployed : findDeployed)(location, environment);
  const { account, deployment, name } = deployed;
  const [table] =
    from === undefined || deployed.id === null ? [] : await tablesOf(remoteDatabase(account, deployed.id));
  if (table !== undefined)
    throw new CommandError(
      `The database ${name} already has tables, such as ${table}. Delete it first (npx wrangler d1 delete ${name}), or restore an earlier state with --at.`,
    );
  terminal.say(
    from === undefined
      ? `Restores the database ${name} to ${at ?? bookmark}. All later writes will be lost.`
      : `Fills the ${deployed.id === null ? "new " : ""}database ${name} with ${from}.`,
  );
  if (!yes) await requireYes(terminal);
  const id = deployed.id ?? (await createDatabase(account, deployment));
  let result: string;
  if (from !== undefined) {
    await runD1({ account, deployment, id }, ["execute"], ["--remote", "--yes", `--file=${resolve(from)}`]);
    result = `Filled ${name}. ${["npm run deploy", ...(flags.length > 0 ? ["--", ...flags] : [])].join(" ")} binds the Worker to it, and applies newer migrations. If the
backed-up deployment had a WEBHOOK_SECRET_KEY, set it first (npx wrangler secret put WEBHOOK_SECRET_KEY --name ${deployment.worker}): without it,
webhooks are switched off until their owners make new secrets.`;
  } else {
    const target = at === undefined ? `--bookmark=${bookmark}` : `--timestamp=${new Date(at).toISOString()}`;
    const output = await runD1({ account, deployment, id }, ["time-travel", "restore"], [target, "--json"]);
    const { previous_bookmark: undo } = Restored.parse(JSON.parse(output));
    result = `Restored ${name}. To undo: npm run restore -- --bookmark ${[undo, ...flags].join(" ")}`;
  }
  const links = await recordEveryLink(remoteDatabase(account, id), new Date());
  return `${result}\n${links} links will be published again within ${Math.ceil(links / 200)} minutes.\n`;
}
