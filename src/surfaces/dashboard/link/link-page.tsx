import { hasScope } from "../../../features/access/actor.ts";
import { getProject } from "../../../features/access/get-projects.ts";
import { mayReadQuotas } from "../../../features/access/permissions.ts";
import { findProductDetails } from "../../../features/availability/product-details.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/links/change-link.ts";
import { getLink, getLinkHistory } from "../../../features/links/get-link.ts";
import { getLinkDestination } from "../../../features/links/get-link-destination.ts";
import type { Link } from "../../../features/links/link.ts";
import { linkAddresses } from "../../../features/links/link-addresses.ts";
import { getChosenQrCodes, getCodeQuotaUse, listQrCodes } from "../../../features/qr-codes/get-qr-codes.ts";
import { getVisitReport, type VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import { shortLinkUrl } from "../../../ground/core/origins.ts";
import { CHARTS_STYLE } from "../charts/charts-style.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { backupsOf, productsOf } from "../labels/products.tsx";
import { QuotaNotice } from "../labels/quota-notice.tsx";
import { INTENT_ICONS } from "../labels/variant-labels.ts";
import type { Markup } from "../layout/answers.ts";
import { codeImages } from "../layout/code-images.ts";
import { type DashboardContext, linkIdIn, type Workspace } from "../layout/context.ts";
import { type FormProblems, NO_PROBLEMS, oneText, optionalText, queryReader } from "../layout/forms.ts";
import { Icon } from "../layout/icon.tsx";
import { Screen } from "../layout/layout.tsx";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { LINK_PANELS } from "../panels/panels.ts";
import { chartNotes } from "../visit-report/day-notes.tsx";
import { LiveLine } from "../visit-report/live.tsx";
import { isValue } from "../visit-report/row-names.ts";
import { Codes } from "./codes.tsx";
import { Definition } from "./definition.tsx";
import { Attention, Destination } from "./destination.tsx";
import { DoneNotice } from "./done-notice.tsx";
import { History } from "./history.tsx";
import { LINK_STYLE } from "./link-style.ts";
import { Offers } from "./offers.tsx";
import { ShortLink } from "./short-link.tsx";
import { Visits } from "./visits.tsx";

/** How many changes the page of a link shows. The history has all. */
const MAX_CHANGES = 10;

const linkQuery = queryReader({ codes: optionalText, done: oneText });

/** The page of a link: its short link, destination, visits, codes, definition and history. */
export async function linkPage(c: DashboardContext, problems: FormProblems = NO_PROBLEMS): Promise<Markup> {
  const { workspace, dependencies, origins } = c.var;
  const { actor } = workspace;
  const linkId = linkIdIn(c);
  const query = linkQuery(c);
  // First, so that everything else is queried only for a link that this member may see.
  const { link, qrCode } = await getLink(actor, linkId, dependencies);
  const [destination, codes, visits, history, uses, project, zone, images, ofGtin, panels] =
    await Promise.all([
      getLinkDestination(actor, linkId, { ...dependencies, origins }),
      listQrCodes(actor, { linkId, limit: PAGE_SIZE, cursor: query.codes }, dependencies),
      getVisitReport(
        actor,
        {
          interval: "day",
          filter: { link: linkId },
          by: [
            "source",
            ...(link.retailer === "choice" ? (["choice"] as const) : []),
            ...(link.gtin === undefined ? [] : (["lot"] as const)),
          ],
          compare: "previous",
        },
        dependencies,
      ),
      getLinkHistory(actor, { linkId, limit: MAX_CHANGES }, dependencies),
      mayReadQuotas(actor) ? getCodeQuotaUse(actor, { linkId }, dependencies) : [],
      getProject(actor, { projectId: link.projectId }, dependencies),
      dependencies.zones.find(actor.organizationId),
      codeImages(actor.organizationId, [link.projectId], dependencies),
      link.gtin === undefined
        ? undefined
        : getChosenQrCodes(actor, { qrCodeIds: [], linkIds: [linkId], ofLinks: "till" }, dependencies),
      Promise.all(LINK_PANELS.map((panel) => panel(c, link))),
    ]);
  const forTill = ofGtin?.chosen.flatMap(({ qrCode: found }) => (found.isDefault ? [] : [found])) ?? [];
  const ownCodes = [...forTill, ...(qrCode ? [qrCode] : [])];
  const shortLink = shortLinkUrl(origins, link);
  const path = `${workspace.base}/links/${link.id}`;
  const [notes, details] = await Promise.all([
    chartNotes(c, visits, `/links/${link.id}#visits`),
    findProductDetails([...productsOf(link), ...backupsOf(link)], 0, dependencies),
  ]);
  const { catalogs } = dependencies;
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={link.name}
      heading={
        <>
          <Icon name={INTENT_ICONS[link.intent]} />
          <bdi>{link.name}</bdi>
        </>
      }
      scripts={["chart", "copy", "live"]}
      styles={[CHARTS_STYLE, LINK_STYLE]}
      actions={
        hasScope(workspace.actor, CHANGE_LINK_SCOPE) && <LinkActions workspace={workspace} link={link} />
      }
    >
      {problems.form && (
        <Notice kind="problem" focus>
          {problems.form}
        </Notice>
      )}
      <DoneNotice done={query.done} workspace={workspace} link={link} entries={history.entries} />
      <LiveLine
        base={workspace.base}
        filter={{ link: link.id }}
        isFirst={answerOf(visits.series)?.totals.scans === 0}
      />
      <QuotaNotice uses={uses} />
      {panels.map(({ notice }) => notice)}
      <Attention
        {...{ link, destination, catalogs }}
        known={panels.flatMap(({ attention }) => attention || [])}
      />
      <ShortLink
        workspace={workspace}
        url={shortLink}
        addresses={linkAddresses(link, origins)}
        link={link}
        state={destination.state}
        clock={{ zone, now: dependencies.now() }}
        codes={ownCodes}
        images={images}
        sources={sourcesIn(visits)}
      >
        <Destination {...{ link, destination, catalogs, details, shortLink }} />
      </ShortLink>
      <Offers {...{ link, destination, zone }} />
      {panels.map(({ section }) => section)}
      <Visits {...{ workspace, link, visits, notes }} />
      <Codes workspace={workspace} link={link} codes={codes} printed={ownCodes[0]} />
      <Definition workspace={workspace} link={link} project={project} details={details} />
      {panels.map(({ offer }) => offer)}
      <History
        workspace={workspace}
        link={link}
        entries={history.entries}
        older={history.nextCursor && `${path}/history`}
      />
    </Screen>
  );
}

/** The sources that clicks came from, the most used first. */
const sourcesIn = ({ breakdowns }: VisitReport): string[] =>
  breakdowns.flatMap(({ by, answer }) =>
    by === "source"
      ? (answerOf(answer)?.rows ?? []).map(({ key }) => key).filter((key) => isValue(by, key))
      : [],
  );

const LinkActions = ({ workspace, link }: { workspace: Workspace; link: Link }) => {
  const path = `${workspace.base}/links/${link.id}`;
  return (
    <Actions>
      <LinkButton href={`${path}/edit`} command="Edit this link" shortcut="e">
        Edit
      </LinkButton>
      {link.status === "active" ? (
        <LinkButton href={`${path}/switch-off`} emphasis="danger" command="Switch this link off">
          Switch off…
        </LinkButton>
      ) : (
        <Form action={`${path}/switch-on`}>
          <Button emphasis="plain">Switch on</Button>
        </Form>
      )}
    </Actions>
  );
};
