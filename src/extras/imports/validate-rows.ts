import type { MemberActor } from "../../features/access/actor.ts";
import { projectArchived, projectDenied, reachesProject } from "../../features/access/permissions.ts";
import type { Project } from "../../features/access/project.ts";
import { domainOfProject } from "../../features/addresses/domain-store.ts";
import { nameCollection } from "../../features/addresses/taken-names.ts";
import { type Preview, previewOf } from "../../features/links/destination-preview.ts";
import type { LinkExtension } from "../../features/links/extension.ts";
import { adviseRows, allowedRows, type RowChecks, readRows } from "../../features/links/prepare-rows.ts";
import { freeNameRows, type NameChecks } from "../../features/links/preview-links.ts";
import { HARMLESS, type WarningCode } from "../../features/links/warning-codes.ts";
import type { LinkDefinition } from "../../features/retailers/definition.ts";
import type { Affiliate } from "../../features/short-links/earners.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { containsApiKey } from "../../ground/core/metadata.ts";
import { isInvisible, NOT_VISIBLE } from "../../ground/core/text.ts";
import { valueOfField } from "../../ground/core/validation.ts";
import type { Zone } from "../../ground/core/zone.ts";
import { isUnavailable } from "../../ground/platform/d1.ts";
import { letOthersPass, piecesOf } from "../../ground/platform/pieces.ts";
import { CONTENT_FIELD } from "../files/file-content.ts";
import { columnOfField } from "./columns.ts";
import type { Cells, RowProblem, ValidatedRow } from "./import.ts";
import { lossOf, withKeptAddresses } from "./moved-from.ts";
import { bodyOf, withPlainUrls } from "./read-cells.ts";
import { dayOrderOf, withTimes } from "./read-times.ts";
import { MAX_MESSAGE, MAX_PROBLEMS, problemsOf } from "./row-problems.ts";
import { withShop } from "./shop-of-row.ts";

/** Throws `validation_failed` if neither the file's project nor any row says where links go. */
function requireProject(rows: readonly { cells: Cells }[], projectId: string): void {
  if (projectId !== "" || rows.some(({ cells }) => cells.projectId)) return;
  throw validationFailed([{ field: "project", message: "Choose a project: the file names none." }]);
}

/** The problems of names that nobody can see. The API takes every text; in a list, such a name is a mistake of the file. */
const unseenNames = (body: Readonly<Record<string, unknown>> = {}): RowProblem[] =>
  ["name", "publicName"].flatMap((field) =>
    isInvisible(body[field]) ? [{ field, message: NOT_VISIBLE }] : [],
  );

export interface RowValidation extends RowChecks, NameChecks {
  extensions: readonly LinkExtension[];
  affiliate: Affiliate;
  zones: { find(organizationId: string): Promise<Zone> };
}

/**
 * Validates the rows for this actor like `createLinks`, but without querying retailers, in pieces that let other requests
 * pass. Throws `service_unavailable` if that is impossible now, and `validation_failed` for rows whose metadata contains an
 * API key: these are not stored, not even for correction.
 */
export async function validateRows(
  actor: MemberActor,
  fileRows: readonly { row: number; cells: Cells }[],
  projectId: string,
  dependencies: RowValidation,
): Promise<ValidatedRow[]> {
  const zone = await dependencies.zones.find(actor.organizationId);
  const order = dayOrderOf(fileRows);
  const given = nameCollection();
  const known = new Map<string, Project | undefined>();
  const validated: ValidatedRow[] = [];
  const withKeys: number[] = [];
  for await (const piece of piecesOf(fileRows)) {
    const rows = piece.map(({ row, cells: given }): CheckedRow => {
      const { cells, doubts } = withPlainUrls(given);
      return { row, cells: withTimes(withShop(cells), zone, order), read: doubts };
    });
    const bodies = rows.map(({ cells }) => bodyOf(cells, projectId));
    withKeys.push(...rowsWithApiKey(rows, bodies));
    // Nothing of the file is stored then: only the rows with a key are still looked for.
    if (withKeys.length > 0) continue;
    await findProjects(actor, bodies, known, dependencies);
    validated.push(...(await validatePiece(actor, rows, bodies, { known, given }, dependencies)));
  }
  if (withKeys.length > 0) throw apiKeysIn(withKeys);
  return validated;
}

/** A row as it is checked, with what to say about its URLs. */
interface CheckedRow {
  row: number;
  cells: Cells;
  read: readonly RowProblem[];
}

type Bodies = readonly ReturnType<typeof bodyOf>[];
type KnownProjects = ReadonlyMap<string, Project | undefined>;

/** Adds the projects in these bodies that `known` does not have yet. */
async function findProjects(
  { organizationId }: MemberActor,
  bodies: Bodies,
  known: Map<string, Project | undefined>,
  { projects }: RowValidation,
): Promise<void> {
  const named = new Set(bodies.flatMap(({ body }) => projectIn(body) ?? []));
  const missing = [...named].filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const found = await projects.findAll(organizationId, missing);
  for (const id of missing) known.set(id, found.get(id));
}

