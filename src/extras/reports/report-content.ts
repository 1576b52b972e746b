import type { Projects } from "../../features/access/actor.ts";
import type { Brand } from "../../features/brands/brand.ts";
import type { BrandStore } from "../../features/brands/brand-store.ts";
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
  dependencies: Parameters<typeof readSharedReport>[1] & { brands: BrandStore },
): Promise<ReportContent> {
  const { organizationId, view } = shared;
  const report = await readSharedReport(shared, dependencies);
  const projectId = report.link?.projectId ?? report.filter.projectId;
  const found = projectId === null ? null : await dependencies.brands.find({ organizationId, projectId });
  const projects = projectId === null ? (view.projects ?? "all") : [projectId];
  return { shared, report, brand: found?.brand ?? null, projects };
}
