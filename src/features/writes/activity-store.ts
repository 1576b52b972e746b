import { allRows, firstRow, firstValue } from "../../ground/platform/d1.ts";
import type { Activity, ActivityActor, ActivityObject, FieldChange } from "./activity.ts";
import { actorName } from "./activity-statements.ts";
import { readLongValues, referencesIn, type StoredChange, withValues } from "./long-value-store.ts";

/** One entry of a link's history. */
export interface HistoryEntry {
  activity: Activity;
  /** Counts from 1, the creation. */
  version: number;
  /** Where the link led after the change. */
  destination: string;
  /** The name of the API key, or the email of the member; null for jobs and deleted actors. */
  actorName: string | null;
}

/** Entries of a link's history, newest first. */
interface HistoryPart {
  entries: HistoryEntry[];
  /** Whether entries were left out because their long values would not fit into memory. */
  cut: boolean;
}

/** Maximum JSON of the long values of a history part, in bytes, unless a single entry exceeds it. */
const MAX_VALUES = 8_000_000;

interface ActivityRow {
  link_id: string;
  organization_id: string;
  id: string;
  at: string;
  actor_type: ActivityActor["type"];
  actor_id: string;
  object_type: ActivityObject;
  object_id: string;
  link_version: number;
  destination: string;
  changes: string;
  actor_name: string | null;
}

const SELECT = `SELECT link_id, organization_id, id, at, actor_type, actor_id, object_type, object_id, link_version,
    destination, changes,
    ${actorName("activity.actor_type", "activity.actor_id", "activity.organization_id")} AS actor_name
  FROM activity`;
const HISTORY = `${SELECT} WHERE link_id = ?1 AND link_version < ?2 ORDER BY link_version DESC LIMIT ?3`;

const OF_LINKS = `${SELECT} WHERE organization_id = ?1 AND id > ?2 AND link_id IS NOT NULL ORDER BY id LIMIT ?3`;

/** The start of the current period in which all entries of a link have the destination ?2. */
const SINCE = `SELECT at FROM activity
  WHERE link_id = ?1 AND link_version > coalesce((SELECT max(link_version) FROM activity
    WHERE link_id = ?1 AND destination <> ?2), 0)
  ORDER BY link_version LIMIT 1`;

/** The recorded activities, in D1. */
export type ActivityStore = ReturnType<typeof activityStore>;

export function activityStore(db: D1Database) {
  /** The first entries of these rows, as many as fit into memory; at least one, if there is any. */
  const entriesIn = async (rows: readonly ActivityRow[]) => {
    // Only activity-statements.ts writes this column.
    const stored = rows.map(({ changes }) => JSON.parse(changes) as StoredChange[]);
    const read = stored.slice(0, entriesThatFit(stored));
    const places = read.flatMap((changes, index) =>
      referencesIn(changes).map((reference) => ({ linkId: rows[index]?.link_id ?? "", reference })),
    );
    const jsonOf = await readLongValues(db, places);
    return rows.slice(0, read.length).map((row, index) => {
      const whole = withValues(read[index] ?? [], (reference) => jsonOf(row.link_id, reference));
      return { linkId: row.link_id, ...entryOf(row, whole) };
    });
  };
  return {
    /** Up to `limit` entries of a link's history before version `before`. */
    async historyOf(linkId: string, before: number, limit: number): Promise<HistoryPart> {
      const results = await allRows<ActivityRow>(db, HISTORY, linkId, before, limit);
      const entries = await entriesIn(results);
      return { entries, cut: entries.length < results.length };
    },
    /** Up to `limit` entries of all links of an organization after an id, the oldest first; null after the last. */
    async historyOfLinks(
      organizationId: string,
      after: string,
      limit: number,
    ): Promise<{ entries: (HistoryEntry & { linkId: string })[]; next: string | null }> {
      const results = await allRows<ActivityRow>(db, OF_LINKS, organizationId, after, limit);
      const entries = await entriesIn(results);
      return { entries, next: entries.at(-1)?.activity.id ?? null };
    },
    /** The start of the period in which a link has redirected to `destination`, as ISO 8601; null if it doesn't. */
    async destinationSince(linkId: string, destination: string): Promise<string | null> {
      return firstValue<string>(db, SINCE, linkId, destination);
    },
  };
}

/** How many of these entries to read: the first, and others as long as their long values fit into memory. */
function entriesThatFit(stored: readonly StoredChange[][]): number {
  let left = MAX_VALUES;
  const beyond = stored.findIndex((changes, index) => {
    for (const { length } of referencesIn(changes)) left -= length;
    return left < 0 && index > 0;
  });
  return beyond < 0 ? stored.length : beyond;
}

const entryOf = (row: ActivityRow, changes: FieldChange[]): HistoryEntry => ({
  activity: {
    organizationId: row.organization_id,
    id: row.id,
    at: row.at,
    actor: { type: row.actor_type, id: row.actor_id },
    object: { type: row.object_type, id: row.object_id },
    changes,
  },
  version: row.link_version,
  destination: row.destination,
  actorName: row.actor_name,
});

export async function wasRecorded(db: D1Database, { organizationId, id }: Activity): Promise<boolean> {
  const sql = "SELECT id FROM activity WHERE organization_id = ?1 AND id = ?2";
  return (await firstRow(db, sql, organizationId, id)) !== null;
}
