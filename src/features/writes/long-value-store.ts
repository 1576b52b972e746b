import { sha256Hex } from "../../ground/core/digest.ts";
import { allRows } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import type { FieldChange } from "./activity.ts";
import { bytesOf, STORED_VALUE_BYTES } from "./usage-statements.ts";

/** Values longer than this as JSON, in bytes, are stored once per link; entries of its history refer to them. */
const MAX_IN_ENTRY = 1_024;

/** The history queries the destination, so it always stays in the entries. */
const NEVER_KEPT = "destination";

/** A long value, stored once per link. */
export interface LongValue {
  /** SHA-256 of `json`. */
  digest: string;
  json: string;
  /** Bytes in D1. */
  bytes: number;
}

/** A reference to a long value in an entry; `length` is the length of its JSON, in bytes. */
export interface ValueReference {
  digest: string;
  length: number;
}

/** A change as stored in a link's history: `kept` contains references to long values. */
export interface StoredChange extends FieldChange {
  kept?: { from?: ValueReference; to?: ValueReference };
}

const SIDES = ["from", "to"] as const;

/** Moves long values out of changes of a link or its codes, each value once. */
export async function extractLongValues(
  changes: readonly FieldChange[],
): Promise<{ changes: StoredChange[]; kept: LongValue[] }> {
  const values = new Map<string, LongValue>();
  const stored = changes.map(async (change): Promise<StoredChange> => {
    if (change.field === NEVER_KEPT) return change;
    const short = { ...change };
    const kept: StoredChange["kept"] = {};
    for (const side of SIDES) {
      const json = JSON.stringify(change[side]) ?? "";
      const length = bytesOf(json);
      if (length <= MAX_IN_ENTRY) continue;
      const digest = await sha256Hex(json);
      values.set(digest, { digest, json, bytes: length + STORED_VALUE_BYTES });
      kept[side] = { digest, length };
      delete short[side];
    }
    return Object.keys(kept).length > 0 ? { ...short, kept } : change;
  });
  return { changes: await Promise.all(stored), kept: [...values.values()] };
}

export const referencesIn = (changes: readonly StoredChange[]): ValueReference[] =>
  changes.flatMap(({ kept = {} }) => Object.values(kept));

/** Replaces references in stored changes by their values. `jsonOf` returns the JSON of a long value. */
export const withValues = (
  changes: readonly StoredChange[],
  jsonOf: (reference: ValueReference) => string,
): FieldChange[] =>
  changes.map(({ kept, ...change }) => {
    const from: unknown = kept?.from && JSON.parse(jsonOf(kept.from));
    const to: unknown = kept?.to && JSON.parse(jsonOf(kept.to));
    return { ...change, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  });

/** The statements that store these values for a link unless stored already, if `guard` is true. */
export function longValueStatements(
  db: D1Database,
  linkId: string,
  values: readonly LongValue[],
  guard: Guard,
): D1PreparedStatement[] {
  const insert = `INSERT INTO activity_values (link_id, digest, json) SELECT ?1, ?2, ?3
    WHERE ${guardSql(guard, 4)} ON CONFLICT (link_id, digest) DO NOTHING`;
  return values.map(({ digest, json }) => db.prepare(insert).bind(linkId, digest, json, ...guard.values));
}

/** An expression for the bytes of these values that are not stored for the link yet. */
export const newValueBytes = (linkId: string, values: readonly LongValue[]): Guard =>
  values.length === 0
    ? { sql: "0", values: [] }
    : {
        sql: `(SELECT coalesce(sum(value ->> 'bytes'), 0) FROM json_each(?) WHERE NOT EXISTS
          (SELECT 1 FROM activity_values WHERE link_id = ? AND digest = value ->> 'digest'))`,
        values: [JSON.stringify(values.map(({ digest, bytes }) => ({ digest, bytes }))), linkId],
      };

/** The location of a stored value. */
interface KeptAt {
  linkId: string;
  reference: ValueReference;
}

const READ = `SELECT link_id, digest, activity_values.json AS json FROM json_each(?1) AS wanted CROSS JOIN activity_values
  ON link_id = wanted.value ->> 'linkId' AND digest = wanted.value ->> 'digest'`;

const nameOf = (linkId: string, digest: string): string => `${linkId} ${digest}`;

/** Reads the JSON of long values, and returns a function that looks it up by link and reference. */
export async function readLongValues(
  db: D1Database,
  places: readonly KeptAt[],
): Promise<(linkId: string, reference: ValueReference) => string> {
  const wanted = new Map(
    places.map(({ linkId, reference: { digest } }) => [nameOf(linkId, digest), { linkId, digest }]),
  );
  const texts = new Map<string, string>();
  if (wanted.size > 0) {
    const values = [JSON.stringify([...wanted.values()])];
    const results = await allRows<{ link_id: string; digest: string; json: string }>(db, READ, ...values);
    for (const { link_id, digest, json } of results) texts.set(nameOf(link_id, digest), json);
  }
  return (linkId, { digest }) => {
    const text = texts.get(nameOf(linkId, digest));
    if (text === undefined) throw new Error(`the history of ${linkId} lacks the value ${digest}`);
    return text;
  };
}
