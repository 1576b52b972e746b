import { CommandError } from "../command-line/command.ts";

/** A row, by column. */
export type Row = Record<string, unknown>;

/** The result of a statement, and how many rows it changed. */
export interface Outcome {
  rows: Row[];
  changes: number;
}

/** Executes the statements as one transaction and returns the outcome of each. */
export type SendStatements = (statements: readonly string[]) => Promise<Outcome[]>;

type SqlValue = string | number | null;

/** A statement with bound values. */
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
    const [outcome] = await this.#send([this.text()]);
    return resultOf(outcome);
  }

  run() {
    return this.all();
  }

  async first(column?: string) {
    const { results } = await this.all();
    const row = results[0] ?? null;
    return row && column !== undefined ? row[column] : row;
  }

  text(): string {
    return this.#sql.replace(/\?(\d+)/g, (_, number) => literal(this.#values[Number(number) - 1]));
  }
}

const resultOf = ({ rows, changes }: Outcome = { rows: [], changes: 0 }) => ({
  results: rows,
  success: true,
  meta: { changes },
});

/**
 * A D1 database over `send`, which takes statements without parameters: the local server only accepts strings as parameters,
 * as documented for Cloudflare's API. It implements what our stores use: `prepare`, `bind`, `first`, `all`, `run` and
 * `batch`; `meta` only has the number of changed rows.
 */
export function statementDatabase(send: SendStatements): D1Database {
  const database = {
    prepare: (sql: string) => new BoundStatement(send, sql),
    async batch(statements: readonly BoundStatement[]) {
      const outcomes = await send(statements.map((statement) => statement.text()));
      return statements.map((_, index) => resultOf(outcomes[index]));
    },
  };
  // No store uses the rest of the interface.
  return database as unknown as D1Database;
}

/**
 * The SQL literal of a value. Most texts are in hex, because Cloudflare splits SQL by text search, even inside quotes.
 */
function literal(value: SqlValue | undefined): string {
  if (value === undefined) throw new Error("A parameter of the statement has no value.");
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (value.includes("\0")) throw new CommandError("A text with a NUL character cannot be stored.");
  if (/^[\w.:-]*$/.test(value)) return `'${value}'`;
  return `CAST(X'${Buffer.from(value, "utf8").toString("hex")}' AS TEXT)`;
}
