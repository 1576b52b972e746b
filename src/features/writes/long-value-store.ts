import { allRows } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import type { LongValue, ValueReference } from "./long-values.ts";

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
