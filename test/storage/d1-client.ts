import { bytesToJson, type Send } from "./connection.ts";

/** A value bound to a statement. */
type Value = string | number | boolean | null | ArrayBuffer | Uint8Array;

class Statement {
  readonly #send: Send;
  readonly #sql: string;
  readonly #values: readonly Value[];

  constructor(send: Send, sql: string, values: readonly Value[] = []) {
    this.#send = send;
    this.#sql = sql;
    this.#values = values;
  }

  bind(...values: Value[]): Statement {
    return new Statement(this.#send, this.#sql, values);
  }

  run() {
    return this.#send<D1Result>({ method: "run", statements: [this.json()] });
  }

  all() {
    return this.#send<D1Result<Record<string, unknown>>>({ method: "all", statements: [this.json()] });
  }

  raw(options?: { columnNames?: boolean }) {
    return this.#send<unknown[]>({ method: "raw", statements: [this.json()], options });
  }

  async first(column?: string) {
    const { results } = await this.all();
    const row = results[0] ?? null;
    if (row === null || column === undefined) return row;
    if (!(column in row)) throw new Error("D1_COLUMN_NOTFOUND: Column not found");
    return row[column];
  }

  json() {
    return { sql: this.#sql, values: this.#values.map(toJson) };
  }
}

function toJson(value: Value | undefined) {
  if (value === undefined)
    throw new Error("D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'");
  return bytesToJson(value);
}

/** A database of D1 that the Worker in storage.worker.js has under this name. What D1 marks as deprecated or experimental is missing. */
export function d1Client(send: Send, binding: string): D1Database {
  const inSession = (session?: D1SessionConstraint | D1SessionBookmark) => {
    const sendIn: Send = (call) => send({ ...call, binding, session });
    return {
      prepare: (sql: string) => new Statement(sendIn, sql),
      batch: (statements: readonly Statement[]) =>
        sendIn<D1Result[]>({ method: "batch", statements: statements.map((each) => each.json()) }),
      exec: (sql: string) => sendIn<D1ExecResult>({ method: "exec", sql }),
    };
  };
  return { ...inSession(), withSession: inSession } as unknown as D1Database;
}
