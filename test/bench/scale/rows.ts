import type { Writes } from "./traffic.ts";

/** Rows that D1 counts as written, by what writes them. */
export interface Rows {
  /** By the consumer: ids of messages and rows of days. */
  counting: number;
  /** By the job "keep visits": leaders of days. */
  leaders: number;
  /** By that job: rows of months, and rows of days that are deleted. */
  months: number;
  /** Ids of messages and leaders that are deleted. */
  forgetting: number;
}

/** What a new row of visit_months is, with its index. scale.test.ts counts it. */
const NEW_MONTH = 2;

/** The rows that these writes come to. */
export function rowsOf({ messages, dayAdds, links, projects, days, months }: Writes): Rows {
  const dayRows = (links + projects) * days;
  return {
    counting: messages + dayAdds,
    leaders: projects * days,
    // Each day is added to its month and deleted.
    months: 2 * dayRows + months * NEW_MONTH,
    forgetting: messages + projects * days,
  };
}

/** All of them. */
export const allRows = ({ counting, leaders, months, forgetting }: Rows): number =>
  counting + leaders + months + forgetting;
