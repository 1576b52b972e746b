import type { ErrorCode, ServiceError } from "../../ground/core/errors.ts";
import { RETAILER_NAMES } from "../../ground/core/vocabulary.ts";
import { columnLabel, columnOfField, placeInWords } from "./columns.ts";
import type { RowProblem } from "./import.ts";

/** The most characters of a message about a row. */
export const MAX_MESSAGE = 300;
/** Maximum stored problems of a row. */
export const MAX_PROBLEMS = 20;

/** The columns that decide whether an address that was printed before works. */
export const ADDRESS_COLUMNS: readonly string[] = ["slug", "keep"];
const EMPTIED = ". Without it, the link has a short id, and what was printed does not open it.";

/** The columns of errors without a field. */
const COLUMN_OF: Partial<Record<ErrorCode, string>> = {
  unsupported_retailer_intent: "intent",
  project_access_denied: "projectId",
};

/** The problems of a row by column, from the error of creating its link. */
export function problemsOf(error: ServiceError): RowProblem[] {
  const { code, message, details } = error;
  const problems = details ?? [{ field: COLUMN_OF[code] ?? "", message }];
  return problems.slice(0, MAX_PROBLEMS).map((problem) => {
    const column = columnOfField(problem.field);
    const inner = problem.field.slice(column?.path.join(".").length);
    const shown = column
      ? placeInWords(column, inner)
      : details === undefined
        ? ""
        : columnLabel(problem.field);
    const isElsewhere = column?.name === "amazon_tag" && problem.field === "affiliate";
    const said = isElsewhere ? `is only for links to ${RETAILER_NAMES.marketplace}` : problem.message;
    const message = `${shown && `${shown} `}${said}`;
    const advice = column && ADDRESS_COLUMNS.includes(column.name) ? EMPTIED : "";
    return { field: column?.name ?? "", message: `${message}${advice}`.slice(0, MAX_MESSAGE) };
  });
}
