import { allRows, firstValue, runBatch, runStatement, settle } from "../../ground/platform/d1.ts";
import { type Guard, guardSql, WRITTEN } from "../../ground/platform/guard.ts";
import { GIVEN_PARTS, IS_GIVEN_PART, IS_PART, type PartRef, partsJson } from "../links/link-part.ts";
import { type PartSwitch, switchStatements } from "../links/switch-statements.ts";
import { eventStatement } from "../writes/activity-statements.ts";

/** Makes a page due at ?1 and resets its attempts. */
const RETRY_NOW = `state = CASE WHEN page_url IS NULL THEN 'pending' ELSE state END, attempts = 0, next_attempt_at = ?1,
  refused_by = NULL`;

/**
 * Makes pages due at ?1 that failed because the delivery app rejected our key or the base URL was wrong, unless with
 * the configuration of fingerprint ?2.
 */
const RETRY_REFUSED = `UPDATE delivery_app_pages SET ${RETRY_NOW}
  WHERE refused_by IS NOT NULL AND refused_by <> ?2`;

/** Makes all failed pages due at ?1 that are not leased. */
const RETRY_FAILED = `UPDATE delivery_app_pages SET ${RETRY_NOW}
  WHERE last_error IS NOT NULL AND (leased_until IS NULL OR leased_until <= ?1) RETURNING link_id`;

/** The number of the next attempt. The first after a page counts anew: no attempt failed, or was killed, since then. */
const NEXT_ATTEMPT =
  "CASE WHEN state = 'made' AND last_error IS NULL AND lease_id IS NULL THEN 1 ELSE attempts + 1 END";

/** Ends the lease, so that a running attempt can no longer change anything. */
const RELEASE = "lease_id = NULL, leased_until = NULL";

/**
 * The statement for the batch that writes links which need a new page. An old page stays until the new page exists, and
 * a running attempt for the old content can no longer change anything.
 */
