import { linkBody } from "../../bodies.ts";

/**
 * The keys that rows name: of acme with every scope (what a row sends that names none), without any, for reading only,
 * without the retailer custom, for the project `other` alone; of the organization globex; expired; revoked; none at all.
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

/** What comes with a request besides its method and path. */
export interface Sent {
  key?: KeyName;
  /** Two values are two header lines. */
  headers?: Record<string, string | readonly string[]>;
  /** An object goes as JSON, a text as it is. */
  body?: object | string | Uint8Array;
}

/**
 * One request and the exact answer it gets. `request` is the method and the path as they stand on the wire. `answer` is the
 * status, then the error code, then after a colon the fields that the error names, sorted. `headers` are those of the answer
 * that matter; null is one that may not be there. In every text, `{…}` stands for what the runner has prepared.
 */
export type Row = readonly [
  request: string,
  sent: Sent,
  answer: string,
  headers?: Readonly<Record<string, string | RegExp | null>>,
];

/** The body of a good link to a custom URL, with these changes. */
export const custom = (changes: object = {}): object => linkBody("custom custom_url", changes);

/** A body in JSON, with a text in the place of the name, as it stands in JSON between the quotes. */
export const named = (name: string): string =>
  JSON.stringify(custom({ name: "@" })).replace('"@"', `"${name}"`);

/** Rows that create a link to each of these URLs, all with this answer. */
export const leadingTo = (answer: string, ...urls: string[]): Row[] =>
  urls.map((customUrl) => ["POST /v1/links", { body: custom({ customUrl }) }, answer]);
