import { hasScope, type MemberActor, memberActor } from "../access/actor.ts";
import type { Member } from "../access/member.ts";
import type { MemberStore } from "../access/member-store.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { HOUR_MS } from "../core/days.ts";
import { sha256Hex } from "../core/digest.ts";
import { ServiceError } from "../core/errors.ts";
import type { IdempotentWrite } from "../idempotency/claim.ts";
import type { RowResult } from "../idempotency/row-claims.ts";
import { CREATE_LINK_SCOPE, type CreateLinkDependencies } from "../links/create-link.ts";
import { createLinks } from "../links/create-links.ts";
import type { CreatedLink } from "../links/new-link.ts";
import { MAX_ROWS } from "../links/prepare-rows.ts";
import { isUnavailable } from "../platform/d1.ts";
import { bodyOf } from "./cells.ts";
import type { Chunk, ChunkStore, RowOutcome } from "./chunk-store.ts";
import type { Import, ImportRow, StopReason } from "./import.ts";
import type { ImportMessage } from "./import-queue.ts";
import type { ImportStore } from "./import-store.ts";
import { problemsOf } from "./validate-rows.ts";

/**
 * How long one attempt has an import to itself, in milliseconds: many times what a chunk takes. An attempt that takes
 * longer, and the one that takes over, make no link twice.
 */
export const LEASE_MS = 40_000;
/** How long a chunk is repeated, in milliseconds: the claims of its links are kept for 24 hours. */
const REPEATED_MS = 23 * HOUR_MS;

/** What the running of an import uses. */
export interface RunDependencies extends Omit<CreateLinkDependencies, "origins"> {
  imports: ImportStore;
  chunks: ChunkStore;
  members: MemberStore;
  newLeaseId: () => string;
}

/** What one link's receipt says to a repeated chunk. */
interface Receipt {
  linkId: string;
  shortId: string;
  qrIdentifier: string | null;
}

/** What a run leaves: `more` rows wait, nothing does and the run is `done`, or somebody else is `busy` with them. */
export type Progress = "more" | "done" | "busy";

/**
 * Creates the links of up to 100 waiting rows of a running import, as the member who started it. A repeat of an
 * interrupted chunk makes only what is missing. An import that does not run, or that the organization does not have, is
 * `done`. Throws `service_unavailable`; the chunk is then taken up later.
 */
export async function runChunk(message: ImportMessage, dependencies: RunDependencies): Promise<Progress> {
  const { organizationId, importId } = message;
  const { imports, chunks, members } = dependencies;
  const now = dependencies.now();
  const lease = { id: dependencies.newLeaseId(), until: new Date(now.getTime() + LEASE_MS) };
  const chunk = await chunks.begin(message, lease, MAX_ROWS, now);
  const running = await imports.find(importId);
  if (running?.organizationId !== organizationId || running.state !== "running") return "done";
  if (!chunk) return "busy";
  const member = await members.find(running.memberId);
  const because = stopReason(running, member);
  if (because !== null || !member) {
    await imports.stop(running, because ?? "member_removed", now);
    return "done";
  }
  try {
    const outcomes = await create(memberActor(member), running, chunk, now, dependencies);
    const runs = await chunks.record(importId, lease.id, chunk, outcomes, dependencies.now());
    return runs ? "more" : "done";
  } catch (error) {
    await chunks.release(importId, lease.id, dependencies.now());
    throw error;
  }
}

/** Why the member may not go on; null if it may. */
function stopReason({ organizationId }: Import, member: Member | null): StopReason | null {
  if (!member || member.organizationId !== organizationId) return "member_removed";
  return hasScope(memberActor(member), CREATE_LINK_SCOPE) ? null : "role_changed";
}

/** What became of each row. Throws `service_unavailable` where a row is to be tried again with its chunk. */
async function create(
  actor: MemberActor,
  { id, organizationId, projectId, origins }: Import,
  chunk: Chunk,
  now: Date,
  dependencies: RunDependencies,
): Promise<RowOutcome[]> {
  if (now.getTime() - Date.parse(chunk.begunAt) > REPEATED_MS) return chunk.rows.map(unsure);
  const receipt = ({ link, qrCode }: CreatedLink): string => {
    const said: Receipt = {
      linkId: link.id,
      shortId: link.shortId,
      qrIdentifier: qrCode?.identifier ?? null,
    };
    return JSON.stringify(said);
  };
  const [scope, fingerprint] = await Promise.all([
    sha256Hex(JSON.stringify([organizationId, "import", id, chunk.id])),
    sha256Hex(canonicalJson([projectId, chunk.rows.map(({ row, cells }) => [row, cells])])),
  ]);
  const idempotency: IdempotentWrite<CreatedLink> = { scope, fingerprint, organizationId, receipt };
  const rows = chunk.rows.map(({ cells }) => bodyOf(cells, projectId).body);
  const used = { ...dependencies, origins: { ...origins, problem: null } };
  const results = await createLinks(actor, { rows, idempotency }, used);
  return chunk.rows.map((row, index) => outcomeOf(row, results[index], receipt, dependencies));
}

const NOTHING = { linkId: null, shortId: null, qrIdentifier: null };

function outcomeOf(
  { row }: ImportRow,
  result: RowResult<CreatedLink> | undefined,
  receipt: (made: CreatedLink) => string,
  { log }: RunDependencies,
): RowOutcome {
  if (result === undefined) throw new TypeError("a row without a result");
  if (result.kind === "rejected") {
    const { error } = result;
    if (isUnavailable(error)) throw error;
    if (error instanceof ServiceError)
      return { row, state: "failed", problems: problemsOf(error), ...NOTHING };
    log("error", "import", { row, cause: error });
    const problem = { field: "", message: "The link could not be created. Save the row to try again." };
    return { row, state: "failed", problems: [problem], ...NOTHING };
  }
  const text = result.kind === "made" ? receipt(result.value) : result.receipt;
  // The receipt is the one above, of this chunk or of an earlier attempt at it.
  return { row, state: "made", problems: [], ...(JSON.parse(text) as Receipt) };
}

/** The outcome of a row whose chunk was interrupted so long ago that a repeat could make a second link. */
const unsure = ({ row }: ImportRow): RowOutcome => ({
  row,
  state: "failed",
  problems: [
    {
      field: "",
      message:
        "The creation was interrupted, and it is not known whether there is a link. Look for it by its name before you save the row again.",
    },
  ],
  ...NOTHING,
});
