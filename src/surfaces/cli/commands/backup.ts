import { existsSync } from "node:fs";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { remoteDatabase, requireDeployed, runD1 } from "../cloudflare/deployed-database.ts";
import { parse, required } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { DEPLOYMENT_FLAGS, locationOf } from "../command-line/database-location.ts";
import { type Surroundings, surroundings } from "../command-line/terminal.ts";
import { copyOldVisits, oldVisitsOf } from "../deploy/old-visits.ts";

const USAGE = `Usage: npm run backup -- --out FILE
       npm run backup -- --old-visits DIRECTORY
       npm run backup -- --record FILE

  Writes the whole deployed database to a new file, as SQL: links, codes, keys without their secrets, members, visits.
  During Cloudflare's export, the database does not respond. npm run restore reads the file.
  docs/scripts/nightly-backup.sh makes an encrypted backup every night.

  --out FILE      the file, which must not exist yet
  --old-visits DIRECTORY
                  copies old visits, which are in R2 and not in the database: each object once. Those whose file is there, also
                  with the ending .age, are not copied again
  --record FILE   records in the database that a backup is complete in FILE, for npm run status: encrypted and copied
  --config FILE   a configuration other than wrangler.toml
  --env NAME      an environment of the configuration
`;

/** Executes `npm run backup` and returns the text for stdout. */
export async function backup(
  args: string[],
  { environment }: Surroundings = surroundings(),
): Promise<string> {
  const { values } = parse(args, {
    out: { type: "string" },
    "old-visits": { type: "string" },
    record: { type: "string" },
    ...DEPLOYMENT_FLAGS,
  });
  if (values.help) return USAGE;
  const location = locationOf({ ...values, remote: true });
  const given = [values.out, values["old-visits"], values.record].filter((value) => value !== undefined);
  if (given.length > 1) throw new UsageError("Use only one of --out, --old-visits and --record.");
  if (values["old-visits"] !== undefined) {
    const directory = values["old-visits"];
    const { copied, all } = await copyOldVisits(await requireDeployed(location, environment), directory);
    return `Copied ${copied} of ${all} objects with old visits to ${directory}.\n`;
  }
  if (values.record !== undefined) {
    if (!existsSync(values.record)) throw new UsageError(`There is no file ${values.record}.`);
    const { size } = await stat(values.record);
    if (size === 0) throw new UsageError(`${values.record} is empty.`);
    const { account, id } = await requireDeployed(location, environment);
    await remoteDatabase(account, id).prepare(RECORD).bind(new Date().toISOString(), size).run();
    return `Recorded the backup ${values.record}, ${size} bytes.\n`;
  }
  const out = required("--out", values.out);
  if (existsSync(out)) throw new UsageError(`${out} already exists.`);
  const deployed = await requireDeployed(location, environment);
  // It gets its name only when it is complete.
  const unfinished = resolve(`${out}.${process.pid}`);
  try {
    // Readable only by its owner: it contains email addresses of members and hashes of keys.
    await writeFile(unfinished, "", { mode: 0o600 });
    await runD1(deployed, ["export"], ["--remote", `--output=${unfinished}`]);
    await rename(unfinished, out);
  } finally {
    await rm(unfinished, { force: true });
  }
  const { length: objects } = await oldVisitsOf(remoteDatabase(deployed.account, deployed.id)).catch(
    () => [],
  );
  return `Wrote the database ${deployed.name} to ${out}, ${(await stat(out)).size} bytes.
If WEBHOOK_SECRET_KEY is set, the secrets of webhooks in it are sealed: to restore them elsewhere, you need the key too.
${objects === 0 ? "" : `Old visits are in ${objects} objects in R2, not in it: npm run backup -- --old-visits DIRECTORY copies them.\n`}`;
}

const RECORD = "INSERT OR REPLACE INTO backups (completed_at, bytes) VALUES (?1, ?2)";
