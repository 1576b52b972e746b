import type { Interval, VisitBucket } from "../../../features/visits/visit-range.ts";
import { type Asset, stylesheet } from "../layout/assets.ts";
import { useLocale } from "../layout/locale.tsx";
import { dayNameLines } from "./bucket-names.ts";
import heatMap from "./heat-map.css";
import { count, levelOf } from "./numbers.ts";

/** The style of many days by hour. Screens where people choose the days need it besides `CHARTS_STYLE`. */
export const HEAT_MAP_STYLE = stylesheet(heatMap);

/** That style, where a chart is by hour. */
export const heatMapStyle = (interval: Interval | undefined): Asset[] =>
  interval === "hour" ? [HEAT_MAP_STYLE] : [];

/** The number of shades above zero visits. */
const LEVELS = 5;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Visits by hour of each day, for more hours than a plot has room for. */
export const HourHeat = ({ title, buckets }: { title: string; buckets: readonly VisitBucket[] }) => {
  const locale = useLocale();
  const days = Map.groupBy(buckets, ({ start }) => start.slice(0, "2026-11-21".length));
  const rows = Array.from(days, ([day, hours]) => {
    const visits = HOURS.map(() => 0);
    // When clocks are set back, an hour comes twice.
    for (const { start, scans, clicks } of hours)
      visits[Number(start.slice(11, 13))] = (visits[Number(start.slice(11, 13))] ?? 0) + scans + clicks;
    const name = dayNameLines(`${day}T00:00:00`, true, locale).join(" ");
    return { name, visits };
  });
  const most = Math.max(0, ...rows.flatMap(({ visits }) => visits));
  return (
    <figure class="chart heat">
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
              <th scope="col">
                <span data-tip={`${hour}:00–${hour + 1}:00`}>{hour}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, visits }) => (
            <tr>
              <th scope="row">{name}</th>
              {HOURS.map((hour) => (
                <td
                  class={`h${levelOf(visits[hour] ?? 0, most, LEVELS)}`}
                  data-tip={`${name}, ${hour}:00: ${count(visits[hour] ?? 0, locale)}`}
                >
                  {count(visits[hour] ?? 0, locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
};
