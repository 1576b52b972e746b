import { onD1, settle } from "../platform/d1.ts";
import type { Guard } from "../platform/guard.ts";
import type { Claim } from "./claim.ts";
import { guardedClaimStatement, readHolder } from "./claim-store.ts";

/** A change of what is stored already, written in one transaction or not at all. */
export interface GuardedChange {
  /**
   * Makes the change, where what is changed is still as it was read and no unexpired claim holds the scope; see
   * `scopeIsFree`.
   */
  first: D1PreparedStatement;
  /** Holds where `first` made this change and no other. */
  made: Guard;
  claim: Claim | null;
  /** Everything else that belongs to the change, each guarded by `made`. */
  rest: D1PreparedStatement[];
  /** Whether the change was made after all, where the answer was lost. */
  wasMade(): Promise<boolean>;
}

/**
 * `claimed`: an equal request was first. `outdated`: what was to be changed is not as it was read, and nothing was
 * written.
 */
export type ChangeOutcome = { kind: "written" } | { kind: "claimed"; claim: Claim } | { kind: "outdated" };

/** For `first`: no unexpired claim holds the scope, which is empty where there is no claim. */
export const scopeIsFree = (claim: Claim | null, now: string): Guard => ({
  sql: "NOT EXISTS (SELECT 1 FROM idempotency_claims WHERE scope = ? AND expires_at > ?)",
  values: [claim?.scope ?? "", now],
});

/** Writes a change once, however often its answer is lost. Throws `service_unavailable`. */
export const writeGuarded = (db: D1Database, change: GuardedChange): Promise<ChangeOutcome> =>
  settle(
    () => send(db, change),
    async () => ((await change.wasMade()) ? { kind: "written" } : null),
  );

async function send(db: D1Database, { first, made, claim, rest }: GuardedChange): Promise<ChangeOutcome> {
  const claims = claim ? [guardedClaimStatement(db, claim, made)] : [];
  const [changed] = await onD1(() => db.batch([first, ...claims, ...rest]));
  // A trigger's writes count as changes too.
  if (changed && changed.meta.changes > 0) return { kind: "written" };
  const holder = claim && (await readHolder(db, claim.scope));
  if (!holder || holder.expiresAt <= claim.createdAt) return { kind: "outdated" };
  // The first of two sendings was kept after all.
  return holder.owner === claim.owner ? { kind: "written" } : { kind: "claimed", claim: holder };
}
