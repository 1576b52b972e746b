import type { Writes } from "./traffic.ts";

/** Rows that D1 counts as written, by writer. */
export interface Rows {
  /** By the consumer: ids of messages and rows of days. */
  counting: number;
  /** By the job "roll up visits": rows of months, and deleted rows of days. */
  months: number;
  /** Deleted ids of messages. */
  forgetting: number;
}

/** The rows of a new row of visit_months, with its index. scale.test.ts counts it. */
const NEW_MONTH = 2;

/** The rows of these writes. */
export function rowsOf({ messages, dayAdds, links, projects, days, months }: Writes): Rows {
  const dayRows = (links + projects) * days;
  return {
    counting: messages + dayAdds,
    // Each day is added to its month and deleted.
    months: 2 * dayRows + months * NEW_MONTH,
    forgetting: messages,
  };
}

/** The sum of all rows. */
export const allRows = ({ counting, months, forgetting }: Rows): number => counting + months + forgetting;
