import type { LinkActivity } from "../audit/activity-statements.ts";
import { requireLocation } from "../core/location.ts";
import { linkChangeStatements } from "../links/change-statements.ts";
import { onD1, settle } from "../platform/d1.ts";
import { type Guard, guardSql } from "../platform/guard.ts";
import { idsOf } from "../platform/json-rows.ts";
import { RETRY_FAILED, RETRY_REFUSED } from "./retry-pages.ts";

/** Ends the lease, so that a running attempt can't change anything any more. */
const RELEASE = "lease_id = NULL, leased_until = NULL";

/**
 * The statement for the batch that writes links which need a page, or a new one. An old page stays until the new one
 * is made, and a running attempt for the old content can't change anything any more.
 */
export const wantPagesStatement = (
  db: D1Database,
  links: readonly { id: string }[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO delivery_app_pages (link_id, state, attempts, next_attempt_at)
         SELECT id, 'pending', 0, updated_at FROM links
         WHERE id IN (SELECT value FROM json_each(?1)) AND ${guardSql(written, 2)}
       ON CONFLICT (link_id) DO UPDATE SET attempts = 0, next_attempt_at = excluded.next_attempt_at,
         last_error = NULL, state = CASE WHEN page_url IS NULL THEN 'pending' ELSE state END, ${RELEASE}`,
    )
    .bind(idsOf(links), ...written.values);

/** The statement for the batch that changes links so that they need no page. A running attempt loses its lease. */
export const forgetPagesStatement = (
  db: D1Database,
  links: readonly { id: string }[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `DELETE FROM delivery_app_pages
       WHERE link_id IN (SELECT value FROM json_each(?1)) AND ${guardSql(written, 2)}`,
    )
    .bind(idsOf(links), ...written.values);

/** The lease that one attempt holds on a page. */
export interface PageLease {
  linkId: string;
  id: string;
}

/** A page that the delivery app made. */
export interface MadePage {
  url: string;
  madeAt: Date;
  /** Absent if the page does not expire. */
  expiresAt?: Date;
  renewAt?: Date;
}

/** The change of a link's destination. The reason follows from the state of the page: see page-report.ts. */
const switchLink = (db: D1Database, activity: LinkActivity, only: Guard) =>
  linkChangeStatements(db, "destination", {
    activity,
    set: { destination: requireLocation(activity.destination), destination_reason: null },
    only,
  });

/** Whether a statement changed its row. The count can be above 1, as it includes the writes of triggers. */
const isChange = (result: D1Result | undefined): boolean => (result?.meta.changes ?? 0) > 0;

const iso = (time: Date | undefined): string | null => time?.toISOString() ?? null;

/** The delivery app's pages of lists and recipes, in D1. Each call may throw `service_unavailable`. */
export type PageStore = ReturnType<typeof pageStore>;

/** The pages in `db`. */
export function pageStore(db: D1Database) {
  const ids = (sql: string, time: Date, limit: number, ...more: Date[]): Promise<string[]> =>
    onD1(async () => {
      const values = [time.toISOString(), limit, ...more.map(iso)];
      const { results } = await db
        .prepare(sql)
        .bind(...values)
        .all<{ link_id: string }>();
      return results.map((row) => row.link_id);
    });
  return {
    /** Links whose pages are due and not leased, those due longest first. */
    due: (now: Date, limit: number) =>
      ids(
        `SELECT link_id FROM delivery_app_pages
         WHERE next_attempt_at <= ?1 AND (leased_until IS NULL OR leased_until <= ?1)
         ORDER BY next_attempt_at LIMIT ?2`,
        now,
        limit,
      ),
    /** Makes all pages due that were refused with another configuration than the one with `fingerprint`. */
    async retryRefused(fingerprint: string, now: Date): Promise<void> {
      const statement = db.prepare(RETRY_REFUSED).bind(now.toISOString(), fingerprint);
      await onD1(() => statement.run());
    },
    /** Makes all pages due that failed and are not leased. Returns their number. */
    async retryFailed(now: Date): Promise<number> {
      const statement = db.prepare(RETRY_FAILED).bind(now.toISOString());
      return (await onD1(() => statement.all())).results.length;
    },
    /**
     * Leases a due page. Returns the number of attempts, this one included; null if it is not due or leased already.
     */
    async lease({ linkId, id }: PageLease, now: Date, until: Date): Promise<number | null> {
      const statement = db
        .prepare(
          `UPDATE delivery_app_pages SET lease_id = ?2, leased_until = ?4, attempts = attempts + 1
           WHERE link_id = ?1 AND next_attempt_at <= ?3 AND (leased_until IS NULL OR leased_until <= ?3)
           RETURNING attempts`,
        )
        .bind(linkId, id, now.toISOString(), until.toISOString());
      return onD1(() => statement.first<number>("attempts"));
    },
    /** Ends an attempt that made no request: it does not count, and the page is due at `next`. */
    async postpone({ linkId, id }: PageLease, next: Date): Promise<void> {
      const statement = db
        .prepare(
          `UPDATE delivery_app_pages SET attempts = attempts - 1, next_attempt_at = ?3, ${RELEASE}
           WHERE link_id = ?1 AND lease_id = ?2`,
        )
        .bind(linkId, id, next.toISOString());
      await onD1(() => statement.run());
    },
    /**
     * Ends an attempt that made no page; `next` is null if it was the last one. `refusedBy` is the fingerprint of the
     * configuration if that was refused, else null.
     */
    async fail(
      { linkId, id }: PageLease,
      error: string,
      next: Date | null,
      refusedBy: string | null = null,
    ): Promise<void> {
      const statement = db
        .prepare(
          `UPDATE delivery_app_pages SET last_error = ?3, next_attempt_at = ?4, refused_by = ?5, ${RELEASE},
             state = CASE WHEN ?4 IS NULL THEN 'failed' ELSE state END
           WHERE link_id = ?1 AND lease_id = ?2`,
        )
        .bind(linkId, id, error, next?.toISOString() ?? null, refusedBy);
      await onD1(() => statement.run());
    },
    /**
     * Stores the page and switches the link to the destination of `activity` in one transaction. False if this attempt no
     * longer holds the lease. Throws TypeError for a destination that a Location header can't carry.
     */
    async succeed(lease: PageLease, page: MadePage, activity: LinkActivity): Promise<boolean> {
      const isKept = () => isWritten(db, lease, page);
      const switched = await settle(
        () => writePage(db, lease, page, activity),
        async () => (await isKept()) || null,
      );
      // A first write may be committed after it was looked for: the second then finds no lease, but the page is stored.
      return switched || isKept();
    },
    /** Links whose pages expire at `time` or before, without those that are leased or were put off. */
    ended: (time: Date, now: Date, limit: number): Promise<string[]> =>
      ids(
        `SELECT link_id FROM delivery_app_pages
         WHERE expires_at <= ?1 AND (leased_until IS NULL OR leased_until <= ?3)
         ORDER BY expires_at LIMIT ?2`,
        time,
        limit,
        now,
      ),
    /** Keeps a page that is not leased from being asked for or left before `until`. */
    async putOff(linkId: string, now: Date, until: Date): Promise<void> {
      const statement = db
        .prepare(
          `UPDATE delivery_app_pages SET leased_until = ?3
           WHERE link_id = ?1 AND (leased_until IS NULL OR leased_until <= ?2)`,
        )
        .bind(linkId, now.toISOString(), until.toISOString());
      await onD1(() => statement.run());
    },
    /**
     * Switches the link to the destination of `activity` if its page expires at `time` or before. Returns whether it
     * did.
     */
    async leave(activity: LinkActivity, time: Date): Promise<boolean> {
      const ending: Guard = {
        sql: "EXISTS (SELECT 1 FROM delivery_app_pages WHERE link_id = ? AND expires_at <= ?)",
        values: [activity.linkId, time.toISOString()],
      };
      const { first, made, rest } = switchLink(db, activity, ending);
      const leave = `UPDATE delivery_app_pages SET page_url = NULL, made_at = NULL, expires_at = NULL,
          state = CASE WHEN next_attempt_at IS NULL THEN 'failed' ELSE 'pending' END
        WHERE link_id = ?1 AND ${guardSql(made, 2)}`;
      const left = db.prepare(leave).bind(activity.linkId, ...made.values);
      const [switched] = await onD1(() => db.batch([first, ...rest, left]));
      return isChange(switched);
    },
  };
}

async function writePage(
  db: D1Database,
  lease: PageLease,
  page: MadePage,
  activity: LinkActivity,
): Promise<boolean> {
  const held: Guard = {
    sql: "EXISTS (SELECT 1 FROM delivery_app_pages WHERE link_id = ? AND lease_id = ?)",
    values: [lease.linkId, lease.id],
  };
  const { first, rest } = switchLink(db, activity, held);
  const keep = db
    .prepare(
      `UPDATE delivery_app_pages SET state = 'made', attempts = 0, last_error = NULL, refused_by = NULL, page_url = ?3,
         made_at = ?4, expires_at = ?5, next_attempt_at = ?6, ${RELEASE}
       WHERE link_id = ?1 AND lease_id = ?2`,
    )
    .bind(lease.linkId, lease.id, page.url, iso(page.madeAt), iso(page.expiresAt), iso(page.renewAt));
  const [switched] = await onD1(() => db.batch([first, ...rest, keep]));
  return isChange(switched);
}

const isWritten = (db: D1Database, { linkId }: PageLease, { url, madeAt }: MadePage): Promise<boolean> =>
  onD1(async () => {
    const statement = db
      .prepare(
        "SELECT 1 AS found FROM delivery_app_pages WHERE link_id = ?1 AND page_url = ?2 AND made_at = ?3",
      )
      .bind(linkId, url, madeAt.toISOString());
    return (await statement.first<number>("found")) === 1;
  });
