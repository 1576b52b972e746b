import { PERIODS, visitHref } from "./visit-query.ts";

/** The periods that are offered as links. */
export const PeriodBar = ({ path, query }: { path: string; query: Parameters<typeof visitHref>[1] }) => (
  <nav aria-label="Period">
    <ul class="filter-bar">
      {PERIODS.map((days) => {
        const isHere = "days" in query.period && query.period.days === days;
        return (
          <li>
            <a href={visitHref(path, query, { period: { days } })} aria-current={isHere ? "page" : undefined}>
              {days} days
            </a>
          </li>
        );
      })}
    </ul>
  </nav>
);
