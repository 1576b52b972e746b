import type { ChangedLink } from "../../../features/links/change-link.ts";
import { previewRestoration, type Restoration, restoreLink } from "../../../features/links/restore-link.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Changes } from "../labels/changes.tsx";
import { SwitchingOff } from "../labels/link-labels.tsx";
import { seeOther } from "../layout/answers.ts";
import { type DashboardContext, linkIdIn, linkPathIn, type Workspace } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { noSuchPage } from "../layout/problem-page.tsx";
import { Who } from "./history.tsx";
import { LINK_STYLE } from "./link-style.ts";

/** Restores an earlier version of a link, after showing what will change. */
export const restoration: FormScreen<Restoration> = {
  load: (c) => previewRestoration(c.var.workspace.actor, versionIn(c), c.var.dependencies),
  page: (c, found, _, problems) => (
    <RestorePage workspace={c.var.workspace} restoration={found} problems={problems} />
  ),
  async save(c, values) {
    const { workspace, dependencies, origins } = c.var;
    const idempotency = await idempotentForm(c, values, ({ link }: ChangedLink) => String(link.revision));
    const input = { ...versionIn(c), revision: Number(values.text("revision")), idempotency };
    await restoreLink(workspace.actor, input, { ...dependencies, origins });
    return seeOther(`${linkPathIn(c)}?done=restored`);
  },
};

/** The link and the version in the URL. Throws `not_found`. */
function versionIn(c: DashboardContext): { linkId: string; version: number } {
  const text = c.req.param("version") ?? "";
  if (!/^[1-9]\d{0,8}$/.test(text)) throw noSuchPage();
  return { linkId: linkIdIn(c), version: Number(text) };
}

/** Shows what restoring a version will change, and asks for confirmation. */
const RestorePage = ({
  workspace,
  restoration,
  problems,
}: {
  workspace: Workspace;
  restoration: Restoration;
  problems: FormProblems;
}) => {
  const { link, entry, changes } = restoration;
  const path = `${workspace.base}/links/${link.id}`;
  const status = changes.find(({ field }) => field === "status");
  return (
    <Screen workspace={workspace} here="Links" title="Restore this version?" styles={[LINK_STYLE]}>
      <div class="sheet narrow">
        <p>
          <strong>
            <bdi>{link.name}</bdi>
          </strong>{" "}
          as it was after the change of <Time at={entry.activity.at} /> by{" "}
          <Who workspace={workspace} entry={entry} />.
        </p>
        {changes.length === 0 ? (
          <>
            {problems.form && (
              <Notice kind="problem" focus>
                {problems.form}
              </Notice>
            )}
            <p>Nothing would change: this is the current version.</p>
            <LinkButton href={`${path}#history`}>Back to the history</LinkButton>
          </>
        ) : (
          <Form action={`${path}/restore/${entry.version}`} problem={problems.form}>
            <h2>What will change</h2>
            <Changes changes={changes} all />
            <p class="after-changes">
              The short link and its codes stay the same. The destination is checked and resolved again.
            </p>
            {status?.to === "inactive" && <SwitchingOff several={false} />}
            <input type="hidden" name="revision" value={String(link.revision)} />
            <Actions>
              <Button>Restore this version</Button>
              <LinkButton href={`${path}#history`}>Cancel</LinkButton>
            </Actions>
          </Form>
        )}
      </div>
    </Screen>
  );
};
