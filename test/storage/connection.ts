import { Pool } from "undici";

/** What namespaces of KV hold, in the order of the Worker's bindings: texts by their names. */
export type KvEntries = [name: string, text: string][][];

/** What storage.worker.js is asked for: statements of D1, or a method of another binding. */
interface Call {
  /** Of which `method` is called with `args`, or which executes `statements` or `sql`. */
  binding?: string;
  method: string;
  args?: readonly unknown[];
  sql?: string;
  statements?: readonly { sql: string; values: readonly unknown[] }[];
  options?: unknown;
  entries?: KvEntries;
  session?: D1SessionConstraint | D1SessionBookmark | undefined;
}

export type Send = <T>(call: Call) => Promise<T>;

/** Bytes as storage.worker.js reads them; any other value as it is. */
export function bytesToJson(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return { bytes: Buffer.from(value).toString("base64") };
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value;
}

/** The Worker in storage.worker.js at `origin`: how it is asked, and how that ends. */
export function connectTo(origin: URL): { send: Send; close: () => Promise<void> } {
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
  let closed: Promise<void> | undefined;
  // A pool refuses to be closed once more.
  return { send, close: () => (closed ??= pool.close()) };
}
