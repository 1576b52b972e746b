import { PERIODS, visitHref } from "./visit-query.ts";

/** The periods that are offered as links. */
export const PeriodBar = ({
  path,
  query,
}: {
  path: string;
  /** Null: the address has none that can be shown. */
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
