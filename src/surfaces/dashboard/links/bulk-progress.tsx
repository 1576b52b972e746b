import { type BulkEdit, canUndo, RETENTION_DAYS } from "../../../extras/bulk-edits/bulk-edit.ts";
import {
  findUndo,
  getBulkEdit,
  startUndo,
  stopBulkEdit,
} from "../../../extras/bulk-edits/start-bulk-edit.ts";
import { resumeRun } from "../../../extras/runs/continue-runs.ts";
import type { RunState } from "../../../extras/runs/run.ts";
import type { LinkOutcome } from "../../../features/links/links-change.ts";
import { summarizeLinks } from "../../../features/links/summarize-links.ts";
import type { ErrorCode } from "../../../ground/core/errors.ts";
import { count as number } from "../charts/numbers.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { RunProgress, runScripts } from "../components/run-progress.tsx";
import { Table } from "../components/table.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { oneText } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { editProgressPath } from "../panels/running-edits.tsx";
import { doneText, UndoDeadline } from "./bulk-words.tsx";
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
  const now = dependencies.now();
  const edit = await getBulkEdit(workspace.actor, editIn(c), dependencies);
  if (edit.state === "running") resumeRun(edit.id, dependencies);
  const undo = await findUndo(edit, dependencies);
  const { state, progress, total, list, task, createdAt } = edit;
  const { visited, changed, failures } = progress;
  const names = await namesOf(c, failures);
  const path = `${workspace.base}/links`;
  const isRunning = state === "running";
  const isUndoable = canUndo(edit, now) && (undo === null || undo.state === "stopped");
  const found = Math.max(total, visited);
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={`${TITLES[task.kind === "undo" ? "undo" : "change"][state]} ${linksOf(found)}`}
      scripts={runScripts([edit])}
    >
      {undo && <Undone path={editProgressPath(workspace, undo)} undo={undo} />}
      {state === "idle" && !undo && (
        <Notice kind="done" focus>
          {doneText(task, changed)}
        </Notice>
      )}
      <RunProgress
        run={edit}
        words={{ noun: "change", right: "change links", stopped: "Changed links stay as they are." }}
        done={visited}
        of={found}
        status={<Counts edit={edit} found={found} />}
        narrow
      >
        {isUndoable && (
          <p>
            <UndoDeadline start={new Date(createdAt)} now={now} />
          </p>
        )}
        <p class="hint">
          {isRunning && "The change continues when you close this page. The list of links shows it. "}
          Started <Time at={createdAt} />. This page stays for {RETENTION_DAYS} days.{" "}
          <a href={`${workspace.base}/activity`}>Activity</a> lists each change.
        </p>
        <Form action={editProgressPath(workspace, edit)} problem={problem}>
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

/** How many links are done; nothing if all were changed, which the notice says. */
const Counts = ({ edit, found }: { edit: BulkEdit; found: number }) => {
  const { state, task, progress } = edit;
  const { visited, changed, failed } = progress;
  const unchanged = visited - changed - failed;
  if (state === "idle" && changed === visited) return null;
  const left = `not undone: ${unchanged === 1 ? "it was" : "they were"} changed after that`;
  return (
    <p>
      {number(visited)} of {linksOf(found)} done: {number(changed)} changed
      {unchanged > 0 && `, ${number(unchanged)} ${task.kind === "undo" ? left : "unchanged"}`}
      {failed > 0 && `, ${number(failed)} could not be changed`}.
    </p>
  );
};

const UNDO_STATES: Record<RunState, string> = {
  running: "Being undone since",
  idle: "Undone on",
  stopped: "Partly undone on",
};

/** When a change was undone, as in "Undone on 13 Oct 2026, 16:36", with a link to what became of it. */
const Undone = ({ path, undo: { state, createdAt } }: { path: string; undo: BulkEdit }) => (
  <Notice kind="note">
    <a href={path}>
      {UNDO_STATES[state]} <Time at={createdAt} />
    </a>
  </Notice>
);

const REASONS: Partial<Record<ErrorCode, string>> = {
  not_found: "This organization has no such link.",
  validation_failed: "A link can have at most 100 tags.",
  url_not_allowed: "Its URL is not allowed. Edit the link first.",
  precondition_failed: "Someone else changed it at the same time.",
  service_unavailable: "The database did not respond in time. Try these links again.",
};

/** The names of failed links that exist. */
async function namesOf(c: DashboardContext, failures: readonly LinkOutcome[]): Promise<Map<string, string>> {
  const { workspace, dependencies } = c.var;
  if (failures.length === 0) return new Map();
  const linkIds = failures.map(({ linkId }) => linkId);
  const links = await summarizeLinks(workspace.actor, { linkIds }, dependencies);
  return new Map(links.map(({ id, name }) => [id, name]));
}

/** The links that couldn't be changed, by name if they exist. */
const FailureTable = ({
  path,
  failures,
  names,
}: {
  path: string;
  failures: readonly LinkOutcome[];
  names: ReadonlyMap<string, string>;
}) => (
  <Table
    caption="Links that were not changed"
    columns={["Link", "Why"]}
    rows={failures.map(({ linkId, error }) => [
      names.has(linkId) ? (
        <a href={`${path}/${linkId}`}>
          <bdi>{names.get(linkId)}</bdi>
        </a>
      ) : (
        <code>{linkId}</code>
      ),
      (error && REASONS[error]) ?? "It couldn't be changed.",
    ])}
  />
);
