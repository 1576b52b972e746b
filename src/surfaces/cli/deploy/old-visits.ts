import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type ArchivedObject, archiveKey } from "../../../features/visits/visit-archives.ts";
import { allRows } from "../../../ground/platform/d1.ts";
import { type Deployed, remoteDatabase } from "../cloudflare/deployed-database.ts";
import { CommandError } from "../command-line/command.ts";
import { writeConfiguration } from "../configuration/deployment.ts";

const OBJECTS = `SELECT DISTINCT organization_id AS organizationId, project_id AS projectId, year, part FROM visit_archive_blocks
  ORDER BY 1, 2, 3, 4`;

/** The keys of the objects with old months of visits. Ids in them have no comma. */
export const oldVisitsOf = async (db: D1Database): Promise<string[]> =>
  (await allRows<ArchivedObject>(db, OBJECTS)).map(archiveKey);

/** All objects in one folder, for copies elsewhere. */
const fileOf = (key: string): string => key.replaceAll("/", ",");
const keyOf = (file: string): string => file.replaceAll(",", "/");

type Place = Pick<Deployed, "account" | "deployment"> & { id: string };

async function run({ account, deployment, id }: Place, command: "get" | "put", key: string, file: string) {
  const bucket = deployment.bindings.r2_buckets.find(({ binding }) => binding === "QR_IMAGES")?.bucket_name;
  if (bucket === undefined) throw new CommandError("The configuration has no bucket QR_IMAGES.");
  const configuration = await writeConfiguration(deployment, { database: id, namespaces: new Map() });
  const place = ["--remote", `--config=${configuration}`];
  return account.wrangler(["r2", "object", command, `${bucket}/${key}`, `--file=${file}`, ...place]);
}

/**
 * Copies the objects with old months of visits into a directory, each once, as they never change: those whose file is there, also
 * encrypted by age, are not copied again. Returns how many it copied, and of how many.
 */
export async function copyOldVisits(
  deployed: Place,
  directory: string,
): Promise<{ copied: number; all: number }> {
  const keys = await oldVisitsOf(remoteDatabase(deployed.account, deployed.id));
  if (keys.length > 0) await mkdir(directory, { recursive: true, mode: 0o700 });
  let copied = 0;
  for (const key of keys) {
    const file = resolve(directory, fileOf(key));
    if (existsSync(file) || existsSync(`${file}.age`)) continue;
    const unfinished = `${file}.unfinished`;
    await rm(unfinished, { force: true });
    await run(deployed, "get", key, unfinished);
    await rename(unfinished, file);
    copied++;
  }
  return { copied, all: keys.length };
}

/** Stores the objects of a directory in the bucket, and returns how many. */
export async function restoreOldVisits(deployed: Place, directory: string): Promise<number> {
  const files = readdirSync(directory).filter((file) => /^visits,[^,]+,[^,]+,\d{4}-\d+$/.test(file));
  for (const file of files) await run(deployed, "put", keyOf(file), join(resolve(directory), file));
  return files.length;
}
