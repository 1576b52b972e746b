import type { Call, Connection } from "./connection.ts";
import type { CallOptions, WriteOptions } from "./options.ts";
import { type Page, type Paged, paged } from "./paging.ts";
import type { Include } from "./types.ts";

/** The options of a change to a link. */
export interface ChangeOptions extends WriteOptions {
  /** The ETag that the link must still have: `responseOf(link).etag`. Otherwise: 412 `precondition_failed`. */
  ifMatch?: string;
}

/** The option of calls that return links or QR codes. */
export interface Including<I extends Include> {
  /** Properties to add to the base contract, such as `["slug", "state"]` or `["all"]`. */
  include?: readonly I[];
}

/** The query of a list. */
export interface PageQuery {
  /** Entries per page, 1 to 100. */
  limit?: number;
}

/** The body of a response. */
export interface Data<T> {
  data: T;
}

/** Reads, lists and writes. */
export type Calls = ReturnType<typeof callsOf>;

type AnyOptions = ChangeOptions & Including<Include>;

/** The three kinds of calls over a connection. */
export function callsOf(connection: Connection) {
  const read = async <T>(
    path: string,
    query: object = {},
    options: CallOptions & Including<Include> = {},
  ) => {
    const call: Call = { method: "GET", path, query: { include: options.include, ...query }, options };
    return (await connection.json<Data<T>>(call)).data;
  };
  const list = <T>(path: string, query: object, options: CallOptions & Including<Include> = {}): Paged<T> =>
    paged((cursor) => {
      const call: Call = {
        method: "GET",
        path,
        query: { ...query, include: options.include, cursor },
        options,
      };
      return connection.json<Page<T>>(call);
    });
  /** Sends every write with an Idempotency-Key, so that retries are safe. */
  const write = async <T>(
    method: "POST" | "PATCH" | "PUT" | "DELETE",
    path: string,
    body: unknown,
    options: AnyOptions = {},
    isUnfinished?: (body: unknown) => boolean,
  ): Promise<T> => {
    const headers = {
      "Idempotency-Key": options.idempotencyKey ?? crypto.randomUUID(),
      "If-Match": options.ifMatch,
    };
    const query = { include: options.include };
    const call: Call = { method, path, query, body, headers, options, ...(isUnfinished && { isUnfinished }) };
    return (await connection.json<Data<T>>(call)).data;
  };
  return { read, list, write, connection };
}

/** The path of an object in a list such as `links`, or of something below it. */
export const pathOf = (list: string, id: string, rest = ""): string =>
  `/v1/${list}/${encodeURIComponent(id)}${rest}`;
