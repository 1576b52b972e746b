import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import * as z from "zod";
import {
  ARCHIVE_FORMAT,
  ARCHIVED_COUNTERS,
  ARCHIVED_TABLES,
  MANIFEST,
  ROWS_FOLDER,
} from "../../../extras/exports/archived-tables.ts";
import type { UploadedLogo } from "../../../features/brands/logo-store.ts";
import { HOUR_MS } from "../../../ground/core/days.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { idsMadeIn } from "../../../ground/core/ids.ts";
import { parseJson } from "../../../ground/core/json.ts";
import { UsageError } from "../command-line/command.ts";
import { PROJECT_ROOT } from "../wrangler/wrangler.ts";
import { archivedLogo, archivedPicture, archivedRow, json, problemOfRow, type Row } from "./check-row.ts";
import type { Zip } from "./read-zip.ts";

/** An archive whose rows are valid, in a database of its own with the tables of the service. */
export interface LoadedArchive {
  organizationId: string;
  /** Each row has the column `archive_line` besides the columns of its table. */
  rows: DatabaseSync;
  /** Of brands, and the pictures of cards. */
  logos: readonly UploadedLogo[];
}

const TABLES: readonly string[] = [...ARCHIVED_TABLES.map(({ name }) => name), ...ARCHIVED_COUNTERS];
/** The most rows of an archive, and their bytes: more don't fit into a database of D1. */
const MAX_ROWS = 10_000_000;
const MAX_BYTES = 10 * 1024 ** 3;

const manifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  organizationId: z.string().min(1).max(128),
  createdAt: z.iso.datetime(),
  files: z.array(z.object({ name: z.string(), size: z.int(), crc: z.int() })),
});

export const columnsOf = (rows: DatabaseSync, table: string): string[] =>
  rows
    .prepare("SELECT name FROM pragma_table_info(?) WHERE name <> 'archive_line'")
    .all(table)
    .map(({ name }) => String(name));

/**
 * Reads the rows of an archive into `rows`, a new database without foreign keys, and checks that they are those of one organization. Throws
 * UsageError, with the file and line of the first problem.
 */
export async function loadArchive(zip: Zip, rows: DatabaseSync): Promise<LoadedArchive> {
  const manifest = await manifestOf(zip);
  // The others are not restored, but a change of one says that the archive is not what was exported.
  for (const file of zip.files)
    if (!manifest.files.some(({ name }) => name === file.name)) await zip.check(file);
  rows.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  rows.exec(readFileSync(join(PROJECT_ROOT, "schema.sql"), "utf8"));
  for (const table of TABLES) rows.exec(`ALTER TABLE ${table} ADD COLUMN archive_line TEXT`);
  const inserts = new Map(TABLES.map((table) => [table, insertOf(rows, table)]));
  const logos: UploadedLogo[] = [];
  let count = 0;
  rows.exec("BEGIN");
  for (const { name } of manifest.files) {
    const file = zip.files.find((each) => each.name === name);
    if (!file) throw new UsageError(`The archive is damaged: it lacks ${name}.`);
    const lines = (await zip.read(file)).toString("utf8").split("\n");
    if (lines.pop() !== "") throw new UsageError(`The archive is damaged: ${name} is cut.`);
    for (const [index, line] of lines.entries()) {
      const place = `${name} line ${index + 1}`;
      if (++count > MAX_ROWS) throw new UsageError(`${place}: the archive has more than ${MAX_ROWS} rows.`);
      try {
        const { table, ...row } = archivedRow.parse(parseJson(line));
        const read = table === "logos" ? archivedLogo : table === "card_pictures" ? archivedPicture : null;
        if (read) logos.push(await read(manifest.organizationId, row));
        else insert(inserts.get(String(table)), String(table), row, place);
      } catch (error) {
        throw new UsageError(`${place}: ${problemOf(error)}.`);
      }
    }
  }
  rows.exec("COMMIT");
  rejectStrangers(rows, manifest);
  return { organizationId: manifest.organizationId, rows, logos };
}

