import type { VisitBucket } from "../../../features/visits/visit-range.ts";
import { weekdayName } from "../components/dates.ts";
import { useLocale } from "../layout/locale.tsx";
import { dayNameLines } from "./bucket-names.ts";
import { count } from "./numbers.ts";
import { levelOf } from "./scale.ts";

/** The days of the week from Monday; Sunday is 0. */
const DAYS = [1, 2, 3, 4, 5, 6, 0];

/** The number of shades above zero visits. */
const LEVELS = 5;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The URL of the visits of a day of the week (Sunday is 0), an hour, or both. */
export type WeekLinks = (day: number | null, hour: number | null) => string;

interface HeatRow {
  name: string;
  title: string;
  /** By hour. */
  visits: readonly number[];
  /** The day for `links`. */
  day: number | null;
}

interface HeatMapProps {
  title: string;
  rows: readonly HeatRow[];
  links: WeekLinks | null;
  /** For many days. */
  compact?: boolean;
}

/** Visits by hour of the week. `hours` has 24 hours for each day from Sunday. */
export const WeekHeat = ({
  hours,
  ...props
}: Pick<HeatMapProps, "title" | "links"> & { hours: readonly (readonly number[])[] }) => (
  <HeatMap
    {...props}
    rows={DAYS.map((day) => {
      const name = weekdayName(day, useLocale());
      return { name, title: name, visits: hours[day] ?? [], day };
    })}
  />
);

/** Visits by hour of each day, for more hours than a plot has room for. */
export const HourHeat = ({ title, buckets }: { title: string; buckets: readonly VisitBucket[] }) => {
  const days = Map.groupBy(buckets, ({ start }) => start.slice(0, "2026-11-21".length));
  const rows = Array.from(days, ([day, hours]) => {
    const visits = HOURS.map(() => 0);
    // When clocks are set back, an hour comes twice.
    for (const { start, scans, clicks } of hours)
      visits[Number(start.slice(11, 13))] = (visits[Number(start.slice(11, 13))] ?? 0) + scans + clicks;
    const name = dayNameLines(`${day}T00:00:00`, true, useLocale()).join(" ");
    return { name, title: name, visits, day: null };
  });
  return <HeatMap title={title} rows={rows} links={null} compact />;
};

/**
 * Visits by day and hour, darker for more. Days and hours are links for the keyboard; cells are links for the pointer.
 */
const HeatMap = ({ title, rows, links, compact = false }: HeatMapProps) => {
  const locale = useLocale();
  const most = Math.max(0, ...rows.flatMap(({ visits }) => visits));
  const heading = (name: string, tip: string, day: number | null, hour: number | null) =>
    links ? (
      <a href={links(day, hour)} data-tip={tip}>
        {name}
      </a>
    ) : (
      <span data-tip={tip}>{name}</span>
    );
  return (
    <figure class={compact ? "chart heat compact" : "chart heat"}>
      <figcaption>
        <span>0</span>
        <span class="swatches" aria-hidden="true">
          {Array.from({ length: LEVELS + 1 }, (_, level) => (
            <i class={`h${level}`} />
          ))}
        </span>
        <span>{`${count(most, locale)} · ${locale.words.visits}`}</span>
      </figcaption>
      <table class="figures">
        <caption class="hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">{locale.words.period}</span>
            </th>
            {HOURS.map((hour) => (
              <th scope="col">{heading(String(hour), `${hour}:00–${hour + 1}:00`, null, hour)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">{heading(row.name, row.title, row.day, null)}</th>
              {HOURS.map((hour) => {
                const visits = row.visits[hour] ?? 0;
                return (
                  <td
                    class={`h${levelOf(visits, most, LEVELS)}`}
                    data-tip={`${row.title}, ${hour}:00: ${count(visits, locale)}`}
                  >
                    {links && visits > 0 ? (
                      <a href={links(row.day, hour)} tabindex={-1}>
                        {count(visits, locale)}
                      </a>
                    ) : (
                      count(visits, locale)
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
};
