import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import type { VisitNumbers } from "../../../features/visits/statistics.ts";
import { changeOf, count } from "../charts/numbers.ts";

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
  const figures = [
    ["Visits", visits(totals), before ? visits(before) : null],
    ["Scans", totals.scans, before?.scans ?? null],
    ["Clicks", totals.clicks, before?.clicks ?? null],
  ] as const;
  return (
    <dl class="numbers" data-live={live ? "" : undefined}>
      {figures.map(([label, now, earlier]) => (
        <div>
          <dt>{label}</dt>
          <dd>
            <span class="value">{count(now)}</span>
            {earlier !== null && <small>{changeWords(now, earlier)}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** How a count changed from an earlier one: "+12 %, 50 before". */
function changeWords(now: number, before: number): string {
  const change = changeOf(now, before);
  const was = `${count(before)} before`;
  return change === null ? was : `${change}, ${was}`;
}

/** The robots and link previews that are not visits; null without any. */
export function leftOut({ robots, previews }: VisitNumbers): string | null {
  const parts = [
    ...(robots > 0 ? [`${count(robots)} ${robots === 1 ? "robot" : "robots"}`] : []),
    ...(previews > 0 ? [`${count(previews)} ${previews === 1 ? "link preview" : "link previews"}`] : []),
  ];
  return parts.length === 0 ? null : `${parts.join(" and ")} not included.`;
}

/** The totals of the earlier period; null without a comparison, or if they are unavailable. */
export const totalsBefore = ({ comparison }: VisitReport): VisitNumbers | null =>
  answerOf(comparison)?.totals ?? null;
