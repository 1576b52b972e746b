import type { Link } from "../../links/link.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import { isUnanswered } from "../../visits/source.ts";
import { nothing } from "../../visits/statistics.ts";
import { count } from "../charts/numbers.ts";
import { LinkButton } from "../components/actions.tsx";
import { Facts, Time } from "../components/facts.tsx";
import { Sparkline } from "../components/sparkline.tsx";
import { Table } from "../components/table.tsx";
import type { Place } from "../frame/context.ts";

/** The visits of a link in the last 30 days: people first, robots and previews apart. */
export const Visits = ({ place, link, visits }: { place: Place; link: Link; visits: VisitReport }) => {
  const { series, updatedAt } = visits;
  const { totals, buckets } = isUnanswered(series) ? { totals: nothing(), buckets: [] } : series;
  return (
    <section class="section" id="visits">
      <div class="section-head">
        <h2>Visits of the last 30 days</h2>
        <LinkButton href={`${place.base}/visits?link=${link.id}`}>All visits</LinkButton>
      </div>
      <div class="sheet">
        <Facts
          facts={[
            ["People", count(totals.scans + totals.clicks)],
            ["By scanning a code", count(totals.scans)],
            ["By the short link", count(totals.clicks)],
            ["Robots", count(totals.robots)],
            ["Link previews", count(totals.previews)],
          ]}
        />
        <Sparkline
          days={buckets.map(({ start }) => start.slice(0, "2026-11-21".length))}
          values={buckets.map(({ scans, clicks }) => scans + clicks)}
          wide
        />
        <p class="hint">
          Days in UTC. {updatedAt && <>Newest visit counted: </>}
          {updatedAt && <Time at={updatedAt.toISOString()} />}
        </p>
        <details>
          <summary>As a table</summary>
          <Table
            caption="Visits by day"
            columns={[
              { label: "Day" },
              { label: "Scans", numeric: true },
              { label: "Clicks", numeric: true },
              { label: "Robots", numeric: true },
              { label: "Previews", numeric: true },
            ]}
            rows={buckets
              .toReversed()
              .map(({ start, scans, clicks, robots, previews }) => [
                <Time at={start} date />,
                ...[scans, clicks, robots, previews].map(count),
              ])}
          />
        </details>
      </div>
    </section>
  );
};
