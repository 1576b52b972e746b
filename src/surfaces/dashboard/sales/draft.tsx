import { chooseForDraft, type DraftChoices } from "../../../extras/sales/choose-for-draft.ts";
import type { DraftReading } from "../../../extras/sales/read-draft.ts";
import { reviewSalesReport, type SalesReview } from "../../../extras/sales/review-sales-report.ts";
import { SALES_FIELDS, type SalesField } from "../../../extras/sales/sales-report.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { COLUMN_TABLE } from "../components/column-table.tsx";
import { seeOther } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import {
  type FormProblems,
  type FormValues,
  fieldsNamed,
  isUntouched,
  nullableText,
  oneOf,
  oneText,
} from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { columnField, DraftFields, MAX_SHOWN_COLUMNS } from "./draft-fields.tsx";
import { DraftProblems, DraftSummary } from "./draft-summary.tsx";
import css from "./sales.css";
import { reportIdIn, reportIdPath, salesPath } from "./sales-view.ts";

/** A draft and what would change if it counted. */
export const loadDraft = (c: DashboardContext): Promise<SalesReview> =>
  reviewSalesReport(c.var.workspace.actor, reportIdIn(c), c.var.dependencies);

const COLUMN_FIELDS = Array.from({ length: MAX_SHOWN_COLUMNS }, (_, index) => columnField(index));

/** What was chosen for each column; null if the network's own columns were left as they are. Throws for a choice made twice. */
function chosenColumns(
  { sheet, columns, isRecognized }: DraftReading,
  typed: Readonly<Record<string, unknown>>,
) {
  const chosen = new Map<SalesField, number>();
  for (const index of sheet.keys.keys()) {
    const field = SALES_FIELDS.find((each) => each === typed[columnField(index)]);
    if (field === undefined) continue;
    if (chosen.has(field))
      throw validationFailed([{ field: columnField(index), message: "must not be chosen twice" }]);
    chosen.set(field, index);
  }
  const isSame =
    chosen.size === columns.size && [...columns].every(([field, index]) => chosen.get(field) === index);
  if (isRecognized && isSame) return null;
  return Object.fromEntries([...chosen].map(([field, index]) => [field, sheet.keys[index] ?? ""]));
}

/** Opens a draft, and takes how its file is read. */
export const reading = formScreen({
  fields: {
    ...fieldsNamed(COLUMN_FIELDS, oneText),
    network: oneText,
    account: oneText,
    dayOrder: oneOf(["day", "month"]),
    decimal: oneOf([".", ","]),
    currency: nullableText,
    firstDay: nullableText,
    lastDay: nullableText,
  },
  marked: [...COLUMN_FIELDS, "network", "account", "columns", "currency", "firstDay", "lastDay"],
  load: loadDraft,
  page: draftPage,
  async save(c, typed, { load }) {
    const { report, reading: current } = await load();
    const { network, account, dayOrder = null, decimal = null, currency, firstDay, lastDay } = typed;
    const choices: DraftChoices = {
      ...{ network, account, dayOrder, decimal, firstDay, lastDay },
      columns: chosenColumns(current, typed),
      currency: currency?.toUpperCase() ?? null,
    };
    await chooseForDraft(c.var.workspace.actor, { reportId: report.id, ...choices }, c.var.dependencies);
    return seeOther(`${c.var.workspace.base}${reportIdPath(report.id)}`);
  },
});

/** A draft: what is asked, what is wrong, or what it says. */
export function draftPage(
  c: DashboardContext,
  review: SalesReview,
  values: FormValues,
  problems: FormProblems,
) {
  const { workspace } = c.var;
  const { report, reading: read } = review;
  const path = `${salesPath(workspace)}/${report.id}`;
  const isAsked = read.questions.length > 0;
  const isReady = read.summed !== null;
  const form = (
    <Form action={path} problem={problems.form ?? problems.fields.get("columns")}>
      <DraftFields review={review} values={values} problems={problems} />
      <Actions>
        <Button emphasis={isReady ? "plain" : "primary"}>
          {isReady ? "Read it like this" : "Read the file"}
        </Button>
      </Actions>
    </Form>
  );
  return (
    <Screen
      workspace={workspace}
      tab="Sales"
      title={`Check ${report.fileName}`}
      heading={
        <>
          Check <bdi>{report.fileName}</bdi>
        </>
      }
      styles={[STYLE, COLUMN_TABLE]}
    >
      {isAsked && <div class="sheet">{form}</div>}
      {!isAsked && !isReady && <DraftProblems review={review} />}
      {isReady && <DraftSummary review={review} path={path} />}
      {!isAsked && (
        <details class="section" open={!isUntouched(problems)}>
          <summary>Read the file differently</summary>
          <div class="sheet">{form}</div>
        </details>
      )}
      {!isReady && (
        <div class="section">
          <Form action={`${path}/discard`}>
            <Actions>
              <Button emphasis="plain">Discard</Button>
              <LinkButton href={salesPath(workspace)}>Later</LinkButton>
            </Actions>
          </Form>
        </div>
      )}
    </Screen>
  );
}

const STYLE = stylesheet(css);
