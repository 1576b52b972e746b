import type { FieldProblem } from "../../core/errors.ts";
import { timeOfLocal } from "../../core/zone-time.ts";
import { type ControlField, type FormShape, type RowsField, shapeOfRow } from "./form-shape.ts";
import { controlName, type FormState, rowName, shownText, valueAt } from "./form-state.ts";
import { textsOfLines, unixLines } from "./lines.ts";

/** A body of POST /v1/links, not validated, and what can't be read at all. */
export interface FormBody {
  body: Record<string, unknown>;
  problems: FieldProblem[];
}

/**
 * The body that a form stands for. `original` is the definition that the form was opened with: what is unchanged in the
 * form is taken from there, so that nothing is lost that a control can't show, such as spaces around a text, and what
 * has no control is kept.
 */
export function bodyOf(shape: FormShape, state: FormState, original: object = {}): FormBody {
  const problems: FieldProblem[] = [];

  const objectOf = (inner: FormShape, { texts, rows }: FormState, old: unknown, row: string) => {
    // A copy, because definitions are JSON and this one is written to.
    const made: Record<string, unknown> = structuredClone(isObject(old) ? old : {});
    for (const field of inner.fields) {
      const before = valueAt(old, field.path);
      const name = controlName(row, field.path);
      const value =
        field.kind === "rows"
          ? rowsOf(field, rows.get(field.path) ?? [], before, name)
          : controlValue(field, texts.get(field.path) ?? "", before, name);
      put(made, field.path, value);
    }
    for (const path of inner.objects) put(made, path, valueAt(made, path) ?? {});
    return made;
  };

  const rowsOf = (field: RowsField, rows: readonly RowLike[], before: unknown, list: string) => {
    const elements: unknown[] = Array.isArray(before) ? before : [];
    if (rows.length === 0) return Array.isArray(before) && before.length === 0 ? before : undefined;
    return rows.map((row, index) =>
      objectOf(
        shapeOfRow(field, (path) => row.texts.get(path)),
        row,
        row.origin === null ? undefined : elements[row.origin],
        rowName(list, index),
      ),
    );
  };

  const controlValue = (field: ControlField, typed: string, before: unknown, name: string): unknown => {
    if (sent(field, typed) === sent(field, shownText(field, before))) {
      return before ?? (field.required && field.kind === "text" && field.emptyAllowed ? "" : undefined);
    }
    const text = sent(field, typed);
    if (text === "") return field.required && field.kind === "text" && field.emptyAllowed ? "" : undefined;
    switch (field.kind) {
      case "number":
        return NUMBER.test(text) ? Number(text) : text;
      case "choice":
        return field.boolean && field.values.includes(text) ? text === "true" : text;
      case "lines":
        return textsOfLines(typed, Array.isArray(before) ? before : []);
      case "time": {
        const time = timeOfLocal(text, field.zone);
        if (time) return time.toISOString();
        problems.push({ field: name, message: "must be a date and a time, such as 2026-12-01 09:00" });
        return undefined;
      }
      case "json":
        try {
          return JSON.parse(text) as unknown;
        } catch {
          const example = name === "metadata" ? ', such as {"season": "spring"}' : "";
          problems.push({ field: name, message: `must be JSON${example}` });
          return undefined;
        }
      default:
        return text;
    }
  };

  return { body: objectOf(shape, state, original, ""), problems };
}

/** A row's state, and which element it was. */
type RowLike = FormState & { origin: number | null };

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is left of a text when a browser has sent it: a control of one line has no line breaks. */
function sent(field: ControlField, text: string): string {
  const several =
    field.kind === "lines" || field.kind === "json" || (field.kind === "text" && field.multiline);
  return (several ? unixLines(text) : text.replace(/[\r\n]/g, "")).trim();
}

/** Sets the value at a dotted path. Without a value, the member goes, and so do objects that become empty by that. */
function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const [, first = path, rest] = /^([^.]+)\.(.*)$/.exec(path) ?? [];
  if (rest === undefined) {
    if (value === undefined) delete target[first];
    else target[first] = value;
    return;
  }
  const inner = target[first];
  if (isObject(inner)) {
    const had = Object.keys(inner).length > 0;
    put(inner, rest, value);
    if (had && Object.keys(inner).length === 0) delete target[first];
  } else if (value !== undefined) {
    const made = {};
    target[first] = made;
    put(made, rest, value);
  }
}
