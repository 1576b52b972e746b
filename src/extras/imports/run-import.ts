import { type MemberActor, memberActor } from "../../features/access/actor.ts";
import { lostRight } from "../../features/access/member.ts";
import type { MemberStore } from "../../features/access/member-store.ts";
import type { IdempotentWrite, RowResult } from "../../features/idempotency/claim.ts";
import { CREATE_LINK_SCOPE, type CreateLinkDependencies } from "../../features/links/create-link.ts";
import { createLinks } from "../../features/links/create-links.ts";
import type { CreatedLink } from "../../features/links/new-link.ts";
import { MAX_ROWS } from "../../features/links/prepare-rows.ts";
import { HOUR_MS } from "../../ground/core/days.ts";
import { sha256Hex } from "../../ground/core/digest.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { canonicalJson } from "../../ground/core/json.ts";
import { isUnavailable } from "../../ground/platform/d1.ts";
import { LEASE_MS, type RunState } from "../../ground/platform/queue.ts";
import type { Chunk, ChunkStore, RowOutcome } from "./chunk-store.ts";
import type { Import, ImportRow } from "./import.ts";
import type { ImportMessage } from "./import-message.ts";
import type { ImportStore } from "./import-store.ts";
import { bodyOf } from "./read-cells.ts";
import { problemsOf } from "./validate-rows.ts";

/** How long a chunk may be repeated: the claims of its links are stored for 24 hours. */
const REPEATED_MS = 23 * HOUR_MS;

export interface RunDependencies extends Omit<CreateLinkDependencies, "origins"> {
  imports: ImportStore;
  chunks: ChunkStore;
  members: MemberStore;
  newLeaseId: () => string;
}

/** A link's receipt, for a repeated chunk. */
interface Receipt {
  linkId: string;
  shortId: string;
  qrIdentifier: string | null;
}

/**
 * Creates the links of up to 100 waiting rows of a running import, as the member who started it. A repeat of an
 * interrupted chunk creates only missing links. An import that isn't running or doesn't belong to the organization is
 * `done`. Throws `service_unavailable`; the chunk is then resumed later.
 */
export async function runChunk(message: ImportMessage, dependencies: RunDependencies): Promise<RunState> {
  const { organizationId, importId } = message;
  const { imports, chunks, members } = dependencies;
  const now = dependencies.now();
  const lease = { id: dependencies.newLeaseId(), until: new Date(now.getTime() + LEASE_MS) };
  const chunk = await chunks.begin(message, lease, MAX_ROWS, now);
  const running = await imports.find(importId);
  if (running?.organizationId !== organizationId || running.state !== "running") return "done";
  if (!chunk) return "busy";
  const member = await members.find(running.memberId);
  const because = lostRight(member, running.organizationId, CREATE_LINK_SCOPE);
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

/** The result of each row. Throws `service_unavailable` if the chunk has to be retried. */
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
  // The receipt above, from this attempt or an earlier attempt at the chunk.
  return { row, state: "made", problems: [], ...(JSON.parse(text) as Receipt) };
}

/** The result of a row whose chunk was interrupted so long ago that a repeat could create a second link. */
const unsure = ({ row }: ImportRow): RowOutcome => ({
  row,
  state: "failed",
  problems: [
    {
      field: "",
      message:
        "The creation was interrupted, so the link may exist. Search for it by name before you save the row again.",
    },
  ],
  ...NOTHING,
});
