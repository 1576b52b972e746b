import { type BulkEdit, canUndo, RETENTION_DAYS } from "../../../extras/bulk-edits/bulk-edit.ts";
import {
  findUndo,
  getBulkEdit,
  startUndo,
  stopBulkEdit,
} from "../../../extras/bulk-edits/start-bulk-edit.ts";
import { resumeRun } from "../../../extras/runs/continue-runs.ts";
import type { RunState } from "../../../extras/runs/run.ts";
import { count as number } from "../charts/numbers.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { dateAndClock } from "../components/dates.ts";
import { Time } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { RunProgress, runScripts } from "../components/run-progress.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { oneText } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { useLocale } from "../layout/locale.tsx";
import { editProgressPath } from "../panels/running-edits.tsx";
import { actionOf, doneText } from "./bulk.ts";
import { listAgain } from "./list-query.ts";
import { FailureTable, namesOf } from "./result-page.tsx";

/** How far a bulk edit is. Its form stops it, or starts to undo it. */
export const editProgress = formScreen({
  fields: { step: oneText },
  marked: [],
  load() {},
  page: (c, _, __, { form }) => progressPage(c, form),
  async save(c, { step }) {
    const { workspace, dependencies } = c.var;
    if (step === "undo") {
      const undo = await startUndo(workspace.actor, editIn(c), dependencies);
      return seeOther(editProgressPath(workspace, undo));
    }
    await stopBulkEdit(workspace.actor, editIn(c), dependencies);
    return seeOther(c.req.path);
  },
});

const editIn = (c: DashboardContext): string => c.req.param("edit") ?? "";

async function progressPage(c: DashboardContext, problem: string | undefined) {
  const { workspace, dependencies } = c.var;
  const edit = await getBulkEdit(workspace.actor, editIn(c), dependencies);
  if (edit.state === "running") resumeRun(edit.id, dependencies);
  const undo = await findUndo(edit, dependencies);
  const isUndoable = canUndo(edit, dependencies.now()) && (undo === null || undo.state === "stopped");
  const { state, progress, total, list, change, createdAt, undoes } = edit;
  const { visited, changed, failed, failures } = progress;
  const names = await namesOf(c, failures);
  const path = `${workspace.base}/links`;
  const isRunning = state === "running";
  const unchanged = visited - changed - failed;
  const found = Math.max(total, visited);
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={`${isRunning ? (undoes ? "Undoing the change of" : "Changing") : `${undoes ? "Undo of the change" : "Change"} of`} ${linksOf(isRunning ? total : found)}`}
      scripts={runScripts([edit])}
    >
      {undo && <Undone undo={undo} />}
      {state === "idle" && !undo && (
        <Notice kind="done">
          {changed === 0
            ? "No link had to be changed."
            : undoes
              ? `${linksOf(changed)} ${changed === 1 ? "is" : "are"} as before.`
              : doneText(actionOf(change), changed)}
        </Notice>
      )}
      <RunProgress
        run={edit}
        words={{ noun: "change", right: "change links", stopped: "Changed links stay as they are." }}
        done={visited}
        of={found}
        status={
          <p>
            {number(visited)} of {linksOf(found)} done: {number(changed)} changed
            {unchanged > 0 &&
              `, ${number(unchanged)} ${undoes ? `not undone: ${unchanged === 1 ? "it was" : "they were"} changed after that` : "unchanged"}`}
            {failed > 0 && `, ${number(failed)} could not be changed`}.
          </p>
        }
        narrow
      >
        <p class="hint">
          {isRunning && "The change continues when you close this page. The list of links shows it. "}
          Started <Time at={createdAt} />. This page stays for {RETENTION_DAYS} days.{" "}
          <a href={`${workspace.base}/activity`}>Activity</a> lists each change.
        </p>
        <Form action={`${path}/bulk-edit/${edit.id}`} problem={problem}>
          <Actions>
            {isRunning && <Button emphasis="plain">Stop</Button>}
            {isUndoable && (
              <Button emphasis="plain" name="step" value="undo">
                Undo
              </Button>
            )}
            <LinkButton href={listAgain(path, list)}>Back to the list</LinkButton>
          </Actions>
        </Form>
      </RunProgress>
      {failures.length > 0 && <FailureTable path={path} failures={failures} names={names} />}
    </Screen>
  );
}

const UNDO_STATES: Record<RunState, string> = {
  running: "Being undone since",
  idle: "Undone at",
  stopped: "Partly undone at",
};

/** When a change was undone, as in "Undone at 16:36, 13 Oct 2026". */
const Undone = ({ undo: { state, createdAt } }: { undo: BulkEdit }) => {
  const [day, clock] = dateAndClock(new Date(createdAt), useLocale());
  return (
    <Notice kind="note">
      {UNDO_STATES[state]} {clock}, {day}.
    </Notice>
  );
};
