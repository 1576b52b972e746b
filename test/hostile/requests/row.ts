import { linkBody } from "../../bodies.ts";

/**
 * The keys of rows: of acme with every scope (the default), without scopes, with reading scopes,
 * without the retailer custom, only for the project `other`; of the organization globex; expired; revoked; no key.
 */
export type KeyName =
  | "full"
  | "poor"
  | "reader"
  | "no custom"
  | "narrow"
  | "foreign"
  | "expired"
  | "revoked"
  | "none";

/** The parts of a request besides its method and path. */
export interface Sent {
  key?: KeyName;
  /** Two values are two header lines. */
  headers?: Record<string, string | readonly string[]>;
  /** An object is sent as JSON, a text unchanged. */
  body?: object | string | Uint8Array;
}

/**
 * A request and its exact response. `request` is the method and the path as sent. `answer` is the
 * status, then the error code, then after a colon the fields of the error, sorted. `headers` are those of the response
 * that matter; null means absent. In every text, `{…}` is a placeholder that the runner fills.
 */
export type Row = readonly [
  request: string,
  sent: Sent,
  answer: string,
  headers?: Readonly<Record<string, string | RegExp | null>>,
];

/** A valid body of a link to a custom URL, with these changes. */
export const custom = (changes: object = {}): object => linkBody("custom custom_url", changes);

/** A JSON body with a text as the name, escaped as in JSON. */
export const named = (name: string): string =>
  JSON.stringify(custom({ name: "@" })).replace('"@"', `"${name}"`);

/** Rows that create a link to each of these URLs, all with this response. */
export const leadingTo = (answer: string, ...urls: string[]): Row[] =>
  urls.map((customUrl) => ["POST /v1/links", { body: custom({ customUrl }) }, answer]);
