import { RETENTION_DAYS, type RowCounts } from "../../../extras/imports/import.ts";
import { getImport } from "../../../extras/imports/manage-imports.ts";
import { resumeRun } from "../../../extras/runs/continue-runs.ts";
import { count } from "../charts/numbers.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { Done, Notice, ProblemNotice } from "../components/notice.tsx";
import { RunProgress, runScripts } from "../components/run-progress.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, formValues } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { Corrected, Downloads, Source, StartChanges } from "./import-downloads.tsx";
import { ImportRows } from "./import-rows.tsx";
import { countOf, type ImportView, importIdIn, loadImport, VIEWS } from "./import-view.ts";
import css from "./imports.css";
import { RepeatedProblems } from "./repeated-problems.tsx";
import { loadTable, tablePage } from "./table-page.tsx";

const MESSAGES = {
  fixed: "The row was saved. It has no problems now.",
  doubtful: "The row was saved. Check what its warnings say.",
  replaced: "The corrected rows were saved.",
};

const STYLE = stylesheet(css);

/** One import: its progress, its rows by state, and its actions. Of a file with unknown columns, what they may be. */
export async function importPage(c: DashboardContext, problems: FormProblems) {
  const { workspace, dependencies } = c.var;
  const { found, counts } = await getImport(workspace.actor, importIdIn(c), dependencies);
  if (found.state === "running") resumeRun(found.id, dependencies);
  if (found.kind === "table") return tablePage(c, await loadTable(c, found), formValues(), problems);
  const view = await loadImport(c, found, counts, problems);
  const wrong = countOf("problems", counts) + countOf("check", counts);
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={`Import of ${found.fileName}`}
      styles={[STYLE]}
      heading={
        <>
          Import of <bdi>{found.fileName}</bdi>
        </>
      }
      scripts={[...runScripts([found]), "copy"]}
    >
      <Done c={c} messages={MESSAGES} />
      <Checked {...view} total={totalOf(counts)} />
      <ProblemNotice text={problems.form} />
      {found.kind === "changes" && found.headings && found.headings.length > 0 && (
        <Notice kind="warn">
          Not used, because they change nothing here: <bdi>{found.headings.join(", ")}</bdi>.
        </Notice>
      )}
      <Source {...view} total={totalOf(counts)} />
      <Progress {...view} />
      <Made {...view} />
      <Start {...view} />
      {counts.made > 0 && found.kind === "links" && <Downloads {...view} />}
      <RepeatedProblems {...view} />
      <ImportRows {...view} />
      {found.kind === "links" && (wrong > 0 || problems.fields.size > 0) && <Corrected {...view} />}
      <section class="section">
        <p class="hint">
          Added <Time at={found.createdAt} />. Imports are deleted after {RETENTION_DAYS} days.
        </p>
        {found.state !== "running" && (
          <LinkButton href={`${view.path}/delete`}>Delete this import</LinkButton>
        )}
      </section>
    </Screen>
  );
}

/** What the check of a new file found: rows with problems come first. */
const Checked = ({ c, found, counts, total }: ImportView & { total: number }) => {
  const { bad: wrong, doubtful } = counts;
  if (c.req.query("done") !== "checked") return null;
  const nothing = found.kind === "changes" ? "Nothing is changed yet." : "Nothing is created yet.";
  if (wrong === 0)
    return (
      <Notice kind={doubtful > 0 ? "warn" : "done"} focus>
        {doubtful > 0
          ? `${count(doubtful)} of ${count(total)} rows should be checked first: see below.`
          : `The file was checked: ${count(total)} ${total === 1 ? "row is" : "rows are"} ready.`}{" "}
        {nothing}
      </Notice>
    );
  const rows =
    wrong === total
      ? "No row of the file can be used"
      : `${count(wrong)} of ${count(total)} rows can't be used`;
  return (
    <Notice kind={wrong === total ? "problem" : "warn"} focus>
      {rows}: see the problems below. {nothing}
    </Notice>
  );
};

const totalOf = (counts: RowCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const Progress = ({ path, found, counts }: ImportView) => {
  const { made, failed, waiting } = counts;
  const stopped = `${count(waiting)} rows are waiting. Anyone who can create links can continue.`;
  return (
    <RunProgress
      run={found}
      words={{ noun: "import", right: "create links", stopped }}
      done={made + failed}
      of={made + failed + waiting}
      status={
        <dl class="counts">
          {Object.entries({
            [found.kind === "changes" ? "Changed" : "Created"]: made,
            Waiting: waiting,
            Ready: counts.good,
            "To check": counts.doubtful,
            "With problems": counts.bad,
            Failed: failed,
            "Total rows": totalOf(counts),
          })
            .filter(([, value]) => value > 0)
            .map(([name, value]) => (
              <div>
                <dt>{name}</dt>
                <dd>{count(value)}</dd>
              </div>
            ))}
        </dl>
      }
    >
      {found.state === "running" && (
        <p class="hint">
          <strong>Links are being created.</strong> You can close this page. <a href={path}>Refresh</a>
        </p>
      )}
    </RunProgress>
  );
};

/** What a finished import made, and what to do next. */
const Made = ({ found, counts }: ImportView) => {
  const { made, failed, bad } = counts;
  if (found.kind !== "links" || found.state !== "idle" || made === 0) return null;
  const left = failed + bad;
  return (
    <Notice kind={left > 0 ? "warn" : "done"}>
      {linksOf(made)} {made === 1 ? "was" : "were"} created.{" "}
      {left > 0 &&
        `${count(left)} ${left === 1 ? "row" : "rows"} with problems ${left === 1 ? "stays" : "stay"} here. `}
      Below are their short links and codes.
    </Notice>
  );
};

/** The button that creates the links, where rows are ready. */
const Start = (view: ImportView) => {
  const { path, found, counts } = view;
  if (found.kind === "changes") return <StartChanges {...view} />;
  const stopped = found.state === "stopped";
  const ready = counts.good + (stopped ? counts.waiting : 0);
  const { doubtful } = counts;
  if (ready + doubtful === 0) return null;
  const rest = counts.bad + counts.failed;
  const create = stopped ? "Continue and create" : "Create";
  return (
    <Form action={`${path}/start`}>
      {rest > 0 && <p class="hint">Rows with problems stay here and can be fixed at any time.</p>}
      {doubtful > 0 && (
        <p class="hint">
          {doubtful === 1 ? "One row" : `${count(doubtful)} rows`} should be checked first: see “
          {VIEWS.check.label}”.
        </p>
      )}
      <Actions>
        {ready > 0 && (
          <Button>
            {create} {linksOf(ready)}
          </Button>
        )}
        {doubtful > 0 && (
          <Button emphasis={ready > 0 ? "plain" : "primary"} name="rows" value="all">
            {ready > 0
              ? `${create} all ${count(ready + doubtful)}, including unchecked rows`
              : `${create} ${linksOf(doubtful)} anyway`}
          </Button>
        )}
      </Actions>
    </Form>
  );
};
