import { type FieldProblem, ServiceError } from "../../core/errors.ts";
import { rankOf } from "../labels/form-words.ts";
import { type FormShape, shapeOfRow } from "./form-shape.ts";
import { controlName, type FormState, rowName } from "./form-state.ts";

/** The names under which problems can be shown: of all controls, and of lists of rows. */
export function namesOf(shape: FormShape, state: FormState, row = ""): string[] {
  return shape.fields.flatMap((field): string[] => {
    const name = controlName(row, field.path);
    if (field.kind !== "rows") return [name];
    const rows = state.rows.get(field.path) ?? [];
    const inRow = (each: FormState, index: number) =>
      namesOf(
        shapeOfRow(field, (path) => each.texts.get(path)),
        each,
        rowName(name, index),
      );
    return [name, ...rows.flatMap(inRow)];
  });
}

/** Names that are not in the form, and say what is missing, are one problem of the form. */
const within = (field: string, name: string): boolean =>
  field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`);

/** `error` as the form shows it: each problem at the control that it is about, in words that fit a form. */
export function explained(error: ServiceError, names: readonly string[]): ServiceError;
export function explained(error: unknown, names: readonly string[]): unknown;
export function explained(error: unknown, names: readonly string[]): unknown {
  if (!(error instanceof ServiceError)) return error;
  const details = detailsOf(error);
  if (!details) return error;
  const placed = details.map(({ field, message }): FieldProblem => {
    const name = names
      .filter((each) => within(field, each))
      .reduce((best, each) => (each.length > best.length ? each : best), "");
    const [, line] = /^\[(\d+)\]$/.exec(field.slice(name.length)) ?? [];
    if (name === "") return { field, message };
    const rest = field.slice(name.length + 1);
    if (line !== undefined) return { field: name, message: atLine(Number(line) + 1, message) };
    return { field: name, message: rest === "" ? message : `${rest} ${message}` };
  });
  return new ServiceError(error.code, error.message, {
    details: placed,
    retryAfterSeconds: error.retryAfterSeconds,
  });
}

/** "must be shorter" goes on from its line; a sentence of its own stands behind it. */
const atLine = (line: number, message: string): string =>
  /^[A-Z]/.test(message) ? `line ${line}: ${message}` : `line ${line} ${message}`;

function detailsOf({ code, details, message }: ServiceError): FieldProblem[] | undefined {
  if (code === "project_access_denied") return [{ field: "projectId", message }];
  return details;
}

/** The first of `names`, from the top of the page, that has a problem: where the focus goes. */
export const firstProblem = (
  names: readonly string[],
  problems: ReadonlyMap<string, string>,
): string | undefined => names.filter((name) => problems.has(name)).sort((a, b) => rankOf(a) - rankOf(b))[0];
