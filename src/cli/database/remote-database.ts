import { importSql, queryDatabase, sqlText } from "../cloudflare/d1.ts";
import { CommandError } from "../command-line/command.ts";
import type { DatabaseLocation } from "../command-line/database-location.ts";
import { requireDeployed } from "./deployed-database.ts";
import { type Outcome, statementDatabase } from "./statement-database.ts";

/** The most that is sent as one query, in bytes; what is longer goes as a file. */
const MAX_QUERY_BYTES = 100_000;

/** The deployed database, through Cloudflare's API, with the operator's sign-in or token. */
export async function remoteDatabase(
  location: DatabaseLocation,
  environment: NodeJS.ProcessEnv,
): Promise<D1Database> {
  const { account, id } = await requireDeployed(location, environment);
  const query = async (sql: string): Promise<Outcome[]> => {
    const results = await queryDatabase(account, id, sql).catch((error: unknown) => {
      throw withHint(error);
    });
    return results.map(({ results: rows, meta }) => ({ rows, changes: meta?.changes ?? 0 }));
  };
  return statementDatabase(async (statements) => {
    const sql = statements.join(";\n");
    if (Buffer.byteLength(sql) <= MAX_QUERY_BYTES) return query(sql);
    await importSql(account, id, sqlText(statements.map((statement) => `${statement};\n`).join("")));
    // A file gives no rows, so the SELECTs are executed again.
    return Promise.all(
      statements.map(async (text) => {
        const [outcome] = text.startsWith("SELECT") ? await query(text) : [];
        return outcome ?? { rows: [], changes: 0 };
      }),
    );
  });
}

function withHint(error: unknown): unknown {
  if (!(error instanceof CommandError) || !error.message.includes("no such table")) return error;
  return new CommandError(`${error.message}\nnpm run deploy brings the database up to date.`);
}
