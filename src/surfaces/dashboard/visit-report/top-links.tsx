import type { MemberActor } from "../../../features/access/actor.ts";
import type { ProjectStore } from "../../../features/access/project-store.ts";
import { getChosenQrCodes } from "../../../features/qr-codes/get-qr-codes.ts";
import { THE_REST, type VisitRow } from "../../../features/visits/breakdown.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf, isUnanswered } from "../../../features/visits/report-plan.ts";
import { count } from "../charts/numbers.ts";
import { codeImages } from "../layout/code-images.ts";
import type { Workspace } from "../layout/context.ts";
import { ShareBar } from "./breakdown-card.tsx";
import { unansweredWords } from "./row-names.ts";

/** How many links are shown. */
const MAX_LINKS = 5;

/** A link with its visits and the path of its default code's image, if any. */
export interface TopLink extends VisitRow {
  image: string | null;
}

/** The links with the most visits in a report. May throw `service_unavailable`. */
export async function topLinks(
  actor: MemberActor,
  report: VisitReport,
  dependencies: { db: D1Database; projects: ProjectStore },
): Promise<TopLink[]> {
  const rows = report.breakdowns
    .flatMap(({ by, answer }) => (by === "link" ? (answerOf(answer)?.rows ?? []) : []))
    .filter(({ key }) => key !== THE_REST)
    .slice(0, MAX_LINKS);
  const linkIds = rows.map(({ key }) => key);
  if (linkIds.length === 0) return [];
  const { chosen } = await getChosenQrCodes(actor, { qrCodeIds: [], linkIds }, dependencies);
  const projectIds = chosen.map(({ link }) => link.projectId);
  const images = await codeImages(actor.organizationId, projectIds, dependencies);
  const paths = new Map(
    chosen.map(({ qrCode, link }) => [qrCode.linkId, images(qrCode, link.projectId, "svg")]),
  );
  return rows.map((row) => ({ ...row, image: paths.get(row.key) ?? null }));
}

/** The links with the most visits, if any. */
export const TopLinks = ({
  workspace,
  report,
  top,
  all,
}: {
  workspace: Workspace;
  report: VisitReport;
  top: readonly TopLink[];
  /** The URL of all links with their visits. */
  all: string;
}) => {
  const max = Math.max(0, ...top.map(({ scans, clicks }) => scans + clicks));
  const answer = report.breakdowns.find(({ by }) => by === "link")?.answer;
  if (answer && isUnanswered(answer))
    return <p class="quiet">{unansweredWords(["Top links"], answer.unanswered)}</p>;
  if (top.length === 0) return null;
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>Top links</h2>
        <a href={all}>All</a>
      </div>
      <table class="figures top-links">
        <caption class="hidden">Links with the most visits</caption>
        <thead class="hidden">
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Link</th>
            <th scope="col">Visits</th>
          </tr>
        </thead>
        <tbody>
          {top.map(({ key, name, scans, clicks, image }) => (
            <tr data-row="">
              <td class="of-code">
                {image !== null && (
                  <a href={`${workspace.base}/links/${key}/show`}>
                    <img
                      src={image}
                      alt={`Show the code of ${name ?? "the link"}`}
                      width="40"
                      height="40"
                      loading="lazy"
                    />
                  </a>
                )}
              </td>
              <th scope="row">
                <a href={`${workspace.base}/links/${key}`}>
                  <bdi>{name ?? "A link without a name"}</bdi>
                </a>
                <ShareBar scans={scans} clicks={clicks} most={max} />
              </th>
              <td class="number">{count(scans + clicks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
