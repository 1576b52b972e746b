import type { Import, ImportRow, RowCounts, RowState } from "../../imports/import.ts";
import type { Place } from "../layout/context.ts";
import type { FormProblems } from "../layout/forms.ts";

/** The rows that a page can show. */
export const VIEWS = {
  problems: { label: "Problems", states: ["bad", "failed"] },
  check: { label: "Check these", states: ["doubtful"] },
  ready: { label: "Ready", states: ["good"] },
  waiting: { label: "Waiting", states: ["waiting"] },
  created: { label: "Created", states: ["made"] },
} as const satisfies Record<string, { label: string; states: readonly RowState[] }>;

/** The name of a view. */
export type ViewName = keyof typeof VIEWS;

/** How many rows a view has. */
export const countOf = (view: ViewName, counts: RowCounts): number =>
  VIEWS[view].states.reduce((sum, state) => sum + counts[state], 0);

/** What the page of an import shows. */
export interface ImportPageProps {
  place: Place;
  found: Import;
  counts: RowCounts;
  view: ViewName;
  page: { rows: readonly ImportRow[]; next: number | null };
  isFirst: boolean;
  shortLinkOrigin: string;
  problems?: FormProblems;
  done?: string | undefined;
}
