type Row = Record<string, unknown>;

/** The result of a statement, and how many rows it changed. */
interface Outcome {
  rows: Row[];
  changes: number;
}

/** A statement as Cloudflare's API takes it: its parameters are texts. */
interface SentStatement {
  sql: string;
  params: string[];
}

/** Executes the statements as one transaction and returns the outcome of each. */
type SendStatements = (statements: readonly SentStatement[]) => Promise<Outcome[]>;

type SqlValue = string | number | null;

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
    const [outcome] = await this.#send([this.sent()]);
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

  /** All values in one JSON array, from which SQLite reads them with their types: numbers and NULL are no texts. */
  sent(): SentStatement {
    const sql = this.#sql.replace(/\?(\d+)/g, (_, number) => {
      const index = Number(number) - 1;
      if (this.#values[index] === undefined) throw new Error("A parameter of the statement has no value.");
      return `(?1 ->> ${index})`;
    });
    return { sql, params: this.#values.length === 0 ? [] : [JSON.stringify(this.#values)] };
  }
}

const resultOf = ({ rows, changes }: Outcome = { rows: [], changes: 0 }) => ({
  results: rows,
  success: true,
  meta: { changes },
});

/**
 * A D1 database over `send`, which is Cloudflare's API or that of the local server. It implements what our stores use:
 * `prepare`, `bind`, `first`, `all`, `run` and `batch`; `meta` only has the number of changed rows.
 */
export function statementDatabase(send: SendStatements): D1Database {
  const database = {
    prepare: (sql: string) => new BoundStatement(send, sql),
    async batch(statements: readonly BoundStatement[]) {
      const outcomes = await send(statements.map((statement) => statement.sent()));
      return statements.map((_, index) => resultOf(outcomes[index]));
    },
  };
  // No store uses the rest of the interface.
  return database as unknown as D1Database;
}
