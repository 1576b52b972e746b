import type { OrganizationActor } from "../access/actor.ts";
import {
  linkNotFound,
  reachableProjects,
  requireNamedProject,
  requireOwned,
  requireScope,
} from "../access/permissions.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { GET_VISITS_SCOPE } from "../access/scopes.ts";
import type { ZoneStore } from "../access/zone-store.ts";
import { type ReportParts, reportPartsOf } from "./report-parts.ts";
import { planReport, type RequestedParts } from "./report-plan.ts";
import type { FilteredLink, FindTagged, ReportSubject, VisitReportStore } from "./report-subject.ts";
import { type CheckedFilter, checkedFilter, type VisitFilter } from "./visit-filter.ts";
import { type RangeInput, rangeOf, type VisitRange } from "./visit-range.ts";

export interface ReportInput extends RangeInput, RequestedParts {
  filter: VisitFilter;
}

/** The requested visits of a range, with the filter. */
export interface VisitReport extends VisitRange, ReportParts {
  /** The time of the query: buckets that contain it are incomplete. */
  at: Date;
  /** The time of the newest counted visits of any link; null if there were none for two days. */
  updatedAt: Date | null;
  filter: CheckedFilter;
  link: FilteredLink | null;
}

export interface ReportDependencies {
  visitReports: VisitReportStore;
  zones: ZoneStore;
  taggedLinks: FindTagged;
  projects: ProjectStore;
  now: () => Date;
}

/**
 * Visits of a project, or of all projects that the actor can access, with any filters. Unanswered parts have a reason.
 * Throws `validation_failed`, `not_found` and `project_access_denied`.
 */
export async function getVisitReport(
  actor: OrganizationActor,
  input: ReportInput,
  dependencies: ReportDependencies,
): Promise<VisitReport> {
  requireScope(actor, GET_VISITS_SCOPE);
  // Range errors come first, whatever the link.
  rangeOf(input, await dependencies.zones.find(actor.organizationId), dependencies.now());
  const view = await viewOf(actor, input, dependencies);
  return reportOf(view, input, dependencies);
}

/** The links with the filter's tag; null without a tag. */
export const taggedLinksOf = async (
  subject: Omit<ReportSubject, "links">,
  findTagged: FindTagged,
): Promise<ReportSubject["links"]> => {
  const { tag } = subject.filter;
  return tag === null ? null : findTagged(subject, tag);
};

/** The subject of a report, after the access check. */
interface ReportView {
  subject: ReportSubject;
  link: FilteredLink | null;
}

/** Resolves the filter and checks access. Throws `validation_failed`, `not_found` and `project_access_denied`. */
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

/** The report of a view. Throws `validation_failed`. */
export async function reportOf(
  { subject, link }: ReportView,
  input: ReportInput,
  { visitReports, zones, now: clock }: Pick<ReportDependencies, "visitReports" | "zones" | "now">,
): Promise<VisitReport> {
  const now = clock();
  const range = rangeOf(input, await zones.find(subject.organizationId), now);
  const plan = planReport(subject.filter, range, input, now);
  // Later visits come from a clock that is ahead, and are ignored.
  const found = await visitReports.read(subject, plan.parts, now.getTime());
  return {
    ...range,
    at: now,
    updatedAt: found.newest === null ? null : new Date(found.newest),
    filter: subject.filter,
    link,
    ...reportPartsOf(plan, found.parts),
  };
}
