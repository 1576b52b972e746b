import { existsSync } from "node:fs";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { requireDeployed, runD1 } from "../cloudflare/deployed-database.ts";
import { parse, required } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { DEPLOYMENT_FLAGS, locationOf } from "../command-line/database-location.ts";
import { type Surroundings, surroundings } from "../command-line/terminal.ts";

const USAGE = `Usage: npm run backup -- --out FILE

  Writes the whole deployed database to a new file, as SQL: links, codes, keys without their secrets, members, visits.
  During Cloudflare's export, the database does not respond. npm run restore reads the file.

  --out FILE      the file, which must not exist yet
  --config FILE   a configuration other than wrangler.toml
  --env NAME      an environment of the configuration
`;

/** Executes `npm run backup` and returns the text for stdout. */
export async function backup(
  args: string[],
  { environment }: Surroundings = surroundings(),
): Promise<string> {
  const { values } = parse(args, { out: { type: "string" }, ...DEPLOYMENT_FLAGS });
  if (values.help) return USAGE;
  const out = required("--out", values.out);
  if (existsSync(out)) throw new UsageError(`${out} already exists.`);
  const deployed = await requireDeployed(locationOf({ ...values, remote: true }), environment);
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
  return `Wrote the database ${deployed.name} to ${out}, ${(await stat(out)).size} bytes.
The secrets of webhooks in it are encrypted: to restore them elsewhere, you need WEBHOOK_SECRET_KEY too.\n`;
}
