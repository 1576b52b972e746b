import type { WarningCode } from "../../../features/links/warning-codes.ts";
import { definitionWarnings } from "../../../features/links/warnings.ts";
import type { LinkDefinition } from "../../../features/retailers/definition.ts";
import { type FieldProblem, ServiceError } from "../../../ground/core/errors.ts";
import { valueOfField } from "../../../ground/core/validation.ts";
import { rankOf, withLabels } from "../labels/form-labels.ts";
import { isTyped } from "./condition-texts.ts";
import { TAGS } from "./form-body.ts";
import type { FormShape } from "./form-shape.ts";
import { controlName, type FormState, rowName, SHARE, shapeIn } from "./form-state.ts";

/** The names of everything that can show a problem: all controls, and lists of rows. */
export function namesOf(shape: FormShape, state: FormState, row = ""): string[] {
  return shape.fields.flatMap((field): string[] => {
    const name = controlName(row, field.path);
    if (field.kind !== "rows") return [name];
    const rows = state.rows.get(field.path) ?? [];
    const inRow = (each: FormState, index: number) => {
      const own = rowName(name, index);
      const names = namesOf(shapeIn(field, each), each, own);
      return field.offers ? [controlName(own, SHARE), ...names] : names;
    };
    return [name, ...rows.flatMap(inRow)];
  });
}

/** Whether a field of the API is this control, or a part of it. */
const within = (field: string, name: string): boolean =>
  field === name || field.startsWith(`${name}[`) || field.startsWith(`${name}.`);

/** `error` with each problem at its control, and with labels instead of the names of fields. */
export function explained(error: ServiceError, names: readonly string[]): ServiceError;
export function explained(error: unknown, names: readonly string[]): unknown;
export function explained(error: unknown, names: readonly string[]): unknown {
  if (!(error instanceof ServiceError)) return error;
  const details = detailsOf(error);
  if (!details) return error;
  const placed = details.map(({ field, message: text }): FieldProblem => {
    const message = MESSAGES.get(text) ?? withLabels(text);
    const name = names
      .filter((each) => within(field, each))
      .reduce((best, each) => (each.length > best.length ? each : best), "");
    const [, line] = /^\[(\d+)\]$/.exec(field.slice(name.length)) ?? [];
    if (name === "") return { field, message };
    const rest = field.slice(name.length + 1);
    if (line !== undefined) return { field: name, message: atLine(name, Number(line) + 1, message) };
    return { field: name, message: rest === "" ? message : `${rest} ${message}` };
  });
  return new ServiceError(error.code, error.message, {
    details: placed,
    retryAfterSeconds: error.retryAfterSeconds,
  });
}

/** Messages of the API that need another sentence in the form. */
const MESSAGES = new Map([
  ["must be after activeFrom", "The end must be after the start."],
  ["needs an offer for the marketplace", "Only links with Amazon among their shops have one."],
]);

/** "line 2 must be shorter", or "line 2: A whole sentence." Tags and a condition's values may share a line: "value 2 must be shorter". */
function atLine(name: string, line: number, message: string): string {
  const isInLine = isTyped(name.replace(/^offers\[\d+\]\./, ""));
  const place = `${name === TAGS ? "tag" : isInLine ? "value" : "line"} ${line}`;
  return /^[A-Z]/.test(message) ? `${place}: ${message}` : `${place} ${message}`;
}

function detailsOf({ code, details, message }: ServiceError): FieldProblem[] | undefined {
  if (code === "project_access_denied") return [{ field: "projectId", message }];
  return details;
}

/** The topmost of `names` that has a problem. It gets the focus. */
export const firstProblem = (
  names: readonly string[],
  problems: ReadonlyMap<string, string>,
): string | undefined => names.filter((name) => problems.has(name)).sort((a, b) => rankOf(a) - rankOf(b))[0];

/** The hidden field with the ids that the form was already rejected for. */
export const REJECTED_IDS = "rejected-ids";

/** Mistakes that can make a destination useless, so the form asks about them. The preview shows the other warnings. */
const ASKED: readonly WarningCode[] = ["product_id_format", "looks_like_barcode"];

/**
 * The probable mistakes that a form is rejected for. A form is rejected for each only once: not for values in the definition
 * that it was opened with, and not for those in `rejected`.
 */
export function mistakesToReject(
  definition: LinkDefinition,
  original: object,
  rejected: string,
): (FieldProblem & { key: string })[] {
  const before = rejected.split("\n");
  const known = JSON.stringify(original);
  const found = definitionWarnings(definition).flatMap(({ code, field = "", message }) => {
    const value = JSON.stringify(valueOfField(definition, field) ?? null);
    const key = `${code} ${value === "null" ? field : value}`;
    const isNew = !before.includes(key) && (value === "null" || !known.includes(value));
    return ASKED.includes(code) ? [{ field, message, key, isNew }] : [];
  });
  return found.some(({ isNew }) => isNew) ? found : [];
}

/** The content of the hidden field: a line for each mistake. */
export const rejectedText = (mistakes: readonly { key: string }[]): string =>
  mistakes.map(({ key }) => key).join("\n");