async function validatePiece(
  actor: MemberActor,
  rows: readonly CheckedRow[],
  bodies: Bodies,
  { known, given: names }: { known: KnownProjects; given: ReturnType<typeof nameCollection> },
  dependencies: RowValidation,
): Promise<ValidatedRow[]> {
  const bodyRows = bodies.map(({ body }) => body);
  const parsed = readRows(actor, bodyRows, dependencies);
  const found = new Map([...known].flatMap(([id, project]) => (project ? [[id, project] as const] : [])));
  const projects = { findAll: () => Promise.resolve(found) };
  const allowed = await allowedRows(actor, parsed.accepted, { ...dependencies, projects });
  const free = await freeNameRows(actor.organizationId, allowed.accepted, dependencies, names);
  await letOthersPass();
  const { extensions, affiliate: deployment, now } = dependencies;
  const advised = await adviseRows(free.accepted, extensions, false);
  const doubtsAt = new Map(
    advised.map(({ index, definition, own, advice }) => {
      const preview = previewOf(definition, advice, { affiliate: { own, deployment }, now: now() });
      return [index, doubtsAbout(definition, preview)];
    }),
  );
  return rows.map(({ row, cells, read }, index) => {
    const own = [...(bodies[index]?.problems ?? []), ...unseenNames(bodies[index]?.body)];
    const error = parsed.rejected.get(index) ?? allowed.rejected.get(index) ?? free.rejected.get(index);
    if (error !== undefined && (!(error instanceof ServiceError) || isUnavailable(error))) throw error;
    // An unparsable cell is missing in the body: the body's problem with that field would mislead.
    const unread = own.map(({ field }) => field);
    const others = error === undefined ? [] : problemsOf(error);
    // The project of a row that was rejected for another reason has not been checked.
    const project = projectProblems(actor, bodies[index]?.body ?? {}, known);
    const shown = [...own, ...others.filter(({ field }) => !unread.includes(field))];
    const more = project.filter(({ field }) => !shown.some((problem) => problem.field === field));
    const problems = [...shown, ...more].slice(0, MAX_PROBLEMS);
    if (problems.length > 0) return { row, cells, state: "bad", problems };
    const doubts = [...read, ...(doubtsAt.get(index) ?? [])].slice(0, MAX_PROBLEMS);
    return { row, cells, state: doubts.length > 0 ? "doubtful" : "good", problems: doubts };
  });
}

/** Validates rows of a new file: those of another service keep their printed addresses. Throws as `validateRows` does. */
export async function validateNewRows(
  actor: MemberActor,
  rows: readonly { row: number; cells: Cells }[],
  projectId: string,
  dependencies: RowValidation,
): Promise<ValidatedRow[]> {
  requireProject(rows, projectId);
  const { organizationId } = actor;
  const domains = await dependencies.domains.confirmed(dependencies.now());
  const domain = domainOfProject(domains, { organizationId, projectId });
  return validateRows(actor, await withKeptAddresses(rows, domain), projectId, dependencies);
}

/** Warnings that follow from others, or say nothing about a row: most links of other services are http. */
const NOT_SHOWN: readonly WarningCode[] = [...HARMLESS, "fallback_missing", "http_destination"];

/** Problems of a link that can be created but should be checked: its warnings, and what a link of another service loses. */
function doubtsAbout(definition: LinkDefinition, { warnings }: Pick<Preview, "warnings">): RowProblem[] {
  const loss = lossOf(definition.metadata);
  const lost = loss && { field: "", message: `Not carried over from ${loss.service}: ${loss.lost}.` };
  const shown = warnings.filter(({ code }) => !NOT_SHOWN.includes(code));
  const doubts = shown.map(({ field = "", message }): RowProblem => {
    const value = valueOfField(definition, field);
    return {
      field: columnOfField(field)?.name ?? "",
      message: typeof value === "string" ? `${value}: ${message}` : message,
    };
  });
  return [...(lost ? [lost] : []), ...doubts]
    .slice(0, MAX_PROBLEMS)
    .map(({ field, message }) => ({ field, message: message.slice(0, MAX_MESSAGE) }));
}

const rowsWithApiKey = (rows: readonly { row: number; cells: Cells }[], bodies: Bodies): number[] =>
  rows
    .filter(({ cells }, index) => containsApiKey([cells.metadata, bodies[index]?.body.metadata]))
    .map(({ row }) => row);

/** The error for rows whose metadata contains an API key. */
function apiKeysIn(rows: readonly number[]): ServiceError {
  const named = `${rows.slice(0, 10).join(", ")}${rows.length > 10 ? " and more" : ""}`;
  const message = `The column Metadata must not contain an API key. Affected rows: ${named}.`;
  return validationFailed([{ field: CONTENT_FIELD, message }]);
}

const projectIn = (body: { projectId?: unknown }): string | undefined =>
  typeof body.projectId === "string" ? body.projectId : undefined;

function projectProblems(actor: MemberActor, body: object, known: KnownProjects): RowProblem[] {
  const id = projectIn(body);
  if (id === undefined) return [];
  const project = known.get(id);
  if (!project || !reachesProject(actor, id)) return problemsOf(projectDenied(actor));
  return project.archivedAt === null ? [] : problemsOf(projectArchived());
}
