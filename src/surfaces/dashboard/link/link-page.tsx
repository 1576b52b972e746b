import type { Child } from "hono/jsx";
import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import { CHARTS_STYLE } from "../charts/time-series.tsx";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { ProblemNotice } from "../components/notice.tsx";
import { Tabs } from "../components/tabs.tsx";
import { INTENT_ICONS } from "../labels/link-labels.tsx";
import type { Markup } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, NO_PROBLEMS } from "../layout/forms.ts";
import { Icon } from "../layout/icon.tsx";
import { Screen } from "../layout/layout.tsx";
import type { LinkPanels } from "../panels/panel.ts";
import { LiveLine } from "../visit-report/live.tsx";
import { Codes } from "./codes.tsx";
import { Definition } from "./definition-facts.tsx";
import { Attention, Destination } from "./destination.tsx";
import { DoneNotice, HistoryTable } from "./history.tsx";
import { DEFAULT_TAB, LINK_STYLE, LINK_TABS, type LinkTab, type LinkView, loadLink } from "./link-view.ts";
import { Offers } from "./offers.tsx";
import { ShortLink } from "./short-link.tsx";
import { Visits } from "./visits-of-link.tsx";

/** The page of a link: its short link, code and destination, and in tabs its visits, codes, definition and history. */
export async function linkPage(
  c: DashboardContext,
  linkPanels: LinkPanels,
  problems: FormProblems = NO_PROBLEMS,
): Promise<Markup> {
  const view = await loadLink(c, linkPanels);
  const { workspace, link, visits, panels, path, tab } = view;
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
      scripts={["chart", "copy", "live", "tabs"]}
      styles={[CHARTS_STYLE, LINK_STYLE]}
      actions={hasScope(workspace.actor, CHANGE_LINK_SCOPE) && <LinkActions {...view} />}
    >
      <ProblemNotice text={problems.form} />
      <DoneNotice {...view} />
      <LiveLine
        base={workspace.base}
        filter={{ link: link.id }}
        isFirst={answerOf(visits.series)?.totals.scans === 0}
      />
      {panels.map(({ notice }) => notice)}
      <Attention {...view} />
      <ShortLink {...view}>
        <Destination {...view} />
      </ShortLink>
      <div id="more">
        <Tabs
          label="More about this link"
          part="more"
          tabs={LINK_TABS.map((each) => ({
            name: TAB_NAMES[each],
            href: each === DEFAULT_TAB ? path : `${path}?tab=${each}`,
            isShown: each === tab,
          }))}
        />
        {VIEWS[tab](view)}
      </div>
    </Screen>
  );
}

const TAB_NAMES: Readonly<Record<LinkTab, string>> = {
  visits: "Visits",
  codes: "Codes",
  details: "Details",
  history: "History",
};

/** The part of the page that each tab shows. */
const VIEWS: Readonly<Record<LinkTab, (view: LinkView) => Child>> = {
  visits: (view) => <Visits {...view} />,
  codes: (view) => <Codes {...view} />,
  details: (view) => (
    <>
      <Offers {...view} />
      <Definition {...view} />
      {view.panels.map(({ section }) => section)}
    </>
  ),
  history: (view) => (
    <section class="section" id="history">
      <h2 class="hidden">History</h2>
      <HistoryTable {...view} isNewest />
      {view.history.nextCursor && (
        <div>
          <LinkButton href={`${view.path}/history`}>Full history</LinkButton>
        </div>
      )}
    </section>
  ),
};

const LinkActions = ({ link, path }: LinkView) => (
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
