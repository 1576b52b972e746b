import * as z from "zod";
import { runWrangler } from "./wrangler.ts";

/** Which D1 database: the local one or the deployed one, and wrangler's flags that say where it is. */
export interface Database {
  remote: boolean;
  flags: readonly string[];
}

/** The database refused a statement or could not be reached. The message is meant for people. */
export class DatabaseError extends Error {}

/** D1 takes statements of up to 100 kB, and an operating system arguments of little more. */
const MAX_SQL_BYTES = 100_000;

const Answer = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));
const Failure = z.object({ error: z.object({ text: z.string() }) });

/**
 * One SQL statement; every value in it becomes a literal, as wrangler knows no parameters.
 * Anything but plain words goes in hex: wrangler takes SQL apart by text search, even inside quotes.
 */
export function sql(text: TemplateStringsArray, ...values: (string | null)[]): string {
  return text.reduce((before, after, index) => before + literal(values[index - 1] ?? null) + after);
}

function literal(value: string | null): string {
  if (value === null) return "NULL";
  if (value.includes("\0")) throw new DatabaseError("A text with a NUL character cannot be stored.");
  if (/^[\w.:-]*$/.test(value)) return `'${value}'`;
  return `CAST(X'${Buffer.from(value, "utf8").toString("hex")}' AS TEXT)`;
}

/**
 * Executes the statements as one batch, so all or none, and gives the rows of each. Works while the
 * service runs on the same database. A local database without tables is migrated first.
 */
export async function execute(
  database: Database,
  statements: readonly string[],
): Promise<Record<string, unknown>[][]> {
  const command = statements.join(";\n");
  if (Buffer.byteLength(command) > MAX_SQL_BYTES) {
    throw new DatabaseError("That is more than one command to the database can carry. Name fewer projects.");
  }
  const run = () =>
    runWrangler(["d1", "execute", "DB", ...where(database), "--json", `--command=${command}`]);
  let { ok, stdout, stderr } = await run();
  if (!ok && !database.remote && stdout.includes("no such table")) {
    await applyMigrations(database);
    ({ ok, stdout, stderr } = await run());
  }
  const json = parseJson(stdout);
  if (ok) return Answer.parse(json).map(({ results }) => results);
  const failure = Failure.safeParse(json);
  const problem = failure.success ? failure.data.error.text : `${stdout}${stderr}`.trim();
  const hint = problem.includes("no such table") ? "\nnpm run deploy brings the database up to date." : "";
  throw new DatabaseError(problem + hint);
}

/** Brings the database to the newest migration. */
export async function applyMigrations(database: Database): Promise<void> {
  const { ok, stdout, stderr } = await runWrangler(["d1", "migrations", "apply", "DB", ...where(database)]);
  if (!ok) throw new DatabaseError(`${stdout}${stderr}`.trim());
}

const where = ({ remote, flags }: Database): string[] => [remote ? "--remote" : "--local", ...flags];

/** The JSON in wrangler's output, which warnings may precede; undefined where there is none. */
function parseJson(output: string): unknown {
  try {
    return JSON.parse(output.slice(Math.max(0, output.search(/^[[{]/m))));
  } catch {
    return undefined;
  }
}
