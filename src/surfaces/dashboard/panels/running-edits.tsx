import type { BulkEdit } from "../../../extras/bulk-edits/bulk-edit.ts";
import { listRunningEdits } from "../../../extras/bulk-edits/start-bulk-edit.ts";
import { hasScope } from "../../../features/access/actor.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { count } from "../charts/numbers.ts";
import { Notice } from "../components/notice.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import type { Markup } from "../layout/answers.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";

/** The path of the progress of a bulk edit. */
export const editProgressPath = ({ base }: Workspace, { id }: BulkEdit): string =>
  `${base}/links/bulk-edit/${id}`;

/** The running bulk edits, above the list of links. */
export async function runningEdits({ var: { workspace, dependencies } }: DashboardContext): Promise<Markup> {
  const edits = hasScope(workspace.actor, CHANGE_LINK_SCOPE)
    ? await listRunningEdits(workspace.actor, dependencies)
    : [];
  return (
    <>
      {edits.map((edit) => (
        <Notice kind="note">
          <a href={editProgressPath(workspace, edit)}>
            {edit.task.kind === "undo" ? "Undoing the change of" : "Changing"} {linksOf(edit.total)}
          </a>
          : {count(edit.progress.visited)} done so far.
        </Notice>
      ))}
    </>
  );
}
