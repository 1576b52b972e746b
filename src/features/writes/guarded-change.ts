import { runBatch, settle } from "../../ground/platform/d1.ts";
import { ALWAYS, bothGuards, type Guard } from "../../ground/platform/guard.ts";
import type { Activity } from "./activity.ts";
import { activityStatements, isRecorded } from "./activity-statements.ts";
import { wasRecorded } from "./activity-store.ts";
import { type Claim, receiptBytes } from "./claim.ts";
import { guardedClaimStatement, readHolder } from "./claim-store.ts";

/** A change of an existing object, written in a single transaction or not at all. */
interface GuardedChange {
  /**
   * Makes the change if the object is unchanged since it was read and no unexpired claim holds the scope; see `scopeIsFree`.
   */
  first: D1PreparedStatement;
  /** True if `first` made this change. */
  made: Guard;
  claim: Claim | null;
  /** All other statements of the change, each guarded by `made`; they run after `first`. */
  rest: D1PreparedStatement[];
  /** Whether the change was made, for the case that D1's response was lost. */
  wasMade(): Promise<boolean>;
}

/**
 * `claimed`: another request holds the idempotency scope. `outdated`: the object has changed since it was read. In both
 * cases nothing was written.
 */
export type ChangeOutcome = { kind: "written" } | { kind: "claimed"; claim: Claim } | { kind: "outdated" };

/** The guard for `first`: no unexpired claim holds the scope. Without a claim, the scope is '', which is always free. */
export const scopeIsFree = (claim: Claim | null, now: string): Guard => ({
  sql: "NOT EXISTS (SELECT 1 FROM idempotency_claims WHERE scope = ? AND expires_at > ?)",
  values: [claim?.scope ?? "", now],
});

/** Writes a change at most once, even if D1's response is lost and it is sent again. */
export const writeGuarded = (db: D1Database, change: GuardedChange): Promise<ChangeOutcome> =>
  settle(
    () => send(db, change),
    async () => ((await change.wasMade()) ? { kind: "written" } : null),
  );

/** A change's record, and the claim of its request. */
export interface RecordedWrite {
  activity: Activity;
  claim: Claim | null;
}

/**
 * Writes a change with its record, if `only` is true and no claim holds the scope. `write` gives its statement, guarded by
 * `made`; `bytes` are what it stores besides.
 */
export function writeRecorded(
  db: D1Database,
  { activity, claim }: RecordedWrite,
  { only = ALWAYS, bytes = 0 }: { only?: Guard; bytes?: number },
  write: (made: Guard) => D1PreparedStatement,
): Promise<ChangeOutcome> {
  const guard = bothGuards(only, scopeIsFree(claim, activity.at));
  const [first, ...parts] = activityStatements(db, activity, guard, bytes + receiptBytes(claim));
  const made = isRecorded(activity);
  const wasMade = () => wasRecorded(db, activity);
  return writeGuarded(db, { first, made, claim, rest: [...parts, write(made)], wasMade });
}

async function send(db: D1Database, change: GuardedChange): Promise<ChangeOutcome> {
  const { first, made, claim, rest } = change;
  const claims = claim ? [guardedClaimStatement(db, claim, made)] : [];
  const [changed] = await runBatch(db, [first, ...rest, ...claims]);
  // The count can be above 1, as it includes the writes of triggers.
  if (changed && changed.meta.changes > 0) return { kind: "written" };
  const holder = claim && (await readHolder(db, claim.scope));
  if (!holder || holder.expiresAt <= claim.createdAt) {
    // Without a claim, only this shows that the batch was sent twice and the first one was committed.
    return (await change.wasMade()) ? { kind: "written" } : { kind: "outdated" };
  }
  // If this claim holds the scope, the batch was sent twice and the first one was committed.
  return holder.owner === claim.owner ? { kind: "written" } : { kind: "claimed", claim: holder };
}
