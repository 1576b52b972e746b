import type { MemberActor } from "../../features/access/actor.ts";
import type { MemberStore } from "../../features/access/member.ts";
import { CREATE_LINK_SCOPE } from "../../features/access/scopes.ts";
import { type CreateLinksDependencies, createLinks } from "../../features/links/create-links.ts";
import type { CreatedLink } from "../../features/links/new-link.ts";
import { MAX_ROWS } from "../../features/links/prepare-rows.ts";
import type { IdempotentWrite, RowResult } from "../../features/writes/claim.ts";
import { HOUR_MS } from "../../ground/core/days.ts";
import { sha256Hex } from "../../ground/core/digest.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { canonicalJson } from "../../ground/core/json.ts";
import { isUnavailable } from "../../ground/platform/d1.ts";
import type { RunAttempt } from "../runs/continue-runs.ts";
import type { Outcome } from "../runs/run-store.ts";
import { workerOf } from "../runs/run-worker.ts";
import type { Chunk, ChunkStore, RowOutcome } from "./chunk-store.ts";
import type { Import, ImportRow } from "./import.ts";
import { bodyOf } from "./read-cells.ts";
import { problemsOf } from "./row-problems.ts";

/** How long a chunk may be repeated: the claims of its links are stored for 24 hours. */
const REPEATED_MS = 23 * HOUR_MS;

export interface RowDependencies extends Omit<CreateLinksDependencies, "origins"> {
  chunks: ChunkStore;
  members: MemberStore;
}

/** A link's receipt, for a repeated chunk. */
interface Receipt {
  linkId: string;
  shortId: string;
  qrIdentifier: string | null;
}

/**
 * Creates the links of up to 100 waiting rows of an import, as the member who started it. A repeat of an interrupted chunk
 * creates only missing links. Throws `RunStopped`, and `service_unavailable`; the chunk is then resumed later.
 */
export async function createRows(
  { run, leaseId, now }: RunAttempt<Import, null>,
  dependencies: RowDependencies,
): Promise<Outcome<null>> {
  const actor = await workerOf(run, CREATE_LINK_SCOPE, dependencies);
  const chunk = await dependencies.chunks.begin(run.id, leaseId, MAX_ROWS, now);
  const outcomes = await create(actor, run, chunk, now, dependencies);
  return dependencies.chunks.outcome(run.id, chunk, outcomes, dependencies.now());
}

/** The result of each row. Throws `service_unavailable` if the chunk has to be retried. */
async function create(
  actor: MemberActor,
  { id, organizationId, projectId, origins }: Import,
  chunk: Chunk,
  now: Date,
  dependencies: RowDependencies,
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
  const withOrigins = { ...dependencies, origins: { ...origins, problem: null } };
  const results = await createLinks(actor, { rows, idempotency }, withOrigins);
  return chunk.rows.map((row, index) => outcomeOf(row, results[index], receipt, dependencies));
}

const NOTHING = { linkId: null, shortId: null, qrIdentifier: null };

function outcomeOf(
  { row }: ImportRow,
  result: RowResult<CreatedLink> | undefined,
  receipt: (made: CreatedLink) => string,
  { log }: RowDependencies,
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
