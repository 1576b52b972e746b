import type { Restoration } from "../../links/restore-link.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Changes } from "../labels/changes.tsx";
import { SwitchingOff } from "../labels/switching-off.tsx";
import type { Place } from "../layout/context.ts";
import type { FormProblems } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { Who } from "./history-page.tsx";
import { LINK_STYLE } from "./link-style.ts";

/** Shows what restoring an earlier version would change, and asks for it. */
export const RestorePage = ({
  place,
  restoration,
  problems,
}: {
  place: Place;
  restoration: Restoration;
  problems: FormProblems;
}) => {
  const { link, entry, changes } = restoration;
  const path = `${place.base}/links/${link.id}`;
  const status = changes.find(({ field }) => field === "status");
  return (
    <Screen place={place} here="Links" title="Restore this version?" styles={[LINK_STYLE]}>
      <div class="sheet narrow">
        <p>
          <strong>
            <bdi>{link.name}</bdi>
          </strong>{" "}
          as it was after the change of <Time at={entry.activity.at} /> by <Who place={place} entry={entry} />
          .
        </p>
        {changes.length === 0 ? (
          <>
            {problems.form && (
              <Notice kind="problem" focus>
                {problems.form}
              </Notice>
            )}
            <p>Nothing would change: the link is as it was then.</p>
            <LinkButton href={`${path}#history`}>Back to the history</LinkButton>
          </>
        ) : (
          <Form action={`${path}/restore/${entry.version}`} problem={problems.form}>
            <h2>What will change</h2>
            <Changes changes={changes} all />
            <p class="after-changes">
              The short link and its codes stay. Where it leads is worked out anew, with all checks of any
              other change.
            </p>
            {status?.to === "inactive" && <SwitchingOff several={false} />}
            <input type="hidden" name="revision" value={String(link.revision)} />
            <Actions>
              <Button>Restore this version</Button>
              <LinkButton href={`${path}#history`}>Keep it as it is</LinkButton>
            </Actions>
          </Form>
        )}
      </div>
    </Screen>
  );
};
