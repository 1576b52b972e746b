import type { Owned } from "../access/permissions.ts";
import type { Part } from "./report-plan.ts";
import type { PartRow } from "./statistics.ts";
import type { CheckedFilter } from "./visit-filter.ts";

/** The subject of a query. */
export interface RowsSubject {
  organizationId: string;
  projects: "all" | readonly string[];
  filter: CheckedFilter;
}

/** Projects by link id. */
export type LinkProjects = ReadonlyMap<string, string>;

export interface ReportSubject extends RowsSubject {
  /** The links with the filter's tag; null without a tag. */
  links: LinkProjects | null;
}

/** Finds the links of projects that have a tag now. */
export type FindTagged = (subject: Omit<RowsSubject, "filter">, tag: string) => Promise<LinkProjects>;

/** The link or QR code in a report's filter. */
export interface FilteredLink extends Owned {
  name: string;
  publicName: string | null;
  /** How the offers of a choice are chosen, as in `page.pick`; null for other links, and if the shopper chooses. */
  pick: string | null;
  /** The name of the QR code; null without a QR code in the filter, or if the link doesn't have it. */
  codeName: string | null;
}

/** Reads reports of visits. */
export interface VisitReportStore {
  /** The link in a filter, if it exists. */
  findLink(filter: CheckedFilter): Promise<FilteredLink | null>;
  /**
   * The rows of each part; null for a part that would read too many rows of counters. All are a consistent snapshot, except parts
   * that read each link, and the current day of rankings with more than 10,000 links on it. `newest` is the time of the newest
   * counted visits before `before`, in milliseconds, if any are recent.
   */
  read(
    subject: ReportSubject,
    parts: readonly Part[],
    before: number,
  ): Promise<{ newest: number | null; parts: (PartRow[] | null)[] }>;
}
