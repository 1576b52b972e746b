import { existsSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { exportSql } from "../cloudflare/d1.ts";
import { parse, required } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { locationOf } from "../command-line/database-location.ts";
import { type Surroundings, surroundings } from "../command-line/terminal.ts";
import { requireDeployed } from "../database/remote-database.ts";

const USAGE = `Usage: npm run backup -- --out FILE

  Writes all of the deployed database into a new file, as SQL: links, codes, keys without their secrets, members, visits.
  The database answers no query while Cloudflare makes the export. npm run restore brings it back.

  --out FILE      the file, which must not exist yet
  --config FILE   another configuration than wrangler.toml
  --env NAME      an environment of the configuration
`;

/** Executes `npm run backup` and gives the text for stdout. */
export async function backup(
  args: string[],
  { environment }: Surroundings = surroundings(),
): Promise<string> {
  const { values } = parse(args, {
    out: { type: "string" },
    config: { type: "string", short: "c" },
    env: { type: "string", short: "e" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) return USAGE;
  const out = required("--out", values.out);
  if (existsSync(out)) throw new UsageError(`${out} exists already.`);
  const { account, id, name } = await requireDeployed(locationOf({ ...values, remote: true }), environment);
  // Under its name only once it is whole.
  const unfinished = `${out}.${process.pid}`;
  try {
    await exportSql(account, id, unfinished);
    await rename(unfinished, out);
  } finally {
    await rm(unfinished, { force: true });
  }
  return `Wrote the database ${name} into ${out}, ${(await stat(out)).size} bytes.\n`;
}
