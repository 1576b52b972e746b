import { allRows } from "../../ground/platform/d1.ts";
import {
  ACTIVITY_OBJECTS,
  type Activity,
  type ActivityActor,
  type ActivityObject,
  type FieldChange,
  type NamedActor,
} from "./activity.ts";
import { actorName } from "./activity-statements.ts";
import {
  readLongValues,
  referencesIn,
  type StoredChange,
  type ValueReference,
  withValues,
} from "./long-value-store.ts";

export interface ListedActivity extends Omit<Activity, "changes"> {
  actor: NamedActor;
  /** The name is null if the object no longer has a name, such as a removed member. */
  object: Activity["object"] & { name: string | null };
  /** Null if larger than MAX_CHANGES. */
  changes: FieldChange[] | null;
  /** For activities of a link or one of its QR codes. */
  linkId: string | null;
  /** Where the link redirected after the change. */
  destination: string | null;
}

/** A part of an organization's activity by ids, which are in chronological order. */
interface ActivityRange {
  organizationId: string;
  from: string;
  before: string;
}

/** The filter within a range. */
interface ActivityFilter {
  objectTypes: readonly ActivityObject[];
  actor: ActivityActor | undefined;
  /** Matches links, QR codes and projects of these projects. */
  projects: "all" | readonly string[];
}

/** Maximum JSON of an activity's changes in a list, in bytes: a page of 100 must fit into memory. */
const MAX_CHANGES = 20_000;

/** Maximum entries that a search examines. */
const MAX_SEARCHED = 1_000;

/** An examined entry, newest first. */
interface CandidateRow {
  id: string;
  object_type: ActivityObject;
  object_id: string;
  project_id: string | null;
}

interface ListedRow {
  organization_id: string;
  id: string;
  at: string;
  actor_type: ActivityActor["type"];
  actor_id: string;
  actor_name: string | null;
  object_type: ActivityObject;
  object_id: string;
  object_name: string | null;
  link_id: string | null;
  destination: string | null;
  changes: string | null;
}

/**
 * The name of the object of an entry, as SQL about a row of `activity`: by kind, each from the owner of its table. NULL if the
 * object no longer has a name. The ids of other kinds are their names, such as the host of a domain.
 */
export type ObjectNames = Readonly<Partial<Record<ActivityObject, string>>>;

const nameOf = (names: ObjectNames): string => {
  const cases = Object.entries(names).map(([type, sql]) => `WHEN '${type}' THEN (${sql})`);
  return `CASE object_type ${cases.join(" ")} ELSE object_id END`;
};

const loadSql = (
  names: ObjectNames,
) => `SELECT activity.organization_id, activity.id, at, actor_type, actor_id, object_type, object_id,
    activity.link_id, activity.destination,
    CASE WHEN octet_length(changes) <= ${MAX_CHANGES} THEN changes END AS changes,
    ${actorName("activity.actor_type", "activity.actor_id", "activity.organization_id")} AS actor_name,
    ${nameOf(names)} AS object_name
  FROM json_each(?2) AS item CROSS JOIN activity
    ON activity.organization_id = ?1 AND activity.id = item.value
  ORDER BY item.key`;

/** Reads lists of activities from D1. */
export type ActivityListStore = ReturnType<typeof activityListStore>;

export function activityListStore(db: D1Database, names: ObjectNames) {
  const load = loadSql(names);
  return {
    /**
     * The ids that match the filter, newest first, in the newest part of the range. That part ends after `limit`
     * entries if an index covers the filter, and otherwise after MAX_SEARCHED entries. `from` is the id down to which
     * the range was read; null if it was read completely.
     */
    async search(
      { organizationId, from, before }: ActivityRange,
      { objectTypes, actor, projects }: ActivityFilter,
      limit: number,
    ): Promise<{ ids: string[]; from: string | null }> {
      const [only, ...others] = objectTypes;
      const project = projects === "all" ? "NULL" : PROJECT;
      const values: (string | number)[] = [organizationId, before, from];
      let index = "";
      let condition = "";
      let indexed = objectTypes.length === ACTIVITY_OBJECTS.length;
      if (actor) {
        index = "INDEXED BY activity_by_actor";
        condition = "AND actor_type = ?4 AND actor_id = ?5";
        values.push(actor.type, actor.id);
      } else if (only !== undefined && others.length === 0 && only !== "link") {
        index = "INDEXED BY activity_besides_links";
        condition = "AND object_type = ?4 AND object_type <> 'link'";
        values.push(only);
        indexed = true;
      }
      const most = indexed && projects === "all" ? limit : MAX_SEARCHED;
      const sql = `SELECT id, object_type, object_id, ${project} AS project_id FROM activity ${index}
        WHERE organization_id = ?1 AND id < ?2 AND id >= ?3 AND object_type <> 'event' ${condition} ORDER BY id DESC LIMIT ${most}`;
      const results = await allRows<CandidateRow>(db, sql, ...values);
      const fitting = results.filter(
        (row) =>
          objectTypes.includes(row.object_type) &&
          (projects === "all" || (row.project_id !== null && projects.includes(row.project_id))),
      );
      const last = results.length === most ? results.at(-1) : undefined;
      return { ids: fitting.map(({ id }) => id), from: last?.id ?? null };
    },

    /** These activities, in this order. */
    async load(organizationId: string, ids: readonly string[]): Promise<ListedActivity[]> {
      const results = await allRows<ListedRow>(db, load, organizationId, JSON.stringify(ids));
      const stored = results.map(({ changes }) => shownChanges(changes));
      const jsonOf = await readLongValues(
        db,
        results.flatMap(({ link_id: linkId }, index) =>
          linkId === null
            ? []
            : referencesIn(stored[index] ?? []).map((reference) => ({ linkId, reference })),
        ),
      );
      return results.map((row, index) =>
        fromRow(row, stored[index] ?? null, (reference) => jsonOf(row.link_id ?? "", reference)),
      );
    },
  };
}

const PROJECT = `CASE WHEN object_type IN ('project', 'code_style') THEN object_id
    ELSE (SELECT links.project_id FROM links WHERE links.id = activity.link_id) END`;

/** Stored changes, unless they are larger than MAX_CHANGES including their long values. */
function shownChanges(json: string | null): StoredChange[] | null {
  if (json === null) return null;
  const changes = JSON.parse(json) as StoredChange[]; // only activity-statements.ts writes this column
  const kept = referencesIn(changes).reduce((sum, { length }) => sum + length, 0);
  return json.length + kept <= MAX_CHANGES ? changes : null;
}

const fromRow = (
  row: ListedRow,
  changes: StoredChange[] | null,
  jsonOf: (reference: ValueReference) => string,
): ListedActivity => ({
  organizationId: row.organization_id,
  id: row.id,
  at: row.at,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  object: { type: row.object_type, id: row.object_id, name: row.object_name },
  changes: changes && withValues(changes, jsonOf),
  linkId: row.link_id,
  destination: row.destination,
});
