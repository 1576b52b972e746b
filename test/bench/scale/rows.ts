import type { Writes } from "./traffic.ts";

/** Rows that D1 counts as written, by what writes them. */
export interface Rows {
  /** By the consumer: ids of messages and rows of days. */
  counting: number;
  /** By the job "keep visits". */
  ranking: number;
  months: number;
  /** Ids of messages and short blocks that are deleted. */
  forgetting: number;
}

/**
 * Rows of each statement, with those of its indexes, as D1 reports them: scale.test.ts counts them. A row that is deleted is one,
 * whatever indexes it has; a row that is put in the place of another is as many as a new one.
 */
const ENTRY = { added: 2, raised: 2, deleted: 1 };
const LIST = { added: 2, raised: 1, deleted: 1 };
const RANKED_LINK = 2;
const MONTH = { added: 2, raised: 1, packed: 2 };

/** The rows that these writes come to. */
export function rowsOf(writes: Writes): Rows {
  const { messages, dayAdds, links, projects, codes, days, blocks, newLinks, months, steps } = writes;
  const entries = links + codes;
  // One of links and one of QR codes.
  const lists = 2 * projects;
  let ranking = newLinks * RANKED_LINK + steps.ranking;
  for (const begun of Object.values(blocks)) {
    ranking += begun * (entries * ENTRY.added + lists * LIST.added);
    ranking += (days - begun) * (entries * ENTRY.raised + lists * LIST.raised);
  }
  const dayRows = (links + projects) * days;
  return {
    counting: messages + dayAdds,
    ranking,
    // Each day is added to its month and deleted; each month is packed once.
    months:
      dayRows + dayRows * MONTH.raised + months * (MONTH.added - MONTH.raised + MONTH.packed) + steps.packing,
    forgetting: messages + (blocks[1] + blocks[8]) * (entries * ENTRY.deleted + lists * LIST.deleted),
  };
}

/** All of them. */
export const allRows = ({ counting, ranking, months, forgetting }: Rows): number =>
  counting + ranking + months + forgetting;
