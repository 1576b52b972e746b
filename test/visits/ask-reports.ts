import type { Env } from "../../src/env.ts";
import type { MemberActor } from "../../src/features/access/actor.ts";
import type { Dimension } from "../../src/features/visits/dimensions.ts";
import { getVisitReport, type VisitReport } from "../../src/features/visits/get-visit-report.ts";
import type { VisitFilter } from "../../src/features/visits/visit-filter.ts";
import type { Interval } from "../../src/features/visits/visit-range.ts";
import { openDependencies } from "../../src/wiring.ts";

/** When reports are asked for. */
export const NOW = new Date("2026-09-20T12:00:00Z");
export const RECENT = { from: "2026-09-10", to: "2026-09-12" };
/** From days that are in months to days. */
export const LONG = { from: "2025-08-20", to: "2026-09-12" };

export interface AskedReport {
  filter?: VisitFilter;
  by?: readonly Dimension[];
  from?: string;
  to?: string;
  projects?: MemberActor["projects"];
  interval?: Interval;
}

/** A report with all its parts, of recent days unless others are named, for a member of acme. */
export function askReport(
  env: Env,
  { filter = {}, by = [], projects = "all", interval = "day", ...range }: AskedReport = {},
): Promise<VisitReport> {
  const dependencies = openDependencies(
    env,
    () => {},
    () => NOW,
  );
  return getVisitReport(
    { type: "member", id: "mem_1", organizationId: "acme", role: "owner", projects },
    { ...RECENT, ...range, interval, filter, by, compare: "previous" },
    dependencies,
  );
}
