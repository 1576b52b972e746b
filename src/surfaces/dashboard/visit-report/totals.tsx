import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import type { VisitNumbers } from "../../../features/visits/statistics.ts";
import { changeOf, count } from "../charts/numbers.ts";
import { DEFAULT_LOCALE, filled, type Locale, useLocale } from "../layout/locale.tsx";

const visits = ({ scans, clicks }: VisitNumbers): number => scans + clicks;

/** The totals of a period with their changes: visits, scans and clicks. */
export const Totals = ({
  totals,
  before,
  live = false,
}: {
  totals: VisitNumbers;
  before: VisitNumbers | null;
  /** Whether the script `live` adds new visits. */
  live?: boolean;
}) => {
  const locale = useLocale();
  const { words } = locale;
  const figures = [
    [words.visits, visits(totals), before ? visits(before) : null],
    [words.scans, totals.scans, before?.scans ?? null],
    [words.clicks, totals.clicks, before?.clicks ?? null],
  ] as const;
  return (
    <dl class="numbers" data-live={live ? "" : undefined}>
      {figures.map(([label, now, earlier]) => (
        <div>
          <dt>{label}</dt>
          <dd>
            <span class="value">{count(now, locale)}</span>
            {earlier !== null && <small>{changeWords(now, earlier, locale)}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** How a count changed from an earlier one: "+12 %, 50 before". */
function changeWords(now: number, before: number, locale: Locale): string {
  const change = changeOf(now, before, locale);
  const was = filled(locale.words.wasBefore, { count: count(before, locale) });
  return change === null ? was : `${change}, ${was}`;
}

/** The robots and link previews that are not visits; null without any. */
export function leftOut({ robots, previews }: VisitNumbers, locale: Locale = DEFAULT_LOCALE): string | null {
  const { words } = locale;
  const parts = Object.entries({ [words.robots]: robots, [words.previews]: previews })
    .filter(([, value]) => value > 0)
    .map(([name, value]) => `${name} (${count(value, locale)})`);
  return parts.length === 0 ? null : filled(words.leftOut, { list: parts.join(", ") });
}

/** The totals of the earlier period; null without a comparison, or if they are unavailable. */
export const totalsBefore = ({ comparison }: VisitReport): VisitNumbers | null =>
  answerOf(comparison)?.totals ?? null;
