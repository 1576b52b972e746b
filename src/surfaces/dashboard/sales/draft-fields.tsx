import { MAX_SALES_NAME } from "../../../extras/sales/choose-for-draft.ts";
import { SALES_NETWORKS } from "../../../extras/sales/networks.ts";
import { probableCurrency } from "../../../extras/sales/read-draft.ts";
import type { SalesReview } from "../../../extras/sales/review-sales-report.ts";
import type { SalesField } from "../../../extras/sales/sales-report.ts";
import { ColumnTable, SAMPLE_ROWS } from "../components/column-table.tsx";
import { ChoiceField, type Option, TextField } from "../components/field.tsx";
import { type FormProblems, type FormValues, fieldsOf, isUntouched } from "../layout/forms.ts";

/** The most columns that the screen shows; no report has as many. */
export const MAX_SHOWN_COLUMNS = 200;
export const columnField = (index: number): string => `column-${index}`;

const LABELS: Readonly<Record<SalesField, string>> = {
  day: "Date of the sale",
  subId: "Sub-id, or tag",
  order: "Order number",
  orders: "Number of orders",
  items: "Items",
  returned: "Returned items",
  amount: "Sale amount",
  commission: "Commission",
  currency: "Currency",
  state: "Status",
  shop: "Shop or program",
};
const COLUMN_MENU: readonly Option[] = [
  { value: "", label: "Ignore" },
  ...Object.entries(LABELS).map(([value, label]) => ({ value, label })),
];

/** What people choose for a draft: the questions that are open, or everything. */
export const DraftFields = ({
  review: { report, reading },
  values,
  problems,
}: {
  review: SalesReview;
  values: FormValues;
  problems: FormProblems;
}) => {
  const { sheet, columns, isRecognized, questions } = reading;
  const isNew = isUntouched(problems);
  const typed = fieldsOf(values, problems);
  const field = (name: string, stored: string | null) => ({
    ...typed(name),
    value: isNew ? (stored ?? "") : values.text(name),
  });
  const isOpen = ["account", "firstDay", "lastDay"].some((name) => problems.fields.has(name));
  const byPlace = new Map([...columns].map(([name, index]) => [index, name]));
  const { choices } = report;
  return (
    <>
      <p class="hint">The next file of this network is read the same way. Nothing counts yet.</p>
      <div class="fields">
        <TextField
          {...field("network", report.network)}
          label="Network"
          hint="Such as Impact or Awin."
          maxLength={MAX_SALES_NAME}
          list="networks"
          autofocus={isNew && questions[0] === "network"}
        />
        <datalist id="networks">
          {SALES_NETWORKS.map(({ name }) => (
            <option value={name} />
          ))}
        </datalist>
        {!columns.has("currency") && (
          <TextField
            {...field("currency", choices.currency ?? probableCurrency(reading))}
            label="Currency"
            hint="Such as USD, for all rows. The file names none in a column."
            maxLength={3}
            autofocus={isNew && questions[0] === "currency"}
          />
        )}
      </div>
      {(questions.includes("dayOrder") || choices.dayOrder !== null) && (
        <ChoiceField
          {...{ name: "dayOrder", type: "radio", values: [choices.dayOrder ?? ""] }}
          label="What is first in dates such as 3/4/2026?"
          options={[
            { value: "month", label: "The month: 4 March" },
            { value: "day", label: "The day: 3 April" },
          ]}
        />
      )}
      {(questions.includes("decimal") || choices.decimal !== null) && (
        <ChoiceField
          {...{ name: "decimal", type: "radio", values: [choices.decimal ?? ""] }}
          label="What is 1.234 or 1,234 in this file?"
          options={[
            { value: ".", label: "Decimals come after a point: 1,234 is a thousand" },
            { value: ",", label: "Decimals come after a comma: 1.234 is a thousand" },
          ]}
        />
      )}
      <details open={isOpen}>
        <summary>Account and days</summary>
        <div class="fields">
          <TextField
            {...field("account", report.account)}
            label="Account"
            hint="Only if you have several at this network: their reports are kept apart."
            maxLength={MAX_SALES_NAME}
          />
          <TextField {...field("firstDay", choices.firstDay)} type="date" label="First day" hint={PERIOD} />
          <TextField {...field("lastDay", choices.lastDay)} type="date" label="Last day" hint={PERIOD} />
        </div>
      </details>
      <details open={!isRecognized || questions.includes("columns")}>
        <summary>Columns</summary>
        <ColumnTable
          headings={sheet.headings}
          samples={(index) => sheet.rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells[index])}
          options={COLUMN_MENU}
          field={(index) => field(columnField(index), byPlace.get(index) ?? "")}
        />
      </details>
    </>
  );
};

const PERIOD = "If the report covers more days than its rows.";
