import { DEADLINES, within } from "../../ground/platform/deadlines.ts";

/** How long the primary counts as the nearest instance after it served a session, in milliseconds. */
const PRIMARY_IS_NEAREST_MS = 60_000;

/** A row, or null for no row; `final` is true if the primary responded. */
interface NearestRow<Row> {
  row: Row | null;
  final: boolean;
}

/**
 * Reads from the D1 instance that is nearest to this isolate. Only sessions are routed to replicas
 * (https://developers.cloudflare.com/d1/best-practices/read-replication/), but D1 creates a bookmark for each response
 * within a session, which single reads do not need. So if the primary turned out to be the nearest instance, as it
 * always is without replication, it is queried without a session for a while.
 */
export class NearestInstance {
  #primaryUntil = Number.NEGATIVE_INFINITY;

  /** The first row of the statement that `select` prepares. Rejects if D1 fails. */
  async first<Row>(
    db: D1Database,
    now: number,
    select: (db: Pick<D1Database, "prepare">) => D1PreparedStatement,
  ): Promise<NearestRow<Row>> {
    if (now < this.#primaryUntil) {
      try {
        return { row: await within(DEADLINES.nearestD1, select(db).first<Row>()), final: true };
      } catch {
        this.#primaryUntil = Number.NEGATIVE_INFINITY;
      }
    }
    const { results, meta } = await select(db.withSession("first-unconstrained")).all<Row>();
    const final = meta.served_by_primary === true;
    if (final) this.#primaryUntil = now + PRIMARY_IS_NEAREST_MS;
    return { row: results[0] ?? null, final };
  }
}