export const wantPagesStatement = (
  db: D1Database,
  parts: readonly PartRef[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `${GIVEN_PARTS} INSERT INTO delivery_app_pages
         (link_id, offer_key, organization_id, project_id, state, attempts, next_attempt_at)
         SELECT id, offer_key, organization_id, project_id, 'pending', 0, updated_at
         FROM part JOIN links ON links.id = part.link_id
         WHERE ${guardSql(written, 2)}
       ON CONFLICT (link_id, offer_key) DO UPDATE SET attempts = 0, next_attempt_at = excluded.next_attempt_at,
         last_error = NULL, state = CASE WHEN page_url IS NULL THEN 'pending' ELSE state END, ${RELEASE}`,
    )
    .bind(partsJson(parts), ...written.values);

/** The statement for the batch that changes links so that they need no page. Running attempts lose their lease. */
export const forgetPagesStatement = (
  db: D1Database,
  parts: readonly PartRef[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `${GIVEN_PARTS} DELETE FROM delivery_app_pages WHERE ${IS_GIVEN_PART} AND ${guardSql(written, 2)}`,
    )
    .bind(partsJson(parts), ...written.values);

/** An attempt's lease on a page. */
export interface PageLease {
  part: PartRef;
  id: string;
}

/** A page that the delivery app created. */
interface MadePage {
  url: string;
  madeAt: Date;
  /** Absent if the page does not expire. */
  expiresAt?: Date;
  renewAt?: Date;
}

/** A switch of a link or offer to another destination. */
type PageSwitch = Pick<PartSwitch, "part" | "activity" | "url">;

/** The change of the destination. The reason follows from the state of the page: see page-extension.ts. */
const switchPart = (db: D1Database, to: PageSwitch, only: Guard) => switchStatements(db, { ...to, only });

/** Whether a statement changed its row. The count can be above 1, as it includes the writes of triggers. */
const isChange = (result: D1Result | undefined): boolean => (result?.meta.changes ?? 0) > 0;

const iso = (time: Date | undefined): string | null => time?.toISOString() ?? null;

/** The delivery app's pages of lists and recipes, in D1. */
export type PageStore = ReturnType<typeof pageStore>;

export function pageStore(db: D1Database) {
  const parts = async (sql: string, time: Date, limit: number, ...more: Date[]): Promise<PartRef[]> => {
    const values = [time.toISOString(), limit, ...more.map(iso)];
    const results = await allRows<PartRef>(db, sql, ...values);
    return results;
  };
  return {
    /** Links and offers whose pages are due and not leased, longest due first. */
    due: (now: Date, limit: number) =>
      parts(
        `SELECT link_id AS id, offer_key AS offerKey FROM delivery_app_pages
         WHERE next_attempt_at <= ?1 AND (leased_until IS NULL OR leased_until <= ?1)
         ORDER BY next_attempt_at LIMIT ?2`,
        now,
        limit,
      ),
    /** Makes all pages due that were rejected with a configuration other than `fingerprint`. */
    async retryRefused(fingerprint: string, now: Date): Promise<void> {
      await runStatement(db, RETRY_REFUSED, now.toISOString(), fingerprint);
    },
    /** Makes all pages due that failed and are not leased. Returns their number. */
    async retryFailed(now: Date): Promise<number> {
      return (await allRows(db, RETRY_FAILED, now.toISOString())).length;
    },
    /** Leases a due page. Returns the number of attempts, including this one; null if it is not due or already leased. */
    async lease({ part, id }: PageLease, now: Date, until: Date): Promise<number | null> {
      const sql = `UPDATE delivery_app_pages SET lease_id = ?3, leased_until = ?5, attempts = ${NEXT_ATTEMPT}
        WHERE ${IS_PART} AND next_attempt_at <= ?4 AND (leased_until IS NULL OR leased_until <= ?4)
        RETURNING attempts`;
      return firstValue<number>(db, sql, part.id, part.offerKey, id, now.toISOString(), until.toISOString());
    },
    /** Ends an attempt without a request: it does not count, and the page is due at `next`. */
    async postpone({ part, id }: PageLease, next: Date): Promise<void> {
      const sql = `UPDATE delivery_app_pages SET attempts = attempts - 1, next_attempt_at = ?4, ${RELEASE}
        WHERE ${IS_PART} AND lease_id = ?3`;
      await runStatement(db, sql, part.id, part.offerKey, id, next.toISOString());
    },
    /**
     * Ends a failed attempt; `next` is null after the last attempt. `refusedBy` is the fingerprint of the configuration
     * if it was rejected, else null.
     */
    async fail(
      { part, id }: PageLease,
      error: string,
      now: Date,
      next: Date | null,
      refusedBy: string | null = null,
    ): Promise<void> {
      const statement = db
        .prepare(
          `UPDATE delivery_app_pages SET last_error = ?4, next_attempt_at = ?5, refused_by = ?6, ${RELEASE},
             state = CASE WHEN ?5 IS NULL THEN 'failed' ELSE state END
           WHERE ${IS_PART} AND lease_id = ?3`,
        )
        .bind(part.id, part.offerKey, id, error, next?.toISOString() ?? null, refusedBy);
      await runBatch(db, next ? [statement] : [statement, pageEvent(db, "page.failed", now, part, WRITTEN)]);
    },
    /**
     * Stores the page and switches the link or offer to it in one transaction. False if this attempt no longer holds
     * the lease. Throws TypeError for a destination that is invalid in a Location header.
     */
    async succeed(lease: PageLease, page: MadePage, to: PageSwitch): Promise<boolean> {
      const isKept = () => isWritten(db, lease, page);
      const switched = await settle(
        () => writePage(db, lease, page, to),
        async () => (await isKept()) || null,
      );
      // The first write may be committed after the check: the second then finds no lease, but the page is stored.
      return switched || isKept();
    },
    /** Links and offers whose pages expire at `time` or earlier, except leased or postponed pages. */
    ended: (time: Date, now: Date, limit: number): Promise<PartRef[]> =>
      parts(
        `SELECT link_id AS id, offer_key AS offerKey FROM delivery_app_pages
         WHERE expires_at <= ?1 AND (leased_until IS NULL OR leased_until <= ?3)
         ORDER BY expires_at LIMIT ?2`,
        time,
        limit,
        now,
      ),
    /** Postpones requesting or leaving a page without a lease until `until`. */
    async putOff({ id, offerKey }: PartRef, now: Date, until: Date): Promise<void> {
      const sql = `UPDATE delivery_app_pages SET leased_until = ?4
        WHERE ${IS_PART} AND (leased_until IS NULL OR leased_until <= ?3)`;
      await runStatement(db, sql, id, offerKey, now.toISOString(), until.toISOString());
    },
    /** Switches a link or offer away from its page if the page expires at `time` or earlier. Returns whether it did. */
    async leave(to: PageSwitch, time: Date): Promise<boolean> {
      const { id, offerKey } = to.part;
      const ending: Guard = {
        sql: "EXISTS (SELECT 1 FROM delivery_app_pages WHERE link_id = ? AND offer_key = ? AND expires_at <= ?)",
        values: [id, offerKey, time.toISOString()],
      };
      const { first, made, rest } = switchPart(db, to, ending);
      const leave = `UPDATE delivery_app_pages SET page_url = NULL, made_at = NULL, expires_at = NULL,
          state = CASE WHEN next_attempt_at IS NULL THEN 'failed' ELSE 'pending' END
        WHERE ${IS_PART} AND ${guardSql(made, 3)}`;
      const left = db.prepare(leave).bind(id, offerKey, ...made.values);
      const [switched] = await runBatch(db, [first, ...rest, left]);
      return isChange(switched);
    },
  };
}

async function writePage(db: D1Database, lease: PageLease, page: MadePage, to: PageSwitch): Promise<boolean> {
  const { id, offerKey } = lease.part;
  const held: Guard = {
    sql: "EXISTS (SELECT 1 FROM delivery_app_pages WHERE link_id = ? AND offer_key = ? AND lease_id = ?)",
    values: [id, offerKey, lease.id],
  };
  const { first, made, rest } = switchPart(db, to, held);
  const keep = db
    .prepare(
      `UPDATE delivery_app_pages SET state = 'made', last_error = NULL, refused_by = NULL, page_url = ?4,
         made_at = ?5, expires_at = ?6, next_attempt_at = ?7, ${RELEASE}
       WHERE ${IS_PART} AND lease_id = ?3`,
    )
    .bind(id, offerKey, lease.id, page.url, iso(page.madeAt), iso(page.expiresAt), iso(page.renewAt));
  const told = pageEvent(db, "page.made", page.madeAt, lease.part, made);
  const [switched] = await runBatch(db, [first, ...rest, keep, told]);
  return isChange(switched);
}

const isWritten = async (
  db: D1Database,
  { part }: PageLease,
  { url, madeAt }: MadePage,
): Promise<boolean> => {
  const sql = `SELECT 1 AS found FROM delivery_app_pages WHERE ${IS_PART} AND page_url = ?3 AND made_at = ?4`;
  return (await firstValue<number>(db, sql, part.id, part.offerKey, url, madeAt.toISOString())) === 1;
};

/** The statement that records the result of a page as an event, for the batch of the result, if `guard` is true. */
const pageEvent = (
  db: D1Database,
  type: "page.made" | "page.failed",
  now: Date,
  { id, offerKey }: PartRef,
  guard: Guard,
): D1PreparedStatement =>
  eventStatement(
    db,
    { type, job: "delivery-app pages", now },
    {
      sql: `SELECT organization_id, project_id, link_id AS object_id,
          json_object('offerKey', nullif(offer_key, ''), 'error', substr(last_error, 1, 500)) AS data
        FROM delivery_app_pages WHERE link_id = ? AND offer_key = ? AND ${guard.sql}`,
      values: [id, offerKey, ...guard.values],
    },
  );
