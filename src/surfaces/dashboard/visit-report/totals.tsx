import type { ReportRow } from "../../../features/visits/breakdown.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import type { ReportNumbers, VisitNumbers } from "../../../features/visits/statistics.ts";
import { changeOf, count } from "../charts/numbers.ts";
import { DEFAULT_LOCALE, filled, type Locale, useLocale } from "../layout/locale.tsx";
import type { Shown } from "./visit-query.ts";

export const visits = ({ scans, clicks }: VisitNumbers): number => scans + clicks;

/** What a chart shows, and the URLs at which it shows other numbers. */
export interface ShownChart {
  show: Shown;
  href: (show: Shown) => string;
}

/** The totals of a period with their changes: visits, scans and clicks. */
export const Totals = ({
  totals,
  before,
  live = false,
  chart,
}: {
  totals: ReportNumbers;
  before: ReportNumbers | null;
  /** Whether the script `live` adds new visits. */
  live?: boolean;
  /** The number that a chart shows, and the URLs that show another. */
  chart?: ShownChart | undefined;
}) => {
  const locale = useLocale();
  const { words } = locale;
  const figures: readonly [Shown, number, number | null][] = [
    ["visits", visits(totals), before ? visits(before) : null],
    ["scans", totals.scans, before?.scans ?? null],
    ["clicks", totals.clicks, before?.clicks ?? null],
  ];
  return (
    <dl class="numbers" data-live={live ? "" : undefined}>
      {figures.map(([name, now, earlier]) => (
        <div>
          <dt>
            {chart ? (
              <a href={chart.href(name)} aria-current={chart.show === name ? "true" : undefined}>
                {words[name]}
              </a>
            ) : (
              words[name]
            )}
          </dt>
          <dd>
            <span class="value">{count(now, locale)}</span>
            {earlier !== null && <Change now={now} before={earlier} />}
          </dd>
        </div>
      ))}
      <DailyVisitors now={totals.visitors} before={before?.visitors ?? null} />
    </dl>
  );
};

/** The daily visitors of a period, or that they are not known. */
const DailyVisitors = ({ now, before }: { now: number | null; before: number | null }) => {
  const locale = useLocale();
  const { words } = locale;
  return (
    <div>
      <dt>{words.dailyVisitors}</dt>
      <dd>
        <span class="value">{now === null ? "–" : count(now, locale)}</span>
        {now === null && <small>{words.visitorsUnknown}</small>}
        {now !== null && before !== null && <Change now={now} before={before} />}
      </dd>
    </div>
  );
};

/** How a count changed from an earlier one, "+12 %, 50 before", with an arrow and a color. */
const Change = ({ now, before }: { now: number; before: number }) => {
  const locale = useLocale();
  const change = changeOf(now, before, locale);
  const direction = now > before ? "up" : now < before ? "down" : "";
  return (
    <small>
      {change !== null && (
        <>
          <span class={`change ${direction}`}>{change}</span>,{" "}
        </>
      )}
      {filled(locale.words.wasBefore, { count: count(before, locale) })}
    </small>
  );
};

/** The robots and link previews that are not visits; null without any. */
export function leftOut({ robots, previews }: VisitNumbers, locale: Locale = DEFAULT_LOCALE): string | null {
  const { words } = locale;
  const parts = Object.entries({ [words.robots]: robots, [words.previews]: previews })
    .filter(([, value]) => value > 0)
    .map(([name, value]) => `${name} (${count(value, locale)})`);
  return parts.length === 0 ? null : filled(words.leftOut, { list: parts.join(", ") });
}

/** The totals of the earlier period; null without a comparison, or if they are unavailable. */
export const totalsBefore = ({ comparison }: VisitReport): ReportNumbers | null =>
  answerOf(comparison)?.totals ?? null;

/** The share of a link's visits that chose a shop: "60 of 100 visits chose a shop (60 %)." */
export function choiceNote(
  { series, link }: Pick<VisitReport, "series" | "link">,
  rows: readonly ReportRow[],
  locale: Locale = DEFAULT_LOCALE,
): string | undefined {
  const totals = answerOf(series)?.totals;
  if (!link || !totals) return undefined;
  const visits = totals.scans + totals.clicks;
  const taps = rows.reduce((sum, { scans, clicks }) => sum + scans + clicks, 0);
  if (visits === 0) return undefined;
  return filled(locale.words.choiceNote, {
    taps: count(taps, locale),
    visits: count(visits, locale),
    share: `${Math.round((taps / visits) * 100)} %`,
  });
}
