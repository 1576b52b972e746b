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

/**
 * Visits by hour of the week, darker for more. `hours` has 24 hours for each day from Sunday. Days and hours are links for the keyboard; cells are links for the pointer.
 */
export const WeekHeat = ({
  title,
  hours,
  links,
}: {
  title: string;
  hours: readonly (readonly number[])[];
  links: WeekLinks | null;
}) => {
  const most = Math.max(0, ...hours.flat());
  return (
    <figure class="chart heat">
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
                <ResolvedDestination href={links?.(null, hour)} title={`${hour}:00 to ${hour + 1}:00`}>
                  {String(hour)}
                </ResolvedDestination>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map(([name, day]) => (
            <tr>
              <th scope="row">
                <ResolvedDestination href={links?.(day, null)} title={name}>
                  {name.slice(0, 3)}
                </ResolvedDestination>
              </th>
              {HOURS.map((hour) => {
                const visits = hours[day]?.[hour] ?? 0;
                const label = `${name}, ${hour}:00: ${count(visits)}`;
                return (
                  <td class={`h${levelOf(visits, most, LEVELS)}`} title={label}>
                    {links && visits > 0 ? (
                      <a href={links(day, hour)} tabindex={-1}>
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

const ResolvedDestination = ({
  href,
  title,
  children,
}: {
  href: string | undefined;
  title: string;
  children: string;
}) =>
  href === undefined ? (
    <span title={title}>{children}</span>
  ) : (
    <a href={href} title={title}>
      {children}
    </a>
  );
