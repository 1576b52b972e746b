import { count } from "./numbers.ts";
import { levelOf } from "./scale.ts";

/** The days of the week from Monday on, with their numbers from Sunday on. */
const DAYS = [
  ["Monday", 1],
  ["Tuesday", 2],
  ["Wednesday", 3],
  ["Thursday", 4],
  ["Friday", 5],
  ["Saturday", 6],
  ["Sunday", 0],
] as const;

/** How many shades there are besides that of no visits. */
const LEVELS = 5;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * People by hour of the week: the darker, the more. `hours` has seven days from Sunday on with 24 hours each, in UTC.
 * The same numbers are in a table below.
 */
export const WeekHeat = ({ title, hours }: { title: string; hours: readonly (readonly number[])[] }) => {
  const at = (day: number, hour: number): number => hours[day]?.[hour] ?? 0;
  const most = Math.max(0, ...hours.flat());
  return (
    <figure class="chart heat">
      <figcaption>
        <span>Nobody</span>
        {Array.from({ length: LEVELS + 1 }, (_, level) => (
          <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true" focusable="false">
            <rect class={`heat-${level}`} width="1" height="1" />
          </svg>
        ))}
        <span>{count(most)} people</span>
      </figcaption>
      <div class="week" aria-hidden="true">
        <ul class="days">
          {DAYS.map(([name]) => (
            <li>{name.slice(0, 3)}</li>
          ))}
        </ul>
        <svg viewBox="0 0 24 7" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          {Array.from({ length: LEVELS + 1 }, (_, level) => (
            <path
              class={`heat-${level}`}
              d={cells(level, (day, hour) => levelOf(at(day, hour), most, LEVELS))}
            />
          ))}
        </svg>
        <ul class="hours">
          {[0, 6, 12, 18, 24].map((hour) => (
            <li>{hour}</li>
          ))}
        </ul>
      </div>
      <details>
        <summary>Show as a table</summary>
        <section class="scroll" tabindex={0} aria-label={title}>
          <table class="figures">
            <caption class="hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">Hour</th>
                {DAYS.map(([name]) => (
                  <th scope="col" class="number">
                    {name.slice(0, 3)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {HOURS.map((hour) => (
                <tr>
                  <th scope="row">{hour}:00</th>
                  {DAYS.map(([, day]) => (
                    <td>{count(at(day, hour))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
};

/** One path with a square for each hour of this level. */
const cells = (level: number, levelAt: (day: number, hour: number) => number): string =>
  DAYS.flatMap(([, day], row) =>
    HOURS.map((hour) => (levelAt(day, hour) === level ? `M${hour + 0.04} ${row + 0.06}h.92v.88h-.92z` : "")),
  ).join("");
