import { onD1 } from "../platform/d1.ts";

/** People who came by a link on one day. */
export interface LinkDay {
  linkId: string;
  /** As in `2026-11-21`. */
  day: string;
  people: number;
}

/** One search for each link and day. CROSS JOIN keeps SQLite to this order. */
const PEOPLE = `SELECT link.value ->> 'id' AS linkId, day.value AS day, sum(scans) + sum(clicks) AS people
  FROM json_each(?2) AS link CROSS JOIN json_each(?3) AS day CROSS JOIN visit_days AS row
  WHERE row.day = day.value AND row.organization_id = ?1
    AND row.project_id = link.value ->> 'projectId' AND row.link_id = link.value ->> 'id'
  GROUP BY 1, 2`;

/** The people of several links by day, in D1. Each call may throw `service_unavailable`. */
export type LinkPeopleStore = ReturnType<typeof linkPeopleStore>;

/** The visits of links in `db`. */
export function linkPeopleStore(db: D1Database) {
  return {
    /** The days on which people, robots or previews came; what the store reads depends on links and days alone. */
    async read(
      organizationId: string,
      links: readonly { id: string; projectId: string }[],
      days: readonly string[],
    ): Promise<LinkDay[]> {
      const wanted = links.map(({ id, projectId }) => ({ id, projectId }));
      const statement = db.prepare(PEOPLE).bind(organizationId, JSON.stringify(wanted), JSON.stringify(days));
      return (await onD1(() => statement.all<LinkDay>())).results;
    },
  };
}
