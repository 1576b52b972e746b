import { newId } from "../../ground/core/ids.ts";
import { isUnavailable } from "../../ground/platform/d1.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { CREATE_LINK_SCOPE } from "../access/scopes.ts";
import { ownAffiliate } from "../short-links/earners.ts";
import type { RedirectStore } from "../short-links/redirect-store.ts";
import {
  type Claim,
  type IdempotentWrite,
  type RowResult,
  replay,
  rowRequest,
  rowScopes,
} from "../writes/claim.ts";
import type { ClaimStore } from "../writes/claim-store.ts";
import type { CreateLinkDependencies } from "./create-link.ts";
import { startExtensions } from "./extension.ts";
import type { LinkWriteOutcome } from "./link-write.ts";
import {
  type CreatedLink,
  creationRows,
  isWorthRetry,
  type NewLinkWrite,
  newLinkWrite,
  SHORT_ID_ATTEMPTS,
  unwritten,
} from "./new-link.ts";
import { type AdvisedRow, adviseRows, allowedRows, readRows } from "./prepare-rows.ts";
import { redirectEntry } from "./redirect-entry.ts";

interface CreateLinksInput {
  /** The definitions as the caller sent them, at most `MAX_ROWS`. Each is validated separately. */
  rows: readonly unknown[];
  /** Null without an Idempotency-Key. One key covers all rows; the receipt is for a single row. */
  idempotency: IdempotentWrite<CreatedLink> | null;
}

/** The outcome of writing one row. `failed`: D1 reported an error. */
interface WrittenRow {
  row: AdvisedRow;
  write: NewLinkWrite;
  outcome: LinkWriteOutcome | { kind: "failed"; error: unknown };
}

export interface CreateLinksDependencies extends Omit<CreateLinkDependencies, "claims" | "redirects"> {
  claims: Pick<ClaimStore, "findRows" | "recallRows" | "rememberRows">;
  redirects: Pick<RedirectStore, "publishNew">;
}

/**
 * Creates a link for each row and returns the results in order. A rejected or failed row does not affect the others. All
 * rows are written in one transaction with a fixed number of statements. A repeat with the same Idempotency-Key creates the
 * missing rows and replays the others. Throws `idempotency_conflict` if the key was used for other rows.
 */
export async function createLinks(
  actor: OrganizationActor,
  { rows, idempotency }: CreateLinksInput,
  dependencies: CreateLinksDependencies,
): Promise<RowResult<CreatedLink>[]> {
  requireScope(actor, CREATE_LINK_SCOPE);
  const now = dependencies.now();
  const results = new Map<number, RowResult<CreatedLink>>();
  const reject = (rejected: ReadonlyMap<number, unknown>) => {
    for (const [index, error] of rejected) results.set(index, { kind: "rejected", error });
  };
  const read = readRows(actor, rows, dependencies);
  reject(read.rejected);

  const claims = await earlierClaims(read.accepted.length, idempotency, now, dependencies.claims);
  for (const { index } of read.accepted) {
    const claim = claims.found.get(index);
    // A committed receipt takes precedence over an error: the rules may have changed since the first request.
    if (claim) results.set(index, { kind: "replayed", receipt: claim.receipt });
    else if (claims.failure) results.set(index, { kind: "rejected", error: claims.failure.error });
  }
  const unmade = read.accepted.filter(({ index }) => !results.has(index));
  const allowed = await allowedRows(actor, unmade, dependencies);
  reject(allowed.rejected);

  const advised = await adviseRows(allowed.accepted, dependencies.extensions);
  const written = await writeRows(actor, advised, idempotency, now, dependencies);
  for (const { row, write, outcome } of written) {
    results.set(row.index, resultOf(actor, write, outcome, idempotency));
  }
  followUp(written, claims.found, idempotency, now, dependencies);
  return rows.map(
    (_, index) => results.get(index) ?? { kind: "rejected", error: new TypeError("a lost row") },
  );
}

/** The claims of earlier equal requests by row, from D1 or, if D1 fails, from the replay cache. */
async function earlierClaims(
  rows: number,
  idempotency: IdempotentWrite<CreatedLink> | null,
  now: Date,
  claims: CreateLinksDependencies["claims"],
): Promise<{ found: Map<number, Claim>; failure?: { error: unknown } }> {
  if (!idempotency || rows === 0) return { found: new Map() };
  try {
    return { found: await claims.findRows(idempotency, now) };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { found: await claims.recallRows(idempotency, now), failure: { error } };
  }
}

