import { Pool } from "undici";

/** A value bound to a statement. */
type Value = string | number | boolean | null | ArrayBuffer | Uint8Array;

interface Call {
  method: "empty" | "entries" | "bring back" | "exec" | "batch" | "run" | "all" | "raw";
  sql?: string;
  statements?: readonly { sql: string; values: readonly unknown[] }[];
  options?: unknown;
  entries?: KvEntries;
  session?: D1SessionConstraint | D1SessionBookmark | undefined;
}

type Send = <T>(call: Call) => Promise<T>;

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
  if (value instanceof ArrayBuffer) return { bytes: [...new Uint8Array(value)] };
  return value instanceof Uint8Array ? { bytes: [...value] } : value;
}

/** What namespaces of KV hold, in the order of the Worker's bindings: texts by their names. */
export type KvEntries = [name: string, text: string][][];

/** The storage of a service that tests started. */
export interface StorageClient {
  db: D1Database;
  /** Deletes everything in KV and R2. */
  emptyKvAndR2(): Promise<void>;
  /** Everything in KV. */
  entriesInKv(): Promise<KvEntries>;
  /** Brings KV back to entries that it once had. */
  restoreEntries(entries: KvEntries): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/**
 * The storage of the Worker in storage.worker.js at `origin`. Miniflare's own bindings block this process for each
 * `prepare`, `bind` and `run`, which together take ten times as long.
 */
export function storageClient(origin: URL): StorageClient {
  const pool = new Pool(origin.origin);
  const send: Send = async <T>(call: Call) => {
    const { statusCode, body } = await pool.request({
      path: "/",
      method: "POST",
      body: JSON.stringify(call),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const answer: unknown = await body.json();
    if (statusCode === 200) return answer as T;
    const { message, cause } = answer as { message: string; cause?: string };
    throw new Error(message, cause === undefined ? {} : { cause: new Error(cause) });
  };
  const inSession = (session?: D1SessionConstraint | D1SessionBookmark) => {
    const sendIn: Send = (call) => send({ ...call, session });
    return {
      prepare: (sql: string) => new Statement(sendIn, sql),
      batch: (statements: readonly Statement[]) =>
        sendIn<D1Result[]>({ method: "batch", statements: statements.map((each) => each.json()) }),
      exec: (sql: string) => sendIn<D1ExecResult>({ method: "exec", sql }),
    };
  };
  // What D1 marks as deprecated or experimental is missing.
  const db = { ...inSession(), withSession: inSession } as unknown as D1Database;
  return {
    db,
    async emptyKvAndR2() {
      while (await send<boolean>({ method: "empty" }));
    },
    entriesInKv: () => send({ method: "entries" }),
    restoreEntries: (entries) => send({ method: "bring back", entries }),
    close: () => pool.close(),
  };
}
