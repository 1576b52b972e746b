import type { Call, Connection } from "./connection.ts";
import type { CallOptions, WriteOptions } from "./options.ts";
import { type Page, type Paged, paged } from "./paging.ts";
import type { Include } from "./types.ts";

/** What a change of a link takes beside its patch. */
export interface ChangeOptions extends WriteOptions {
  /** The ETag that the link must still have: `responseOf(link).etag`. Another one: 412 `precondition_failed`. */
  ifMatch?: string;
}

/** What calls take that give links or QR codes. */
export interface Including<I extends Include> {
  /** What to give beyond the base contract, such as `["slug", "state"]` or `["all"]`. */
  include?: readonly I[];
}

/** How a list is read. */
export interface PageQuery {
  /** The size of a page, 1 to 100. */
  limit?: number;
}

/** The body of an answer. */
export interface Data<T> {
  data: T;
}

/** The three kinds of calls. */
export type Calls = ReturnType<typeof callsOf>;

type AnyOptions = ChangeOptions & Including<Include>;

/** Reads, lists and writes over a connection. */
export function callsOf(connection: Connection) {
  const read = async <T>(
    path: string,
    query: object = {},
    options: CallOptions & Including<Include> = {},
  ) => {
    const call: Call = { method: "GET", path, query: { ...query, include: options.include }, options };
    return (await connection.json<Data<T>>(call)).data;
  };
  const list = <T>(path: string, query: object, options: CallOptions & Including<Include> = {}): Paged<T> =>
    paged((cursor) => {
      const asked = { ...query, include: options.include, cursor };
      return connection.json<Page<T>>({ method: "GET", path, query: asked, options });
    });
  /** Every write carries an Idempotency-Key, so that a retry does nothing twice. */
  const write = async <T>(
    method: "POST" | "PATCH" | "PUT",
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

/** The path of a link, or of something below it. */
export const pathOf = (linkId: string, rest = ""): string => `/v1/links/${encodeURIComponent(linkId)}${rest}`;
