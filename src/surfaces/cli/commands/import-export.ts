import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { domainStore } from "../../../features/addresses/domain-store.ts";
import type { UploadedLogo } from "../../../features/brands/logo-store.ts";
import { logoObjects } from "../../../features/brands/logo-store.ts";
import type { Variables } from "../../../ground/platform/variables.ts";
import { type LoadedArchive, loadArchive } from "../archive/load-archive.ts";
import { dropMovedMonths } from "../archive/moved-months.ts";
import { withZip } from "../archive/read-zip.ts";
import { rebuildRows } from "../archive/rebuild-rows.ts";
import { rejectConflicts, rollUp, writeArchive } from "../archive/write-archive.ts";
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
  /** An object in R2, by its key. */
  readObject: (key: string, location: DatabaseLocation) => Promise<Uint8Array>;
  /** The variables of the instance, by which destinations are built. */
  variables: (location: DatabaseLocation) => Promise<Variables>;
  terminal: Terminal;
}

/** Executes `npm run import-export` and returns the text for stdout. */
export async function importExport(
  args: string[],
  { open, putLogo, readObject, variables, terminal: user }: Destination = {
    open: withDatabase,
    putLogo: putWithWrangler,
    readObject: getWithWrangler,
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
      rollUp(rows, now);
      const moved = await dropMovedMonths(archive, db, (key) => readObject(key, location));
      const written = await writeArchive(archive, db, { storedBytes, moved, now });
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
  for (const { key, bytes, httpMetadata } of logoObjects(logo)) {
    const { contentType } = httpMetadata;
    const type = contentType === undefined ? [] : [`--content-type=${contentType}`];
    await withObject("put", key, location, async (file, run) => {
      writeFileSync(file, bytes);
      const { ok, stderr } = await run(type);
      if (!ok) throw new CommandError(`The picture ${logo.file} could not be stored: ${stderr}`);
    });
  }
}

const getWithWrangler = (key: string, location: DatabaseLocation): Promise<Uint8Array> =>
  withObject("get", key, location, async (file, run) => {
    const { ok, stderr } = await run([]);
    if (!ok) throw new CommandError(`The old visits in ${key} could not be read: ${stderr}`);
    return readFileSync(file);
  });

/** Calls `use` with the path of a file, and with wrangler's command that puts it to an object in R2, or gets it from there. */
async function withObject<T>(
  command: "get" | "put",
  key: string,
  location: DatabaseLocation,
  use: (file: string, run: (flags: string[]) => ReturnType<typeof runWrangler>) => Promise<T>,
): Promise<T> {
  const { r2_buckets: buckets } = (await readDeployment(location)).bindings;
  const bucket = buckets.find(({ binding }) => binding === "QR_IMAGES")?.bucket_name;
  if (bucket === undefined) throw new CommandError("The configuration has no bucket QR_IMAGES.");
  const directory = mkdtempSync(join(tmpdir(), "object-"));
  const file = join(directory, "object");
  const place = location.remote ? "--remote" : "--local";
  try {
    return await use(file, (flags) =>
      runWrangler([
        ...["r2", "object", command, `${bucket}/${key}`, `--file=${file}`, place],
        ...flags,
        ...locationFlags(location),
      ]),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}
