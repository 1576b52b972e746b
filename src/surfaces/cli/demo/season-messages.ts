import type { TapCount, VisitCount, VisitMessage } from "../../../features/visits/visit-message.ts";
import { newId } from "../../../ground/core/ids.ts";

/** The number of counters per message: a running server accepts statements of 100 kB, with texts in hex. */
const COUNTERS_PER_MESSAGE = 100;

/** Characters of an id before its random part: the prefix and the time. */
const TIME_LENGTH = "vis_".length + 10;
/** The beginning of the random part of the season's ids; by chance, one of 10²¹ ids has it. */
const MARK = "z".repeat(14);

/** Whether a counted message is the season's, as a condition on `visit_messages`. */
export const IS_OF_SEASON = `substr(id, ${TIME_LENGTH + 1}, ${MARK.length}) = '${MARK}'`;

/**
 * The counters as messages of visits at `now`, because the dashboard shows when it was last updated. Their ids are marked, so
 * that they can be removed.
 */
export const seasonMessages = (
  counts: readonly VisitCount[],
  taps: readonly TapCount[],
  now: Date,
): VisitMessage[] =>
  Array.from(
    { length: Math.ceil(Math.max(counts.length, taps.length) / COUNTERS_PER_MESSAGE) },
    (_, index) => ({
      id: newId("vis", now, (length) =>
        Uint8Array.from({ length }, (_, at) =>
          at < MARK.length ? 31 : at === length - 1 ? index : index >> 5,
        ),
      ),
      counts: counts.slice(index * COUNTERS_PER_MESSAGE, (index + 1) * COUNTERS_PER_MESSAGE),
      referrers: [],
      taps: taps.slice(index * COUNTERS_PER_MESSAGE, (index + 1) * COUNTERS_PER_MESSAGE),
    }),
  );
