/** Visits of one kind, as the view of the schema shows them. */
export interface StoredVisits {
  linkId: string;
  day: string;
  /** Null once hours are no longer kept. */
  hour: number | null;
  class: string;
  code: string;
  country: string;
  /** Null of what is no person. */
  device: string | null;
  retailer: string;
  visits: number;
}

/** All visits of links, by their kinds. */
export async function storedVisits(db: D1Database): Promise<StoredVisits[]> {
  const { results } = await db
    .prepare("SELECT link AS linkId, day, hour, class, code, country, device, retailer, visits FROM visits")
    .all<StoredVisits>();
  return results;
}

/** How many visits of links there are. */
export const storedTotal = async (
  db: D1Database,
  which: (visits: StoredVisits) => boolean = () => true,
): Promise<number> => (await storedVisits(db)).filter(which).reduce((sum, { visits }) => sum + visits, 0);
