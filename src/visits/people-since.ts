/** How many days `peopleSince` adds up: a week and today, in any time zone. */
const DAYS = 9;

/** SQL for the number of people who came by a link in the nine days from a day on; both are SQL. */
export const peopleSince = (linkId: string, day: string): string => `SELECT coalesce(sum(scans + clicks), 0)
  FROM links AS visited CROSS JOIN (VALUES ${Array.from({ length: DAYS }, (_, index) => `(${index})`).join(", ")}) AS later
    CROSS JOIN visit_days AS row ON row.day = date(${day}, '+' || later.column1 || ' days')
      AND row.organization_id = visited.organization_id AND row.project_id = visited.project_id
      AND row.link_id = visited.id
  WHERE visited.id = ${linkId}`;
