import type { Child } from "hono/jsx";
import type { VisitNumbers } from "../../visits/statistics.ts";
import { changeOf, count } from "../charts/numbers.ts";

/** One number with its change. */
export interface Figure {
  label: string;
  value: string;
  /** Null: not compared. */
  change: Child;
}

/** Numbers beside each other. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl class="numbers">
    {figures.map(({ label, value, change }) => (
      <div>
        <dt>{label}</dt>
        <dd>
          <span class="value">{value}</span>
          {change !== null && <small>{change}</small>}
        </dd>
      </div>
    ))}
  </dl>
);

/** A count and how it changed from the period before; null: that period is not known. */
export const figure = (label: string, now: number, before: number | null): Figure => {
  if (before === null) return { label, value: count(now), change: null };
  const change = changeOf(now, before);
  const was = `${count(before)} before`;
  return { label, value: count(now), change: change === null ? was : `${change}, ${was}` };
};

/** The totals of a period: people by how they came, and apart from them what is no person. */
export const totalFigures = (now: VisitNumbers, before: VisitNumbers | null): Figure[] => [
  figure("Scans", now.scans, before?.scans ?? null),
  figure("Clicks", now.clicks, before?.clicks ?? null),
  figure("Robots", now.robots, before?.robots ?? null),
  figure("Link previews", now.previews, before?.previews ?? null),
];
