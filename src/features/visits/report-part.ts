import type { PageLanguage } from "../../ground/core/page-languages.ts";
import type { Projects } from "../access/actor.ts";
import type { VisitReport } from "./get-visit-report.ts";
import type { SharedReport } from "./shared-report.ts";

/** A number beside visits: of money a text for each currency. */
interface ReportFigure {
  label: string;
  texts: readonly string[];
  /** Shown smaller. */
  note?: string;
}

/** What an extra adds to the numbers of a report, in the words of its reader. */
export interface ReportPart {
  title: string;
  /** Empty: there are none, as the hint says. */
  figures: readonly ReportFigure[];
  hint: string;
}

/** A shared report that was read, with the projects that it is about. */
export interface ReadReport {
  shared: SharedReport;
  report: VisitReport;
  projects: Projects;
}

/** The part of an extra in a language; `dates`: the tag of its days, if they are written otherwise. */
export type PartInLanguage = (language: PageLanguage, dates?: string) => Promise<ReportPart>;

/** Reads what an extra adds to a shared report; null: nothing. */
export type ReadReportPart = (read: ReadReport) => Promise<PartInLanguage | null>;
