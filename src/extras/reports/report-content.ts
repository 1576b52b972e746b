import type { Projects } from "../../features/access/actor.ts";
import type { ProjectStore } from "../../features/access/project-store.ts";
import type { Brand } from "../../features/brands/brand.ts";
import { brandOf } from "../../features/brands/project-brand.ts";
import type { VisitReport } from "../../features/visits/get-visit-report.ts";
import { readSharedReport, type SharedReport } from "../../features/visits/shared-report.ts";

/** A shared report with its current numbers. */
export interface ReportContent {
  shared: SharedReport;
  report: VisitReport;
  /** That of the project that the report is about; null without a brand, or about several projects. */
  brand: Brand | null;
  /** Those that the report is about. */
  projects: Projects;
}

/** The current content of a shared report. Throws what `readSharedReport` throws. */
export async function readContent(
  shared: SharedReport,
  dependencies: Parameters<typeof readSharedReport>[1] & { projects: ProjectStore },
): Promise<ReportContent> {
  const { organizationId, view } = shared;
  const report = await readSharedReport(shared, dependencies);
  const projectId = report.link?.projectId ?? report.filter.projectId;
  const project = projectId === null ? null : await dependencies.projects.find(organizationId, projectId);
  const projects = projectId === null ? (view.projects ?? "all") : [projectId];
  return { shared, report, brand: brandOf(project), projects };
}
