import type { MemberActor } from "../access/actor.ts";
import { projectArchived, projectDenied, reachesProject } from "../access/permissions.ts";
import type { Project } from "../access/project.ts";
import { type ErrorCode, ServiceError, validationFailed } from "../core/errors.ts";
import { containsApiKey } from "../core/metadata.ts";
import { freeSlugRows, type SlugChecks } from "../links/free-slugs.ts";
import { impossibleIdsOf } from "../links/impossible-ids.ts";
import { allowedRows, type RowChecks, readRows } from "../links/prepare-rows.ts";
import { isUnavailable } from "../platform/d1.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { bodyOf } from "./cells.ts";
import { columnOfField } from "./columns.ts";
import type { Cells, JudgedRow, RowProblem } from "./import.ts";
import { CONTENT_FIELD } from "./read-file.ts";

/** The most problems that are kept of one row, and the longest message of one, in characters. */
const MAX_PROBLEMS = 20;
const MAX_LENGTH = 300;

/** The columns of errors that name no field. */
const COLUMN_OF: Partial<Record<ErrorCode, string>> = {
  unsupported_retailer_intent: "intent",
  project_access_denied: "projectId",
};

/** The problems of a row by column, from what creating its link throws. */
export function problemsOf(error: ServiceError): RowProblem[] {
  const { code, message, details } = error;
  const problems = details ?? [{ field: COLUMN_OF[code] ?? "", message }];
  return problems.slice(0, MAX_PROBLEMS).map((problem) => {
    const column = columnOfField(problem.field);
    const inner = column && problem.field.slice(column.path.join(".").length);
    const shown = column || details === undefined ? (inner ?? "") : problem.field;
    return {
      field: column?.name ?? "",
      message: `${shown && `${shown.replace(/^\./, "")} `}${problem.message}`.slice(0, MAX_LENGTH),
    };
  });
}

/**
 * Which rows can be created by this actor, and what is wrong with the others: as `createLinks` would say, without asking
 * any retailer. Throws `service_unavailable` where that can't be found out, and `validation_failed` for rows whose
 * metadata contain an API key: these are not kept, not even to be corrected.
 */
export async function validateRows(
  actor: MemberActor,
  rows: readonly { row: number; cells: Cells }[],
  projectId: string,
  dependencies: RowChecks & SlugChecks,
): Promise<JudgedRow[]> {
  const bodies = rows.map(({ cells }) => bodyOf(cells, projectId));
  refuseApiKeys(rows, bodies);
  const bodyRows = bodies.map(({ body }) => body);
  const read = readRows(actor, bodyRows, dependencies);
  const named = bodies.map(({ body }) => projectIn(body)).filter((id) => id !== undefined);
  const known = await dependencies.projects.findAll(actor.organizationId, [...new Set(named)]);
  const projects = { findAll: () => Promise.resolve(known) };
  const allowed = await allowedRows(actor, read.accepted, { ...dependencies, projects });
  const free = await freeSlugRows(actor.organizationId, allowed.accepted, dependencies);
  const definitions = new Map(free.accepted.map(({ index, definition }) => [index, definition]));
  return rows.map(({ row, cells }, index) => {
    const own = bodies[index]?.problems ?? [];
    const error = read.rejected.get(index) ?? allowed.rejected.get(index) ?? free.rejected.get(index);
    if (error !== undefined && (!(error instanceof ServiceError) || isUnavailable(error))) throw error;
    // A cell that can't be read is missing in the body: what is said of it there would mislead.
    const unread = own.map(({ field }) => field);
    const others = error === undefined ? [] : problemsOf(error);
    // A row that is rejected for something else was not asked for its project.
    const project = projectProblems(actor, bodies[index]?.body ?? {}, known);
    const shown = [...own, ...others.filter(({ field }) => !unread.includes(field))];
    const more = project.filter(({ field }) => !shown.some((problem) => problem.field === field));
    const problems = [...shown, ...more].slice(0, MAX_PROBLEMS);
    if (problems.length > 0) return { row, cells, state: "bad", problems };
    const doubts = doubtsAbout(definitions.get(index));
    return { row, cells, state: doubts.length > 0 ? "doubtful" : "good", problems: doubts };
  });
}

/** What somebody should look at although the link can be created: ids that cannot be those of the retailer. */
const doubtsAbout = (definition: LinkDefinition | undefined): RowProblem[] =>
  (definition ? impossibleIdsOf(definition) : []).slice(0, MAX_PROBLEMS).map(({ field, id, message }) => ({
    field: columnOfField(field)?.name ?? "",
    // An id and what is said of it are shorter than any message may be.
    message: `${id}: ${message}`,
  }));

function refuseApiKeys(
  rows: readonly { row: number; cells: Cells }[],
  bodies: readonly { body: Record<string, unknown> }[],
): void {
  const holding = rows
    .filter(({ cells }, index) => containsApiKey([cells.metadata, bodies[index]?.body.metadata]))
    .map(({ row }) => row);
  if (holding.length === 0) return;
  const named = `${holding.slice(0, 10).join(", ")}${holding.length > 10 ? " and more" : ""}`;
  const message = `The column metadata must not contain an API key. It does in row ${named}.`;
  throw validationFailed([{ field: CONTENT_FIELD, message }]);
}

const projectIn = (body: { projectId?: unknown }): string | undefined =>
  typeof body.projectId === "string" ? body.projectId : undefined;

function projectProblems(
  actor: MemberActor,
  body: object,
  known: ReadonlyMap<string, Project>,
): RowProblem[] {
  const id = projectIn(body);
  if (id === undefined) return [];
  const project = known.get(id);
  if (!project || !reachesProject(actor, id)) return problemsOf(projectDenied(actor));
  return project.archivedAt === null ? [] : problemsOf(projectArchived());
}
