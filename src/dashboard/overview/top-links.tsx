import { THE_REST } from "../../visits/breakdown.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import { answerOf } from "../../visits/source.ts";
import { count } from "../charts/numbers.ts";
import { ShareBar } from "../charts/share-bar.tsx";
import type { Place } from "../frame/context.ts";
import { type VisitQuery, visitHref } from "../visit-report/visit-query.ts";

/** How many links are shown. */
const MOST = 5;

/** The links with most visits; nothing where none was visited. */
export const TopLinks = ({
  place,
  query,
  report,
}: {
  place: Place;
  query: VisitQuery;
  report: VisitReport;
}) => {
  const rows = report.breakdowns.flatMap(({ by, answer }) =>
    by === "link" ? (answerOf(answer)?.rows ?? []) : [],
  );
  const links = rows.filter(({ key }) => key !== THE_REST).slice(0, MOST);
  const most = Math.max(0, ...links.map(({ scans, clicks }) => scans + clicks));
  if (links.length === 0) return null;
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>Top links</h2>
        <a href={visitHref(`${place.base}/visits`, query, { more: { all: "link" } })}>All</a>
      </div>
      <table class="figures">
        <caption class="hidden">Links with most visits</caption>
        <thead class="hidden">
          <tr>
            <th scope="col">Link</th>
            <th scope="col">Visits</th>
          </tr>
        </thead>
        <tbody>
          {links.map(({ key, name, scans, clicks }) => (
            <tr data-row="">
              <th scope="row">
                <a href={`${place.base}/links/${key}`}>
                  <bdi>{name ?? "A link without a name"}</bdi>
                </a>
                <ShareBar scans={scans} clicks={clicks} most={most} />
              </th>
              <td class="number">{count(scans + clicks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
