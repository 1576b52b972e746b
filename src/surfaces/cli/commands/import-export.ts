import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { domainStore } from "../../../features/addresses/domain-store.ts";
import type { UploadedLogo } from "../../../features/brands/logo-store.ts";
import { logoObjects } from "../../../features/brands/logo-store.ts";
import type { Variables } from "../../../ground/platform/variables.ts";
import { type LoadedArchive, loadArchive } from "../archive/load-archive.ts";
import { withZip } from "../archive/read-zip.ts";
import { rebuildRows } from "../archive/rebuild-rows.ts";
import { rejectConflicts, writeArchive } from "../archive/write-archive.ts";
import { parse } from "../command-line/arguments.ts";
import { CommandError, UsageError } from "../command-line/command.ts";
import {
  type DatabaseLocation,
  LOCATION_FLAGS,
  locationFlags,
  locationOf,
  PLACE_USAGE,
} from "../command-line/database-location.ts";
import { requireYes, type Terminal, terminal } from "../command-line/terminal.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { readDeployment } from "../configuration/deployment.ts";
import { withDatabase } from "../database/database.ts";
import { runWrangler } from "../wrangler/wrangler.ts";

const USAGE = `Usage: npm run import-export -- FILE

  Restores an organization from an archive of npm run export into a database that doesn't have the organization. All rows are
  checked before any is written. If the command is interrupted, run it again: it writes what is missing.

  FILE               the archive
  --domain HOST      a domain of the archive that the organization owns, as you know: it is confirmed. Others arrive pending.
  --yes              asks nothing
${PLACE_USAGE}`;

/** Where an archive goes, and who confirms it. */
export interface Destination {
  open: typeof withDatabase;
  putLogo: (logo: UploadedLogo, location: DatabaseLocation) => Promise<void>;
  /** The variables of the instance, by which destinations are built. */
  variables: (location: DatabaseLocation) => Promise<Variables>;
  terminal: Terminal;
}

/** Executes `npm run import-export` and returns the text for stdout. */
export async function importExport(
  args: string[],
  { open, putLogo, variables, terminal: user }: Destination = {
    open: withDatabase,
    putLogo: putWithWrangler,
    variables: variablesOf,
    terminal,
  },
): Promise<string> {
  const { values, positionals } = parse(
    args,
    {
      ...LOCATION_FLAGS,
      domain: { type: "string", multiple: true },
      yes: { type: "boolean", short: "y" },
      help: { type: "boolean", short: "h" },
    },
    true,
  );
  if (values.help) return USAGE;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("Name one archive.");
  const location = locationOf(values);
  const directory = mkdtempSync(join(tmpdir(), "import-export-"));
  const rows = new DatabaseSync(join(directory, "rows.sqlite"), { enableForeignKeyConstraints: false });
  try {
    const archive = await withZip(file, (zip) => loadArchive(zip, rows));
    return await open(location, async (db) => {
      const now = new Date();
      const storedBytes = rebuildRows(rows, {
        variables: await variables(location),
        domains: (await domainStore(db).confirmed(now)).map(({ host }) => host),
        confirmed: values.domain ?? [],
        now,
      });
      await rejectConflicts(archive, db);
      user.say(summaryOf(archive));
      if (!values.yes) await requireYes(user);
      for (const logo of archive.logos) await putLogo(logo, location);
      const written = await writeArchive(archive, db, { storedBytes, now });
      return `Restored ${archive.organizationId}: ${written} new rows. Its links are published within minutes.\n`;
    });
  } finally {
    rows.close();
    rmSync(directory, { recursive: true });
  }
}

function summaryOf({ organizationId, rows }: LoadedArchive): string {
  const count = (table: string): string => `${rows.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n}`;
  const domains = rows.prepare("SELECT host, confirmed_at FROM domains ORDER BY host").all();
  const hosts = domains.map(
    ({ host, confirmed_at: at }) => `${host} (${at === null ? "pending" : "confirmed"})`,
  );
  return `${organizationId}: ${count("links")} links, ${count("qr_codes")} QR codes, ${count("projects")} projects. Domains: ${hosts.join(", ") || "none"}.`;
}

/** The variables of a location. Secrets of a deployment are unknown. */
const variablesOf = async (location: DatabaseLocation): Promise<Variables> =>
  location.remote ? (await readDeployment(location)).variables : readConfiguration(location, {});

async function putWithWrangler(logo: UploadedLogo, location: DatabaseLocation): Promise<void> {
  const { r2_buckets: buckets } = (await readDeployment(location)).bindings;
  const bucket = buckets.find(({ binding }) => binding === "QR_IMAGES")?.bucket_name;
  if (bucket === undefined) throw new CommandError("The configuration has no bucket QR_IMAGES.");
  const directory = mkdtempSync(join(tmpdir(), "logo-"));
  try {
    for (const { key, bytes, httpMetadata } of logoObjects(logo)) {
      const file = join(directory, "object");
      writeFileSync(file, bytes);
      const { contentType } = httpMetadata;
      const { ok, stderr } = await runWrangler([
        "r2",
        "object",
        "put",
        `${bucket}/${key}`,
        `--file=${file}`,
        location.remote ? "--remote" : "--local",
        ...(contentType === undefined ? [] : [`--content-type=${contentType}`]),
        ...locationFlags(location),
      ]);
      if (!ok) throw new CommandError(`The picture ${logo.file} could not be stored: ${stderr}`);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}