/** Writes the rows. Retries rows whose short ids are taken with new ids. */
async function writeRows(
  actor: OrganizationActor,
  rows: readonly AdvisedRow[],
  idempotency: IdempotentWrite<CreatedLink> | null,
  now: Date,
  dependencies: CreateLinksDependencies,
): Promise<WrittenRow[]> {
  const { db, links, domains, origins, affiliate } = dependencies;
  const named = { organizationId: actor.organizationId, origins, affiliate, now };
  const request = idempotency && rowScopes(idempotency);
  const send = async (batch: readonly AdvisedRow[]): Promise<WrittenRow[]> => {
    // Ids rise in the order of the rows, so lists show the same order.
    const ids = batch.map(() => newId("lnk", now)).sort();
    const context = { ...named, domains: await domains.confirmed(now) };
    const prepared = batch.map((row, place) => {
      const own = idempotency && { ...idempotency, ...rowRequest(idempotency, row.index) };
      return {
        row,
        write: newLinkWrite({ ...row, id: ids[place] ?? newId("lnk", now), idempotency: own }, context),
      };
    });
    const writes = prepared.map(({ write }) => write);
    const hookedLinks = prepared.map(({ row, write }) => ({ link: write.link, hooks: row.hooks }));
    try {
      const created = { writes, request, rows: creationRows(db, actor, now, hookedLinks) };
      const outcomes = await links.create(created);
      return prepared.map((each, place) => ({ ...each, outcome: outcomes[place] ?? { kind: "written" } }));
    } catch (error) {
      if (isUnavailable(error) || batch.length === 1) {
        return prepared.map((each) => ({ ...each, outcome: { kind: "failed", error } }));
      }
      // A row that D1 rejects is a bug. Nothing was written; halving the batch isolates the row.
      const half = Math.ceil(batch.length / 2);
      return [...(await send(batch.slice(0, half))), ...(await send(batch.slice(half)))];
    }
  };
  const done: WrittenRow[] = [];
  let waiting = rows;
  for (let attempt = 1; waiting.length > 0; attempt++) {
    const sent = await send(waiting);
    const last = attempt === SHORT_ID_ATTEMPTS;
    if (sent.some(({ outcome }) => outcome.kind === "domain_missing")) dependencies.domains.forget();
    done.push(...sent.filter(({ outcome }) => last || !isWorthRetry(outcome)));
    const again = last ? [] : sent.filter(({ outcome }) => isWorthRetry(outcome));
    waiting = again.map(({ row, outcome }) =>
      outcome.kind === "affiliate_changed" ? { ...row, own: ownAffiliate(outcome.own) } : row,
    );
  }
  return done;
}

function resultOf(
  actor: OrganizationActor,
  { made }: NewLinkWrite,
  outcome: WrittenRow["outcome"],
  idempotency: IdempotentWrite<CreatedLink> | null,
): RowResult<CreatedLink> {
  switch (outcome.kind) {
    case "written":
      return { kind: "made", value: made };
    case "claimed":
      return replay(outcome.claim, idempotency);
    case "failed":
      return { kind: "rejected", error: outcome.error };
    default:
      return { kind: "rejected", error: unwritten(actor, made.link, outcome) };
  }
}

/** Publishes the new links, stores their receipts for repeats and starts the extensions' work, all after the response. */
function followUp(
  written: readonly WrittenRow[],
  earlier: ReadonlyMap<number, Claim>,
  idempotency: IdempotentWrite<CreatedLink> | null,
  now: Date,
  dependencies: CreateLinksDependencies,
): void {
  const made = written.filter(({ outcome }) => outcome.kind === "written");
  if (made.length === 0) return;
  const { redirects, claims } = dependencies;
  const entries = made.map(({ write: { link } }) => [link, redirectEntry(link)] as const);
  redirects.publishNew(entries, now);
  if (idempotency) {
    const added = made.flatMap(({ row, write: { claim } }) => (claim ? [[row.index, claim] as const] : []));
    claims.rememberRows(idempotency, new Map([...earlier, ...added]));
  }
  startExtensions(
    made.map(({ row, write: { link } }) => ({ link, hooks: row.hooks })),
    dependencies,
  );
}
