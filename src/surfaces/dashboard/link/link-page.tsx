import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import { CHARTS_STYLE } from "../charts/time-series.tsx";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { ProblemNotice } from "../components/notice.tsx";
import { INTENT_ICONS } from "../labels/link-labels.tsx";
import type { Markup } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, NO_PROBLEMS } from "../layout/forms.ts";
import { Icon } from "../layout/icon.tsx";
import { Screen } from "../layout/layout.tsx";
import type { LinkPanels } from "../panels/panel.ts";
import { LiveLine } from "../visit-report/live.tsx";
import { Attention, Destination } from "./destination.tsx";
import { DoneNotice } from "./history.tsx";
import { MoreAboutLink } from "./link-tabs.tsx";
import { LINK_STYLE, type LinkView, loadLink } from "./link-view.ts";
import { Offers } from "./offers.tsx";
import { ShortLink } from "./short-link.tsx";

/** The page of a link: its short link, code and destination, and in tabs its visits, codes, definition and history. */
export async function linkPage(
  c: DashboardContext,
  linkPanels: LinkPanels,
  problems: FormProblems = NO_PROBLEMS,
): Promise<Markup> {
  const view = await loadLink(c, linkPanels);
  const { workspace, link, visits, panels } = view;
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
      <Offers {...view} />
      <MoreAboutLink {...view} />
    </Screen>
  );
}

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
