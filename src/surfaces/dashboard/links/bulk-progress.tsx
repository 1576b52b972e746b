import { RETENTION_DAYS } from "../../../extras/bulk-edits/bulk-edit.ts";
import {
  findUndo,
  getBulkEdit,
  startUndo,
  stopBulkEdit,
} from "../../../extras/bulk-edits/start-bulk-edit.ts";
import { resumeRun } from "../../../extras/runs/continue-runs.ts";
import type { RunState } from "../../../extras/runs/run.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { ProblemNotice } from "../components/notice.tsx";
import { RunProgress, runScripts } from "../components/run-progress.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { oneText } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { editProgressPath } from "../panels/running-edits.tsx";
import { Counts, DoneNotice, LeftTable, namesOf, UndoneNotice } from "./bulk-outcome.tsx";
import { listAgain } from "./list-query.ts";

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

/** The beginning of the title of each page, before the number of links. */
const TITLES: Record<"change" | "undo", Record<RunState, string>> = {
  change: { running: "Changing", idle: "Change of", stopped: "Stopped change of" },
  undo: {
    running: "Undoing the change of",
    idle: "Undo of the change of",
    stopped: "Stopped undo of the change of",
  },
};

async function progressPage(c: DashboardContext, problem: string | undefined) {
  const { workspace, dependencies } = c.var;
  const edit = await getBulkEdit(workspace.actor, editIn(c), dependencies);
  if (edit.state === "running") resumeRun(edit.id, dependencies);
  const undo = await findUndo(edit, dependencies);
  const { state, progress, total, list, task, createdAt } = edit;
  const { visited, left } = progress;
  const names = await namesOf(c, left);
  const path = `${workspace.base}/links`;
  const isRunning = state === "running";
  const found = Math.max(total, visited);
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={`${TITLES[task.kind === "undo" ? "undo" : "change"][state]} ${linksOf(found)}`}
      scripts={runScripts([edit])}
    >
      <ProblemNotice text={problem} />
      {undo && <UndoneNotice path={editProgressPath(workspace, undo)} undo={undo} />}
      {!isRunning && (undo === null || undo.state === "stopped") && (
        <DoneNotice path={editProgressPath(workspace, edit)} edit={edit} now={dependencies.now()} />
      )}
      <RunProgress
        run={edit}
        words={{ noun: "change", right: "change links", stopped: "Changed links stay as they are." }}
        done={visited}
        of={found}
        status={<Counts edit={edit} found={found} isUndone={undo !== null} />}
      >
        <p class="hint">
          {isRunning && "The change continues when you close this page. The list of links shows it. "}
          Started <Time at={createdAt} />. This page stays for {RETENTION_DAYS} days.{" "}
          <a href={`${workspace.base}/activity`}>Activity</a> lists each change.
        </p>
        <Form action={editProgressPath(workspace, edit)}>
          <Actions>
            {isRunning && <Button emphasis="plain">Stop</Button>}
            <LinkButton href={listAgain(path, list)}>Back to the list</LinkButton>
          </Actions>
        </Form>
      </RunProgress>
      {left.length > 0 && <LeftTable path={path} left={left} names={names} />}
    </Screen>
  );
}
