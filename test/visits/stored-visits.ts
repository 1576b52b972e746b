import { eachFactOfDay } from "../../src/visits/facts.ts";

/** Visits of one kind, as visit_days has them. */
export interface StoredVisits {
  linkId: string;
  day: string;
  hour: number;
  code: string;
  country: string;
  /** The letter of the device, or of what came in place of a person. */
  kind: string;
  visits: number;
}

interface Row {
  day: string;
  linkId: string;
  retailer: string;
  scans: number;
  clicks: number;
  robots: number;
  previews: number;
  counts: string;
}

/** All visits of links in visit_days, by their kinds. */
export async function storedVisits(db: D1Database): Promise<StoredVisits[]> {
  const { results } = await db
    .prepare(
      `SELECT day, link_id AS linkId, retailer, scans, clicks, robots, previews, counts FROM visit_days WHERE link_id <> ''`,
    )
    .all<Row>();
  const found: StoredVisits[] = [];
  for (const row of results) {
    eachFactOfDay({ ...row, counts: JSON.parse(row.counts) }, "kinds", true, (fact) => {
      const { linkId, day, hour, code, country, kind, visits } = fact;
      found.push({
        linkId,
        day,
        hour: hour ?? 0,
        code: code ?? "",
        country: country ?? "",
        kind: kind ?? "",
        visits,
      });
    });
  }
  return found;
}

/** How many visits of links there are in visit_days. */
export const storedTotal = async (
  db: D1Database,
  which: (visits: StoredVisits) => boolean = () => true,
): Promise<number> => (await storedVisits(db)).filter(which).reduce((sum, { visits }) => sum + visits, 0);
