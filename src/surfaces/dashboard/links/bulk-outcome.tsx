import { type BulkEdit, canUndo } from "../../../extras/bulk-edits/bulk-edit.ts";
import type { RunState } from "../../../extras/runs/run.ts";
import type { LinkOutcome } from "../../../features/links/links-change.ts";
import { summarizeLinks } from "../../../features/links/summarize-links.ts";
import type { ErrorCode } from "../../../ground/core/errors.ts";
import { count as number } from "../charts/numbers.ts";
import { Button, Form, LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { Notice } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import type { DashboardContext } from "../layout/context.ts";
import { doneText, UndoDeadline } from "./bulk-words.tsx";

/** What a bulk edit that is over did, with Undo while that is possible. */
export const DoneNotice = ({ path, edit, now }: { path: string; edit: BulkEdit; now: Date }) => {
  const { state, progress, createdAt } = edit;
  const isUndoable = canUndo(edit, now);
  return (
    <Notice
      kind={state === "idle" && progress.changed > 0 ? "done" : "note"}
      focus
      action={
        isUndoable && (
          <Form action={path}>
            <Button emphasis="plain" name="step" value="undo">
              Undo
            </Button>
          </Form>
        )
      }
    >
      {doneText(edit)}
      {isUndoable && (
        <p class="hint">
          <UndoDeadline start={new Date(createdAt)} now={now} />
        </p>
      )}
    </Notice>
  );
};

const UNDO_STATES: Record<RunState, string> = {
  running: "Being undone since",
  idle: "Undone on",
  stopped: "Partly undone on",
};

/** When a change was undone, as in "Undone on 13 Oct 2026, 16:36.", with a link to what became of it. */
export const UndoneNotice = ({ path, undo: { state, createdAt } }: { path: string; undo: BulkEdit }) => (
  <Notice kind="note" action={<LinkButton href={path}>Details</LinkButton>}>
    {UNDO_STATES[state]} <Time at={createdAt} />.
  </Notice>
);

/** What became of the links besides what the notice says. */
export const Counts = ({ edit, found, isUndone }: { edit: BulkEdit; found: number; isUndone: boolean }) => {
  const { state, task, progress } = edit;
  const { visited, changed, failed } = progress;
  const unchanged = visited - changed - failed;
  const sentences = [
    state !== "idle" && `${number(visited)} of ${linksOf(found)} done, ${number(changed)} changed.`,
    isUndone && state === "idle" && doneText(edit),
    task.kind === "undo" && unchanged > 0 && keeping(unchanged),
    // The notice says it of all.
    task.kind !== "undo" &&
      unchanged > 0 &&
      changed + failed > 0 &&
      `${linksOf(unchanged)} had nothing to change.`,
    failed > 0 && `${linksOf(failed)} could not be changed.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? null : <p>{sentences.flatMap((sentence) => [sentence, " "])}</p>;
};

const keeping = (count: number): string =>
  count === 1
    ? "1 link was changed after that and keeps its values."
    : `${linksOf(count)} were changed after that and keep their values.`;

const REASONS: Partial<Record<ErrorCode, string>> = {
  not_found: "This organization has no such link.",
  validation_failed: "A link can have at most 100 tags.",
  url_not_allowed: "Its URL is not allowed. Edit the link first.",
  precondition_failed: "Someone else changed it at the same time.",
  service_unavailable: "The database did not respond in time. Try these links again.",
};

const reasonOf = ({ error }: LinkOutcome): string =>
  error === undefined ? "It was changed after that." : (REASONS[error] ?? "It couldn't be changed.");

/** The names of these links, as far as they exist. */
export async function namesOf(
  c: DashboardContext,
  left: readonly LinkOutcome[],
): Promise<Map<string, string>> {
  const { workspace, dependencies } = c.var;
  if (left.length === 0) return new Map();
  const linkIds = left.map(({ linkId }) => linkId);
  const links = await summarizeLinks(workspace.actor, { linkIds }, dependencies);
  return new Map(links.map(({ id, name }) => [id, name]));
}

/** The links that were not changed, by name if they exist, and why. */
export const LeftTable = ({
  path,
  left,
  names,
}: {
  path: string;
  left: readonly LinkOutcome[];
  names: ReadonlyMap<string, string>;
}) => (
  <Table
    caption="Links that were not changed"
    columns={["Link", "Why"]}
    rows={left.map((outcome) => [
      names.has(outcome.linkId) ? (
        <a href={`${path}/${outcome.linkId}`}>
          <bdi>{names.get(outcome.linkId)}</bdi>
        </a>
      ) : (
        <code>{outcome.linkId}</code>
      ),
      reasonOf(outcome),
    ])}
  />
);
