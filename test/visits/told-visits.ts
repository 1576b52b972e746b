import type { VisitStatisticsResource } from "../../src/surfaces/api/visit-resources.ts";

type Series = Extract<VisitStatisticsResource, { buckets: unknown }>;
type Breakdown = Extract<VisitStatisticsResource, { rows: unknown }>;

/** The same without the numbers of visitors, for tests of visits. */
export const withoutVisitors = <T>(answer: T): T =>
  JSON.parse(JSON.stringify(answer, (name, value) => (name === "visitors" ? undefined : value)));

/** An answer about visits of either kind, for tests that know which one they asked for. */
export type ToldVisits = Omit<Series, "buckets"> & Partial<Pick<Series, "buckets"> & Pick<Breakdown, "rows">>;
