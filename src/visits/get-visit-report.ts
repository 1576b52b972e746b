import type { OrganizationActor } from "../access/actor.ts";
import {
  linkNotFound,
  reachableProjects,
  requireNamedProject,
  requireOwned,
  requireScope,
} from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { newId, timeOfId } from "../core/ids.ts";
import type { OperationScope } from "../core/vocabulary.ts";
import { type CheckedFilter, checkedFilter, type VisitFilter } from "./filter.ts";
import { type Asked, questionsOf } from "./questions.ts";
import { type RangeInput, rangeOf, type VisitRange } from "./range.ts";
import { answersOf, type ReportAnswers } from "./report-answers.ts";
import type { FilteredLink, FindTagged, ReportSubject, VisitReportStore } from "./report-store.ts";
import type { ZoneStore } from "./zone-store.ts";

export const GET_VISITS_SCOPE: OperationScope = "links:read";

/** What a report shows. */
export interface ReportInput extends RangeInput, Asked {
  filter: VisitFilter;
}

/** Visits of a range: what was asked for, and what it was narrowed to. */
export interface VisitReport extends VisitRange, ReportAnswers {
  /** When it was asked for: what begins before and ends after this goes on. */
  at: Date;
  /** When the newest visits came that are counted, of whichever link; null where none came for two days. */
  updatedAt: Date | null;
  filter: CheckedFilter;
  /** The link that it is narrowed to. */
  link: FilteredLink | null;
}

/** What the verbs that make reports use. */
export interface ReportDependencies {
  visitReports: VisitReportStore;
  zones: ZoneStore;
  taggedLinks: FindTagged;
  projects: ProjectStore;
  now: () => Date;
}

/**
 * Visits of a project, or of all projects that the actor reaches, narrowed by any filters. Parts that have no answer say
 * why. Throws `insufficient_scope`, `validation_failed`, `not_found`, `project_access_denied` and `service_unavailable`.
 */
export async function getVisitReport(
  actor: OrganizationActor,
  input: ReportInput,
  dependencies: ReportDependencies,
): Promise<VisitReport> {
  requireScope(actor, GET_VISITS_SCOPE);
  // What is wrong with the range is said first, whichever link is asked for.
  rangeOf(input, await dependencies.zones.find(actor.organizationId), dependencies.now());
  const view = await viewOf(actor, input, dependencies);
  return reportOf(view, input, dependencies);
}

/** The links that have the tag of a filter; null where it names none. May throw `service_unavailable`. */
export const taggedLinksOf = async (
  subject: Omit<ReportSubject, "links">,
  findTagged: FindTagged,
): Promise<ReportSubject["links"]> => {
  const { tag } = subject.filter;
  return tag === null ? null : findTagged(subject, tag);
};

/** What a report is about, after the actor's access to it was checked. */
export interface ReportView {
  subject: ReportSubject;
  link: FilteredLink | null;
}

/**
 * Whose visits the filter asks for. Throws `validation_failed`, `not_found`, `project_access_denied` and
 * `service_unavailable`.
 */
export async function viewOf(
  actor: OrganizationActor,
  { filter: asked }: { filter: VisitFilter },
  {
    visitReports,
    projects,
    taggedLinks,
  }: Pick<ReportDependencies, "visitReports" | "projects" | "taggedLinks">,
): Promise<ReportView> {
  const filter = checkedFilter(asked);
  const { organizationId } = actor;
  if (filter.projectId !== null) {
    await requireNamedProject(actor, { organizationId, projectId: filter.projectId }, projects);
  }
  if (filter.linkId === null) {
    const projects = filter.projectId === null ? reachableProjects(actor) : [filter.projectId];
    const subject = { organizationId, projects, filter };
    return { subject: { ...subject, links: await taggedLinksOf(subject, taggedLinks) }, link: null };
  }
  const link = requireOwned(actor, await visitReports.findLink(filter));
  const isOther = filter.projectId !== null && filter.projectId !== link.projectId;
  if (isOther || (filter.qrIdentifier !== null && link.codeName === null)) throw linkNotFound();
  const subject = { organizationId, projects: [link.projectId], filter };
  return { subject: { ...subject, links: await taggedLinksOf(subject, taggedLinks) }, link };
}

/** The report of a view. Throws `validation_failed` and `service_unavailable`. */
export async function reportOf(
  { subject, link }: ReportView,
  input: ReportInput,
  { visitReports, zones, now: clock }: Pick<ReportDependencies, "visitReports" | "zones" | "now">,
): Promise<VisitReport> {
  const now = clock();
  const range = rangeOf(input, await zones.find(subject.organizationId), now);
  const questions = questionsOf(subject.filter, range, input, now);
  // The first id of this moment. A later id was made by a clock that is ahead, and is ignored.
  const before = newId("vis", now, (length) => new Uint8Array(length));
  const found = await visitReports.read(subject, questions.parts, before);
  return {
    ...range,
    at: now,
    updatedAt: found.newestMessage === null ? null : timeOfId(found.newestMessage),
    filter: subject.filter,
    link,
    ...answersOf(questions, found.parts),
  };
}
