import { newId } from "../../core/ids.ts";
import type { TapCount, VisitCount, VisitMessage } from "../../visits/visit-message.ts";

/** Counters that are written in one go: a running server takes statements of 100 kB, with texts in hex. */
const COUNTERS_AT_ONCE = 100;

/** Characters of an id before its random part: the prefix and the time. */
const TIME_LENGTH = "vis_".length + 10;
/** What the random part of the season's ids begins with; by chance, one of 10²¹ ids does. */
const MARK = "z".repeat(14);

/** Which of the counted messages are the season's, as a condition on `visit_messages`. */
export const IS_OF_SEASON = `substr(id, ${TIME_LENGTH + 1}, ${MARK.length}) = '${MARK}'`;

/**
 * The counters as messages of visits that came `now`, as the dashboard says when it was last updated. Their ids are known
 * again, so that they can be removed.
 */
export const seasonMessages = (
  counts: readonly VisitCount[],
  taps: readonly TapCount[],
  now: Date,
): VisitMessage[] =>
  Array.from({ length: Math.ceil(Math.max(counts.length, taps.length) / COUNTERS_AT_ONCE) }, (_, index) => ({
    id: newId("vis", now, (length) =>
      Uint8Array.from({ length }, (_, at) =>
        at < MARK.length ? 31 : at === length - 1 ? index : index >> 5,
      ),
    ),
    counts: counts.slice(index * COUNTERS_AT_ONCE, (index + 1) * COUNTERS_AT_ONCE),
    referrers: [],
    taps: taps.slice(index * COUNTERS_AT_ONCE, (index + 1) * COUNTERS_AT_ONCE),
  }));
