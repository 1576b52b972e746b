import type { Child } from "hono/jsx";
import type { VisitBucket } from "../../visits/visit-range.ts";
import { dayNameLines } from "./bucket-names.ts";
import { count } from "./numbers.ts";
import { levelOf } from "./scale.ts";

/** The days of the week from Monday, with their numbers (Sunday is 0). */
const DAYS = [
  ["Monday", 1],
  ["Tuesday", 2],
  ["Wednesday", 3],
  ["Thursday", 4],
  ["Friday", 5],
  ["Saturday", 6],
  ["Sunday", 0],
] as const;

/** The number of shades above zero visits. */
const LEVELS = 5;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The URL of the visits of a day of the week (Sunday is 0), an hour, or both. */
export type WeekLinks = (day: number | null, hour: number | null) => string;

/** A day with its visits by hour. */
interface HeatRow {
  name: string;
  title: string;
  visits: readonly number[];
  /** The URLs of the day, and of an hour of it. */
  href?: string | undefined;
  hourHref?: ((hour: number) => string) | undefined;
}

/**
 * Visits by hour of the week. `hours` has 24 hours for each day from Sunday. Days and hours are links for the keyboard; cells
 * are links for the pointer.
 */
export const WeekHeat = ({
  title,
  hours,
  links,
}: {
  title: string;
  hours: readonly (readonly number[])[];
  links: WeekLinks | null;
}) => (
  <HeatMap
    title={title}
    hourHref={links ? (hour) => links(null, hour) : undefined}
    rows={DAYS.map(([name, day]) => ({
      name: name.slice(0, 3),
      title: name,
      visits: hours[day] ?? [],
      href: links?.(day, null),
      hourHref: links ? (hour) => links(day, hour) : undefined,
    }))}
  />
);

/** Visits by hour of each day, for more hours than a plot has room for. */
export const HourHeat = ({ title, buckets }: { title: string; buckets: readonly VisitBucket[] }) => {
  const days = new Map<string, number[]>();
  for (const { start, scans, clicks } of buckets) {
    const [day, hour] = [start.slice(0, 10), Number(start.slice(11, 13))];
    const visits = days.get(day) ?? HOURS.map(() => 0);
    visits[hour] = (visits[hour] ?? 0) + scans + clicks;
    days.set(day, visits);
  }
  const rows = Array.from(days, ([day, visits]) => {
    const name = dayNameLines(`${day}T00:00:00`, true).join(" ");
    return { name, title: name, visits };
  });
  return <HeatMap title={title} rows={rows} compact />;
};

/** Visits by day and hour, darker for more. */
const HeatMap = ({
  title,
  rows,
  hourHref,
  compact = false,
}: {
  title: string;
  rows: readonly HeatRow[];
  hourHref?: ((hour: number) => string) | undefined;
  /** For many days. */
  compact?: boolean;
}) => {
  const most = Math.max(0, ...rows.flatMap(({ visits }) => visits));
  return (
    <figure class={compact ? "chart heat compact" : "chart heat"}>
      <figcaption>
        <span>No visits</span>
        <span class="swatches" aria-hidden="true">
          {Array.from({ length: LEVELS + 1 }, (_, level) => (
            <i class={`h${level}`} />
          ))}
        </span>
        <span>{count(most)} visits</span>
      </figcaption>
      <table class="figures">
        <caption class="hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">Day</span>
            </th>
            {HOURS.map((hour) => (
              <th scope="col">
                <MaybeLink href={hourHref?.(hour)} title={`${hour}:00 to ${hour + 1}:00`}>
                  {String(hour)}
                </MaybeLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">
                <MaybeLink href={row.href} title={row.title}>
                  {row.name}
                </MaybeLink>
              </th>
              {HOURS.map((hour) => {
                const visits = row.visits[hour] ?? 0;
                return (
                  <td
                    class={`h${levelOf(visits, most, LEVELS)}`}
                    data-tip={`${row.title}, ${hour}:00: ${count(visits)}`}
                  >
                    {row.hourHref && visits > 0 ? (
                      <a href={row.hourHref(hour)} tabindex={-1}>
                        {count(visits)}
                      </a>
                    ) : (
                      count(visits)
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

const MaybeLink = ({
  href,
  title,
  children,
}: {
  href: string | undefined;
  title: string;
  children: Child;
}) =>
  href === undefined ? (
    <span data-tip={title}>{children}</span>
  ) : (
    <a href={href} data-tip={title}>
      {children}
    </a>
  );
