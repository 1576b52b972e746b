import { CommandError } from "../command-line/command.ts";

/** A row, by column. */
export type Row = Record<string, unknown>;

/** How many rows the statement before it wrote. */
const COUNT_CHANGES = "SELECT changes() AS changes";

/** Executes the statements as one transaction and returns the rows of each. */
export type SendStatements = (statements: readonly string[]) => Promise<Row[][]>;

type SqlValue = string | number | null;

/** One statement with the values bound to it. */
class BoundStatement {
  readonly #send: SendStatements;
  readonly #sql: string;
  readonly #values: readonly SqlValue[];

  constructor(send: SendStatements, sql: string, values: readonly SqlValue[] = []) {
    this.#send = send;
    this.#sql = sql;
    this.#values = values;
  }

  bind(...values: SqlValue[]): BoundStatement {
    return new BoundStatement(this.#send, this.#sql, values);
  }

  async all() {
    const [results = []] = await this.#send([this.text()]);
    return { results, success: true };
  }

  run() {
    return this.all();
  }

  async first(column?: string) {
    const { results } = await this.all();
    const row = results[0] ?? null;
    return row && column !== undefined ? row[column] : row;
  }

  /** The statement with its values written into it. */
  text(): string {
    return this.#sql.replace(/\?(\d+)/g, (_, number) => literal(this.#values[Number(number) - 1]));
  }
}

/**
 * A D1 database over `send`, which takes statements without parameters: wrangler supports none, and the local server
 * only those that are texts. It implements what our stores use: `prepare`, `bind`, `first`, `all`, `run` and `batch`;
 * results have no `meta`.
 */
export function statementDatabase(send: SendStatements, countsChanges = false): D1Database {
  const database = {
    prepare: (sql: string) => new BoundStatement(send, sql),
    async batch(statements: readonly BoundStatement[]) {
      const texts = statements.map((statement) => statement.text());
      if (!countsChanges) {
        const rows = await send(texts);
        return statements.map((_, index) => ({ results: rows[index] ?? [], success: true }));
      }
      const rows = await send(texts.flatMap((text) => [text, COUNT_CHANGES]));
      return statements.map((_, index) => ({
        results: rows[2 * index] ?? [],
        success: true,
        meta: { changes: Number(rows[2 * index + 1]?.[0]?.changes ?? 0) },
      }));
    },
  };
  // The rest of the interface is missing, as no store uses it.
  return database as unknown as D1Database;
}

/**
 * The SQL literal of a value. Most texts are written in hex, as wrangler splits SQL by text search, even inside
 * quotes.
 */
function literal(value: SqlValue | undefined): string {
  if (value === undefined) throw new Error("A parameter of the statement has no value.");
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (value.includes("\0")) throw new CommandError("A text with a NUL character cannot be stored.");
  if (/^[\w.:-]*$/.test(value)) return `'${value}'`;
  return `CAST(X'${Buffer.from(value, "utf8").toString("hex")}' AS TEXT)`;
}
