import type { MemberActor } from "../../access/actor.ts";
import { qrCodeId } from "../../core/ids.ts";
import type { LinkListStore } from "../../links/list-store.ts";
import { summarizeLinks } from "../../links/summarize-links.ts";
import { THE_REST, type VisitRow } from "../../visits/breakdown.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import { answerOf } from "../../visits/questions.ts";
import { count } from "../charts/numbers.ts";
import { ShareBar } from "../charts/share-bar.tsx";
import type { Place } from "../frame/context.ts";
import { NOT_EXACT } from "../visit-report/reasons.ts";
import { type VisitQuery, visitHref } from "../visit-report/visit-query.ts";

/** How many links are shown. */
const MOST = 5;

/** A link with its visits, and the identifier of its default code; null where it has none. */
export interface TopLink extends VisitRow {
  code: string | null;
}

/** The links of a report with most visits. May throw `service_unavailable`. */
export async function topLinks(
  actor: MemberActor,
  report: VisitReport,
  dependencies: { lists: LinkListStore },
): Promise<TopLink[]> {
  const rows = report.breakdowns
    .flatMap(({ by, answer }) => (by === "link" ? (answerOf(answer)?.rows ?? []) : []))
    .filter(({ key }) => key !== THE_REST)
    .slice(0, MOST);
  const linkIds = rows.map(({ key }) => key);
  const links = linkIds.length === 0 ? [] : await summarizeLinks(actor, { linkIds }, dependencies);
  const codes = new Map(links.map(({ id, code }) => [id, code]));
  return rows.map((row) => ({ ...row, code: codes.get(row.key) ?? null }));
}

/** The links with most visits; nothing where none was visited. */
export const TopLinks = ({
  place,
  query,
  top,
  exact,
}: {
  place: Place;
  query: VisitQuery;
  top: readonly TopLink[];
  /** False: a link may be missing. */
  exact: boolean;
}) => {
  const most = Math.max(0, ...top.map(({ scans, clicks }) => scans + clicks));
  if (top.length === 0) return null;
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>Top links</h2>
        <a href={visitHref(`${place.base}/visits`, query, { more: { all: "link" } })}>All</a>
      </div>
      <table class="figures top-links">
        <caption class="hidden">Links with most visits</caption>
        <thead class="hidden">
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Link</th>
            <th scope="col">Visits</th>
          </tr>
        </thead>
        <tbody>
          {top.map(({ key, name, scans, clicks, code }) => (
            <tr data-row="">
              <td class="of-code">
                {code !== null && (
                  <a href={`${place.base}/links/${key}/show`}>
                    <img
                      src={`/qr/${qrCodeId(key, code)}.svg`}
                      alt={`Show the code of ${name ?? "the link"}`}
                      width="40"
                      height="40"
                      loading="lazy"
                    />
                  </a>
                )}
              </td>
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
      {!exact && <p class="quiet">{NOT_EXACT}</p>}
    </section>
  );
};
