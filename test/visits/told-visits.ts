import type { VisitStatisticsResource } from "../../src/surfaces/api/visit-resources.ts";

type Series = Extract<VisitStatisticsResource, { buckets: unknown }>;
type Breakdown = Extract<VisitStatisticsResource, { rows: unknown }>;

/** An answer about visits of either kind, for tests that know which one they asked for. */
export type ToldVisits = Omit<Series, "buckets"> & Partial<Pick<Series, "buckets"> & Pick<Breakdown, "rows">>;
