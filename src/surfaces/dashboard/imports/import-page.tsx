import * as z from "zod";
import { type ImportRow, RETENTION_DAYS, type RowCounts } from "../../../extras/imports/import.ts";
import { getImport, getRepeatedProblems, listImportRows } from "../../../extras/imports/manage-imports.ts";
import { getPrintedAddresses } from "../../../extras/imports/printed-addresses.ts";
import { bodyOf } from "../../../extras/imports/read-cells.ts";
import { domainOfProject } from "../../../features/addresses/domain-store.ts";
import { findProductDetails, type ProductRef } from "../../../features/availability/product-details.ts";
import { RETAILERS } from "../../../ground/core/vocabulary.ts";
import { count } from "../charts/numbers.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { Done, Notice } from "../components/notice.tsx";
import { RunProgress, runScripts } from "../components/run-progress.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import { firstName } from "../labels/products.tsx";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, formValues, oneNumber, oneOf, PAGE_SIZE, queryReader } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { columnValues } from "./column-labels.ts";
import { Corrected, Downloads, Source, StartChanges } from "./import-downloads.tsx";
import { importIdIn, importPath } from "./import-request.ts";
import {
  countOf,
  type ImportPageProps,
  ImportRows,
  VIEW_NAMES,
  VIEWS,
  type ViewName,
} from "./import-rows.tsx";
import css from "./imports.css";
import { RepeatedProblems } from "./repeated-problems.tsx";
import { loadTable, tablePage } from "./table-page.tsx";

const MESSAGES = {
  checked: "The file was checked. Nothing is created yet.",
  fixed: "The row was saved. It has no problems now.",
  doubtful: "The row was saved. Check what its warnings say.",
  replaced: "The corrected rows were saved.",
};

/** One import: its progress, its rows by state, and its actions. */
const ImportPage = (props: ImportPageProps) => {
  const { c, workspace, found, counts, problems } = props;
  const path = importPath(workspace, found);
  const wrong = countOf("problems", counts) + countOf("check", counts);
  const running = found.state === "running";
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={`Import of ${found.fileName}`}
      styles={[IMPORTS_STYLE]}
      heading={
        <>
          Import of <bdi>{found.fileName}</bdi>
        </>
      }
      scripts={runScripts([found])}
    >
      <Done c={c} messages={MESSAGES} />
      {problems.form && (
        <Notice kind="problem" focus>
          {problems.form}
        </Notice>
      )}
      {found.kind === "changes" && found.headings && found.headings.length > 0 && (
        <Notice kind="warn">
          Not used, because they change nothing here: <bdi>{found.headings.join(", ")}</bdi>.
        </Notice>
      )}
      <Source {...props} total={totalOf(counts)} />
      <Progress {...props} />
      <Start {...props} />
      {counts.made > 0 && found.kind === "links" && <Downloads path={path} />}
      <RepeatedProblems {...props} />
      <ImportRows {...props} />
      {found.kind === "links" && (wrong > 0 || problems.fields.size > 0) && (
        <Corrected path={path} problems={problems} />
      )}
      <section class="section">
        <p class="hint">
          Added <Time at={found.createdAt} />. Imports are deleted after {RETENTION_DAYS} days.
        </p>
        {!running && <LinkButton href={`${path}/delete`}>Delete this import</LinkButton>}
      </section>
    </Screen>
  );
};

const totalOf = (counts: RowCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const Progress = ({ workspace, found, counts }: ImportPageProps) => {
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
            ...{
              [found.kind === "changes" ? "Changed" : "Created"]: made,
              Waiting: waiting,
              Ready: counts.good,
              "To check": counts.doubtful,
            },
            ...{ "With problems": counts.bad, Failed: failed, "Total rows": totalOf(counts) },
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
          <strong>Links are being created.</strong> You can close this page.{" "}
          <a href={importPath(workspace, found)}>Refresh</a>
        </p>
      )}
    </RunProgress>
  );
};

/** The button that creates the links, where rows are ready. */
const Start = ({ workspace, found, counts }: ImportPageProps) => {
  const path = importPath(workspace, found);
  if (found.kind === "changes") return <StartChanges path={path} counts={counts} />;
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
          {doubtful === 1
            ? "One row has product ids that don't look"
            : `${count(doubtful)} rows have product ids that don't look`}{" "}
          like the retailer's. See “{VIEWS.check.label}” before you create links.
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

/** The first view that has rows: problems come first. */
const firstView = (counts: RowCounts): ViewName =>
  VIEW_NAMES.find((name) => countOf(name, counts) > 0) ?? "problems";

/** The products in a row, if its cells are good. */
function productsOfRow({ cells, problems }: ImportRow): ProductRef[] {
  const { retailer, products } = bodyOf(cells, "").body;
  const known = RETAILERS.find((each) => each === retailer);
  if (problems.length > 0 || known === undefined || !Array.isArray(products)) return [];
  return products.flatMap((product: unknown) =>
    typeof product === "object" &&
    product !== null &&
    "retailerProductId" in product &&
    typeof product.retailerProductId === "string"
      ? [{ retailer: known, id: product.retailerProductId }]
      : [],
  );
}

const rowsQuery = queryReader({
  show: oneOf(VIEW_NAMES),
  after: oneNumber.pipe(z.int().catch(0)),
});

/** The page of an import, for the view and page of the URL. */
export async function importPage(c: DashboardContext, problems: FormProblems) {
  const { workspace, dependencies } = c.var;
  const { importId } = importIdIn(c);
  const { found, counts } = await getImport(workspace.actor, { importId }, dependencies);
  if (found.kind === "table") return tablePage(c, await loadTable(c, found), formValues(), problems);
  const { show: view = firstView(counts), after } = rowsQuery(c);
  const [page, repeated, projects, printed] = await Promise.all([
    listImportRows(
      workspace.actor,
      { importId, states: VIEWS[view].states, after, limit: PAGE_SIZE },
      dependencies,
    ),
    view === "problems" ? getRepeatedProblems(workspace.actor, { importId }, dependencies) : [],
    openProjects(workspace, dependencies),
    getPrintedAddresses(workspace.actor, { importId }, dependencies),
  ]);
  const products = new Map(page.rows.map((row) => [row, productsOfRow(row)]));
  const details = await findProductDetails([...products.values()].flat(), 0, dependencies);
  const productName = (row: ImportRow) => firstName(products.get(row) ?? [], details);
  const values = columnValues(projects);
  const shown = { workspace, found, counts, view, page, repeated, problems, values, productName };
  const domains = await dependencies.domains.confirmed(dependencies.now());
  const host = domainOfProject(domains, found) || new URL(found.origins.shortLink).host;
  const rest = { isFirst: after === 0, printed, host, c };
  return <ImportPage {...shown} {...rest} />;
}

/** What the screens of imports add to the style of every screen. */
const IMPORTS_STYLE = stylesheet(css);
