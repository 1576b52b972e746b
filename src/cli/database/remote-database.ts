import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { CommandError } from "../command-line/command.ts";
import { type DatabasePlace, placeFlags } from "../command-line/database-place.ts";
import { runWrangler } from "../wrangler/wrangler.ts";
import { type Row, statementDatabase } from "./statement-database.ts";

/** The longest statements on a command line, in bytes: operating systems allow little more. */
const MAX_COMMAND_BYTES = 100_000;

const Answer = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));
const Failure = z.object({
  error: z.object({ text: z.string(), notes: z.array(z.object({ text: z.string() })).optional() }),
});

/** The deployed database, through `wrangler d1 execute`, which has the operator's access to Cloudflare. */
export const remoteDatabase = (place: DatabasePlace): D1Database =>
  statementDatabase(async (statements) => {
    const command = statements.join(";\n");
    if (Buffer.byteLength(command) <= MAX_COMMAND_BYTES) return executeCommand(place, command);
    await executeFile(place, statements);
    // wrangler returns no rows for a file, so the SELECTs are executed again.
    return Promise.all(
      statements.map(async (text) => {
        const [rows = []] = text.startsWith("SELECT") ? await executeCommand(place, text) : [];
        return rows;
      }),
    );
  });

/** Executes the statements of one command as one batch, all or none, and returns the rows of each. */
async function executeCommand(place: DatabasePlace, command: string): Promise<Row[][]> {
  const { ok, stdout, stderr } = await execute(place, ["--json", `--command=${command}`]);
  const json = parseJson(stdout);
  if (ok) return Answer.parse(json).map(({ results }) => results);
  const { data } = Failure.safeParse(json);
  const texts = data && [data.error.text, ...(data.error.notes ?? []).map(({ text }) => text)];
  throw failed(texts?.join("\n") ?? `${stdout}${stderr}`);
}

/** Executes statements that are too long for a command line, all or none, from a file. */
async function executeFile(place: DatabasePlace, statements: readonly string[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "shoppable-links-"));
  try {
    const file = join(directory, "statements.sql");
    await writeFile(file, statements.map((statement) => `${statement};\n`).join(""));
    // Without --yes, wrangler asks whether the deployed database may be unavailable for a while.
    const { ok, stdout, stderr } = await execute(place, ["--yes", `--file=${file}`]);
    if (!ok) throw failed(`${stdout}${stderr}`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const execute = (place: DatabasePlace, args: readonly string[]) =>
  runWrangler(["d1", "execute", "DB", "--remote", ...placeFlags(place), ...args]);

function failed(problem: string): CommandError {
  const hint = problem.includes("no such table") ? "\nnpm run deploy brings the database up to date." : "";
  return new CommandError(problem.trim() + hint);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