async function manifestOf({ files, read }: Zip): Promise<z.infer<typeof manifestSchema>> {
  const strange = files.find(({ name }) => /^\/|\\|(^|\/)\.\.(\/|$)/.test(name));
  if (strange) throw new UsageError(`The archive is not an export: it has the path ${strange.name}.`);
  const file = files.find(({ name }) => name === MANIFEST);
  if (!file) throw new UsageError(`The archive can't be imported: it lacks ${MANIFEST}.`);
  const { data, error } = json(manifestSchema).safeParse((await read(file)).toString("utf8"));
  if (!data) throw new UsageError(`${MANIFEST}: ${error.issues[0]?.message}.`);
  const found = files.filter(({ name }) => name.startsWith(`${ROWS_FOLDER}/`) && name !== MANIFEST);
  const listed = JSON.stringify(data.files.map(({ name, size, crc }) => [name, size, crc]));
  if (listed !== JSON.stringify(found.map(({ name, size, crc }) => [name, size, crc])))
    throw new UsageError(`The archive is damaged: its files are not those of ${MANIFEST}.`);
  if (found.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
    throw new UsageError("The archive is too large: D1 has 10 GB.");
  return data;
}

interface Insert {
  columns: readonly string[];
  /** The values of columns that an archive of an earlier version can lack. */
  defaults: Readonly<Record<string, unknown>>;
  statement: StatementSync;
}

function insertOf(rows: DatabaseSync, table: string): Insert {
  const columns = columnsOf(rows, table);
  const names = [...columns, "archive_line"];
  const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  return { columns, defaults: defaultsOf(rows, table), statement: rows.prepare(sql) };
}

function defaultsOf(rows: DatabaseSync, table: string): Insert["defaults"] {
  const found = rows
    .prepare("SELECT name, dflt_value AS sql FROM pragma_table_info(?) WHERE dflt_value IS NOT NULL")
    .all(table);
  return Object.fromEntries(
    found.map(({ name, sql }) => [name, rows.prepare(`SELECT ${sql} AS value`).get()?.value]),
  );
}

function insert(into: Insert | undefined, table: string, archived: Row, place: string): void {
  if (!into) throw new Error(`there is no table ${table}`);
  const row = { ...into.defaults, ...archived } as Row; // of the column's type
  const unknown = Object.keys(row).find((name) => !into.columns.includes(name));
  if (unknown !== undefined) throw new Error(`${table} has no column ${unknown}`);
  const missing = into.columns.find((name) => !Object.hasOwn(row, name));
  if (missing !== undefined) throw new Error(`the column ${missing} of ${table} is missing`);
  const problem = problemOfRow(table, row);
  if (problem !== undefined) throw new Error(problem);
  into.statement.run(...into.columns.map((name) => row[name] ?? null), place);
}

function problemOf(error: unknown): string {
  if (error instanceof ServiceError) return error.details?.[0]?.message ?? error.message;
  if (error instanceof z.ZodError) return "is not a row: an object of texts, whole numbers and null";
  return error instanceof Error ? error.message : String(error);
}

/** Throws UsageError if a row belongs to another organization, or to a link or project that the archive lacks. */
function rejectStrangers(
  rows: DatabaseSync,
  { organizationId, createdAt }: { organizationId: string; createdAt: string },
): void {
  if (!rows.prepare("SELECT 1 FROM organizations WHERE id = ?").get(organizationId))
    throw new UsageError(`The archive can't be imported: it lacks the organization ${organizationId}.`);
  // What was read after the links can belong to links that were created meanwhile.
  const { from: late } = idsMadeIn("lnk", { from: new Date(Date.parse(createdAt) - HOUR_MS) });
  for (const table of TABLES) {
    const columns = columnsOf(rows, table);
    const reject = (column: string, condition: string, problem: string) => {
      if (!columns.includes(column)) return;
      const found = rows
        .prepare(`SELECT archive_line AS line, ${column} AS value FROM ${table} WHERE ${condition} LIMIT 1`)
        .get();
      if (found) throw new UsageError(`${found.line}: ${column} ${found.value} ${problem}.`);
    };
    const missing = "link_id <> '' AND link_id NOT IN (SELECT id FROM links)";
    if (columns.includes("link_id"))
      rows.prepare(`DELETE FROM ${table} WHERE link_id >= ? AND ${missing}`).run(late);
    const own = `'${organizationId.replaceAll("'", "''")}'`;
    reject("organization_id", `organization_id <> ${own}`, "is another organization");
    if (table === "organizations") reject("id", `id <> ${own}`, "is another organization");
    reject("link_id", missing, "is a link that the archive lacks");
    reject(
      "project_id",
      "project_id <> '' AND project_id NOT IN (SELECT id FROM projects)",
      "is a project that the archive lacks",
    );
    if (columns.includes("project_id"))
      reject(
        "link_id",
        `EXISTS (SELECT 1 FROM links WHERE links.id = link_id AND links.project_id <> ${table}.project_id)`,
        "is a link of another project",
      );
  }
}
