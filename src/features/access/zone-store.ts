import { UTC, type Zone, zoneOf } from "../../ground/core/zone.ts";
import { firstRow } from "../../ground/platform/d1.ts";
import { Memory } from "../../ground/platform/memory.ts";

/** Caches organizations' time zones in this isolate: a change takes effect everywhere within 10 s. */
const known = new Memory<Zone>(1_000, 10_000);

/** The time zones in which organizations count visits, in D1. */
export type ZoneStore = ReturnType<typeof zoneStore>;

export function zoneStore(db: D1Database, now: () => Date) {
  return {
    async find(organizationId: string): Promise<Zone> {
      const memoized = known.get(organizationId, now().getTime());
      if (memoized) return memoized;
      const sql = "SELECT time_zone AS name FROM organizations WHERE id = ?1";
      const row = await firstRow<{ name: string | null }>(db, sql, organizationId);
      const zone = row?.name ? zoneOf(row.name) : UTC;
      known.set(organizationId, zone, now().getTime());
      return zone;
    },
  };
}
