import { Agent, fetch } from "undici";
import * as z from "zod";
import { statementDatabase } from "./statement-database.ts";

// Wrangler's own API of every local server, which a deployed Worker does not have. It is only reachable on this machine.
const API = "/cdn-cgi/local/explorer/api/d1/database";

/** With `--local-protocol https`, the server has a self-signed certificate. */
const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });

/** The number of rows that the previous statement wrote. */
const COUNT_CHANGES = "SELECT changes() AS changes";

const Databases = z.object({ result: z.array(z.object({ name: z.string(), uuid: z.string() })) });
const Results = z.object({
  result: z.array(
    z.object({ results: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) }) }),
  ),
});
const Failure = z.object({ errors: z.array(z.object({ message: z.string() })) });

/** The database of the server at `address`, or null if it does not respond. */
export async function serverDatabase(address: string): Promise<D1Database | null> {
  const id = await databaseId(address);
  if (id === null) return null;
  return statementDatabase(async (statements) => {
    const batch = statements.flatMap((statement) => [statement, { sql: COUNT_CHANGES }]);
    const response = await fetch(`${address}${API}/${id}/raw`, {
      dispatcher,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ batch }),
    });
    const body: unknown = await response.json();
    const { data } = Results.safeParse(body);
    // The message begins like those of a D1 binding, which distinguish errors.
    if (!data) throw new Error(`D1_ERROR: ${problemIn(body)}`);
    const rows = data.result.map(({ results: { columns, rows } }) =>
      rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))),
    );
    return statements.map((_, index) => ({
      rows: rows[2 * index] ?? [],
      changes: Number(rows[2 * index + 1]?.[0]?.changes ?? 0),
    }));
  });
}

async function databaseId(address: string): Promise<string | null> {
  try {
    const response = await fetch(address + API, { dispatcher });
    const { result } = Databases.parse(await response.json());
    return result.find(({ name }) => name === "DB")?.uuid ?? null;
  } catch {
    return null; // The server has just ended.
  }
}

function problemIn(body: unknown): string {
  const { data } = Failure.safeParse(body);
  return data?.errors.map(({ message }) => message).join("\n") ?? "the local server sent an unknown response";
}
