import type { OrganizationActor } from "../access/actor.ts";
import { requireNamedProject, requireOwned, requireScope } from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { validationFailed } from "../core/errors.ts";
import { newId, timeOfId } from "../core/ids.ts";
import type { OperationScope } from "../core/vocabulary.ts";
import { rowsOf, type VisitRow } from "./breakdown.ts";
import { periodsOf, type RangeInput, rangeOf, type VisitRange } from "./range.ts";
import { bucketsOf, type VisitBucket } from "./series.ts";
import { type Dimension, sumOf, type VisitNumbers } from "./statistics.ts";
import type { VisitScope, VisitStatisticsStore } from "./statistics-store.ts";

export const GET_VISITS_SCOPE: OperationScope = "links:read";

/** Which visits are asked for, and how they are grouped. */
export interface VisitsInput extends RangeInput {
  /** Absent: as a series. */
  by?: Dimension | undefined;
}

interface VisitsDependencies {
  visits: VisitStatisticsStore;
  projects: ProjectStore;
  now: () => Date;
}

/** The numbers of visits, as a series (`buckets`) or broken down (`rows`). */
export interface VisitStatistics extends VisitRange {
  /** When the newest visits came that are counted, of whichever link; null where none came for two days. */
  updatedAt: Date | null;
  totals: VisitNumbers;
  told: { buckets: VisitBucket[] } | { rows: VisitRow[] };
}

/**
 * The visits of a link. Throws `insufficient_scope`, `validation_failed`, `not_found`, `project_access_denied` and
 * `service_unavailable`.
 */
export async function getLinkVisits(
  actor: OrganizationActor,
  { linkId, ...input }: VisitsInput & { linkId: string },
  dependencies: VisitsDependencies,
): Promise<VisitStatistics> {
  requireScope(actor, GET_VISITS_SCOPE);
  const range = visitRangeOf(input, dependencies.now());
  const { organizationId, projectId } = requireOwned(actor, await dependencies.visits.findOwner(linkId));
  return read({ organizationId, projects: [projectId], linkId }, range, input.by, dependencies);
}

/**
 * The visits of a project, or of all projects that the actor reaches. Throws `insufficient_scope`,
 * `validation_failed`, `project_access_denied` and `service_unavailable`.
 */
export async function getVisits(
  actor: OrganizationActor,
  { projectId, ...input }: VisitsInput & { projectId?: string | undefined },
  dependencies: VisitsDependencies,
): Promise<VisitStatistics> {
  requireScope(actor, GET_VISITS_SCOPE);
  const range = visitRangeOf(input, dependencies.now());
  const { organizationId } = actor;
  if (projectId !== undefined) {
    await requireNamedProject(actor, { organizationId, projectId }, dependencies.projects);
  }
  const reached = actor.type === "api_key" ? actor.projects : "all";
  const projects = projectId === undefined ? reached : [projectId];
  return read({ organizationId, projects, linkId: null }, range, input.by, dependencies);
}

/** The range. A breakdown needs whole days, because only the totals are known by the hour. */
function visitRangeOf(input: VisitsInput, now: Date): VisitRange {
  if (input.by !== undefined && input.interval === "hour") {
    throw validationFailed([{ field: "interval", message: "must not be hour where by is given" }]);
  }
  return rangeOf(input, now);
}

async function read(
  scope: VisitScope,
  range: VisitRange,
  by: Dimension | undefined,
  { visits, now }: VisitsDependencies,
): Promise<VisitStatistics> {
  const found = await visits.read(scope, {
    periods: periodsOf(range),
    hours: range.interval === "hour",
    by: by === undefined || by === "visitor" ? null : by,
    // The first id of this moment. A later id was made by a clock that is ahead, and is ignored.
    before: newId("vis", now(), (length) => new Uint8Array(length)),
  });
  const totals = sumOf(found.periods);
  return {
    ...range,
    updatedAt: found.newestMessage === null ? null : timeOfId(found.newestMessage),
    totals,
    told: by ? { rows: rowsOf(by, found.values, totals) } : { buckets: bucketsOf(range, found.periods) },
  };
}
