import * as z from "zod";
import { memberActor } from "../../../features/access/actor.ts";
import type { Membership } from "../../../features/access/member.ts";
import { mayMakeOrganizations, mayManageOrganization } from "../../../features/access/permissions.ts";
import { openMemberships } from "../../../features/sign-in/session.ts";
import { getVisitReport } from "../../../features/visits/get-visit-report.ts";
import type { Series } from "../../../features/visits/report-parts.ts";
import type { Unanswered } from "../../../features/visits/report-plan.ts";
import type { Dependencies } from "../../http/context.ts";
import { LinkButton } from "../components/actions.tsx";
import { Badge } from "../components/badge.tsx";
import { Done } from "../components/notice.tsx";
import { Paging, Table } from "../components/table.tsx";
import { pageResponse } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import { basePath, type DashboardContext } from "../layout/context.ts";
import { oneNumber, queryReader } from "../layout/forms.ts";
import { PlainPage } from "../layout/layout.tsx";
import { getAttention } from "../panels/attention.ts";
import { identityIn, notAMember } from "../sign-in/sign-in.tsx";
import css from "./organizations.css";

/** The days that a row shows, including today. */
const SHOWN_DAYS = 7;

/** One organization of a person with its key figures. */
interface Client {
  membership: Membership;
  /** Visits of the last `SHOWN_DAYS` days; null if currently unavailable. */
  visits: number | null;
  /** Visits of the days before, up to the same hour. */
  before: number | null;
  /** The number of lines on its overview; `more`: there are others. */
  attention: { count: number; more: boolean };
}

/** The key figures of an organization. Throws `service_unavailable`. */
async function clientOf(membership: Membership, dependencies: Dependencies): Promise<Client> {
  const actor = memberActor(membership);
  const input = { days: SHOWN_DAYS, interval: "day", filter: {}, by: [], compare: "previous" } as const;
  const report = await getVisitReport(actor, input, dependencies);
  const { lines, more } = await getAttention({
    actor,
    projectId: undefined,
    zone: report.zone,
    dependencies,
  });
  return {
    membership,
    visits: visitsIn(report.series),
    before: report.comparison && visitsIn(report.comparison),
    attention: { count: lines.length, more },
  };
}

const visitsIn = (series: Series | Unanswered): number | null =>
  typeof series === "object" && "totals" in series ? series.totals.scans + series.totals.clicks : null;

/** Organizations on a page. Each needs a few queries. */
const PER_PAGE = 20;

const pageQuery = queryReader({ page: oneNumber.pipe(z.int().positive().catch(1)) });

/** The organizations of the person, with the key figures of each. */
export async function showHome(c: DashboardContext): Promise<Response> {
  const { email, dependencies, organizationMakers } = c.var;
  const memberships = await openMemberships(identityIn(c), dependencies);
  const mayMake = mayMakeOrganizations(email, organizationMakers);
  if (memberships.length === 0 && !mayMake) return notAMember(email);
  const { page } = pageQuery(c);
  const shown = memberships.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const clients = await Promise.all(shown.map((membership) => clientOf(membership, dependencies)));
  const hasMore = memberships.length > page * PER_PAGE;
  return pageResponse(<HomePage {...{ c, clients, page, hasMore, mayMake }} />);
}

const NUMBER = new Intl.NumberFormat("en-US");

const MESSAGES = { renamed: "The organization was renamed." };

/** The change of visits from the days before, in percent. */
function Change({ visits, before }: Pick<Client, "visits" | "before">) {
  if (visits === null || before === null) return null;
  if (before === 0) return <span class="quiet">{visits === 0 ? "no change" : "new"}</span>;
  const percent = Math.round((100 * (visits - before)) / before);
  if (percent === 0) return <span class="quiet">no change</span>;
  return (
    <span class="quiet">
      {percent > 0 ? "+" : "−"}
      {NUMBER.format(Math.abs(percent))} %
    </span>
  );
}

/** The home of a person with several organizations: a row for each. */
const HomePage = ({
  c,
  clients,
  page,
  hasMore,
  mayMake,
}: {
  c: DashboardContext;
  clients: readonly Client[];
  /** The number of the page; 1 is the first. */
  page: number;
  hasMore: boolean;
  mayMake: boolean;
}) => (
  <PlainPage title="Your organizations" styles={[ORGANIZATIONS_STYLE]}>
    <div class="organizations">
      <Done c={c} messages={MESSAGES} />
      <Table
        caption="Your organizations"
        columns={[
          "Organization",
          { label: `Visits, ${SHOWN_DAYS} days`, numeric: true },
          { label: "Change", numeric: true },
          "Needs attention",
          "Your role",
        ]}
        rows={clients.map(({ membership, visits, before, attention }) => {
          const base = basePath(membership.organizationId);
          return [
            <a href={base}>
              <bdi>{membership.organizationName}</bdi>
            </a>,
            visits === null ? <span class="quiet">unavailable</span> : NUMBER.format(visits),
            <Change visits={visits} before={before} />,
            attention.count === 0 ? (
              <span class="quiet">Nothing</span>
            ) : (
              <a href={base}>
                <Badge kind="warn">
                  {attention.count}
                  {attention.more ? " and more" : ""}
                </Badge>
              </a>
            ),
            <>
              {membership.role}
              {mayMake && mayManageOrganization(memberActor(membership)) && (
                <>
                  {" · "}
                  <a href={`${base}/rename`} aria-label={`Rename ${membership.organizationName}`}>
                    Rename
                  </a>
                </>
              )}
            </>,
          ];
        })}
      />
      <Paging first={page > 1 ? "?" : null} next={hasMore ? `?page=${page + 1}` : null} />
      {mayMake && (
        <LinkButton href="/dashboard/organizations/new" emphasis="primary">
          Create an organization
        </LinkButton>
      )}
    </div>
  </PlainPage>
);

/** What the home of a person adds to the style of every page. */
const ORGANIZATIONS_STYLE = stylesheet(css);
