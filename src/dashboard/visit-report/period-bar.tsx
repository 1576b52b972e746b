import { PERIODS, visitHref } from "./visit-query.ts";

/** Links to periods, for the overview. */
export const PeriodBar = ({
  path,
  query,
}: {
  path: string;
  /** Null for an invalid URL. */
  query: Parameters<typeof visitHref>[1] | null;
}) => (
  <nav aria-label="Period">
    <ul class="filter-bar">
      {PERIODS.map((days) => {
        const isHere = query !== null && "days" in query.period && query.period.days === days;
        const href = query ? visitHref(path, query, { period: { days } }) : `${path}?days=${days}`;
        return (
          <li>
            <a href={href} aria-current={isHere ? "page" : undefined}>
              {days === 1 ? "Today so far" : `${days} days`}
            </a>
          </li>
        );
      })}
    </ul>
  </nav>
);
