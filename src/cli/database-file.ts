import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyMigrations, type Database, DatabaseError } from "./database.ts";
import { runWrangler } from "./wrangler.ts";

/** Executes statements that are too many for a command line, all or none, by a file that wrangler reads. */
export async function executeFile(database: Database, statements: readonly string[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "shoppable-links-"));
  try {
    const file = join(directory, "statements.sql");
    await writeFile(file, statements.map((statement) => `${statement};\n`).join(""));
    const where = [database.remote ? "--remote" : "--local", ...database.flags];
    // Otherwise wrangler asks whether the deployed database may be busy for a while.
    const run = () => runWrangler(["d1", "execute", "DB", ...where, "--yes", `--file=${file}`]);
    let { ok, stdout, stderr } = await run();
    if (!ok && !database.remote && `${stdout}${stderr}`.includes("no such table")) {
      await applyMigrations(database);
      ({ ok, stdout, stderr } = await run());
    }
    if (!ok) throw new DatabaseError(`${stdout}${stderr}`.trim());
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
