import type { FieldProblem } from "../../../ground/core/errors.ts";
import { JsonProblem, parseJson } from "../../../ground/core/json.ts";
import { plainUrl } from "../../../ground/core/plain-url.ts";
import { splitTags } from "../../../ground/core/tags.ts";
import { valueOfField } from "../../../ground/core/validation.ts";
import { timeOfLocal } from "../../../ground/core/zone.ts";
import { isTyped, readValues } from "./condition-texts.ts";
import type { ControlField, FormShape, RowsField } from "./form-shape.ts";
import { controlName, type FormState, type RowState, rowName, shapeIn, shownText } from "./form-state.ts";
import { withWeights } from "./shares.ts";

/** The field whose texts may share a line, as in files and bulk edits. */
export const TAGS = "tracking.tags";

/** A body of POST /v1/links, not validated, and the texts that couldn't be parsed. */
export interface FormBody {
  body: Record<string, unknown>;
  problems: FieldProblem[];
}

/**
 * The body that a form describes. `original` is the definition that the form was opened with. Unchanged values come from
 * there, because a control can lose parts of them, such as spaces around a text; so do values without a control.
 */
export function bodyOf(shape: FormShape, typedState: FormState, original: object = {}): FormBody {
  const { state, problems } = withWeights(typedState);

  const objectOf = (inner: FormShape, { texts, rows }: FormState, old: unknown, row: string) => {
    // A copy, because it is changed below. Definitions are JSON.
    const made: Record<string, unknown> = structuredClone(isObject(old) ? old : {});
    for (const field of inner.fields) {
      const before = valueOfField(old, field.path);
      const name = controlName(row, field.path);
      const value =
        field.kind === "rows"
          ? rowsOf(field, rows.get(field.path) ?? [], before, name)
          : controlValue(field, texts.get(field.path) ?? "", before, name);
      put(made, field.path, value);
    }
    for (const path of inner.objects) put(made, path, valueOfField(made, path) ?? {});
    return made;
  };

  const rowsOf = (field: RowsField, rows: readonly RowState[], before: unknown, list: string) => {
    const elements: unknown[] = Array.isArray(before) ? before : [];
    if (rows.length === 0) return Array.isArray(before) && before.length === 0 ? before : undefined;
    return rows.map((row, index) => {
      const element = row.origin === null ? undefined : elements[row.origin];
      return objectOf(shapeIn(field, row), row, element, rowName(list, index));
    });
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
        if (isTyped(field.path)) {
          const { values, problem } = readValues(field.path, typed);
          if (problem !== undefined) problems.push({ field: name, message: problem });
          return values.length > 0 ? values : undefined;
        }
        return textsOfLines(
          typed,
          Array.isArray(before) ? before : [],
          field.path === TAGS ? splitTags : undefined,
        );
      case "time": {
        const time = timeOfLocal(text, field.zone);
        if (time) return time.toISOString();
        problems.push({ field: name, message: "must be a date and a time, such as 2026-12-01 09:00" });
        return undefined;
      }
      case "json":
        try {
          return parseJson(text);
        } catch (error) {
          if (!(error instanceof JsonProblem)) throw error;
          const example = name === "metadata" ? ', such as {"season": "spring"}' : "";
          problems.push({ field: name, message: `${error.message}${example}` });
          return undefined;
        }
      case "url":
        return plainUrl(text);
      default:
        return text;
    }
  };

  return { body: objectOf(shape, state, original, ""), problems };
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text as a browser sends it: a control of one line has no line breaks. */
function sent(field: ControlField, text: string): string {
  const several =
    field.kind === "lines" || field.kind === "json" || (field.kind === "text" && field.multiline);
  return (several ? unixLines(text) : text.replace(/[\r\n]/g, "")).trim();
}

/** Sets the value at a dotted path. Without a value, it removes the member and the objects that become empty. */
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

/** A line as one text, unless it is empty. */
const asOne = (line: string): string[] => (line === "" ? [] : [line]);

/** Line breaks as they are stored; browsers send CR LF. */
const unixLines = (text: string): string => text.replace(/\r\n?/g, "\n");

/**
 * The texts of a control with one text on each line. Texts of `before` whose lines are still there stay exactly the same,
 * because a text can have spaces around it, or several lines. `split`: the texts of a line that is new; each is kept once.
 */
function textsOfLines(typed: string, before: readonly string[], split = asOne): string[] {
  const lines = unixLines(typed).split("\n");
  const unused = before.map((text) => ({ text, lines: unixLines(text).split("\n") }));
  const texts: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const known = unused.findIndex((each) => each.lines.every((line, offset) => lines[at + offset] === line));
    const unchanged = known < 0 ? undefined : unused.splice(known, 1)[0];
    if (unchanged) texts.push(unchanged.text);
    else
      texts.push(
        ...split((lines[at] ?? "").trim()).filter((text) => split === asOne || !texts.includes(text)),
      );
    at += unchanged?.lines.length ?? 1;
  }
  return texts;
}
