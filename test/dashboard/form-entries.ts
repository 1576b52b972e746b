import { VARIANTS } from "../../src/features/retailers/variants.ts";
import { formShape } from "../../src/surfaces/dashboard/link-form/form-shape.ts";
import {
  controlName,
  type FormState,
  rowMarker,
  rowName,
  stateOf,
} from "../../src/surfaces/dashboard/link-form/form-state.ts";

/** The state as a browser sends it. */
export function entriesOf(state: FormState, row = ""): [string, string][] {
  return [
    ...Array.from(state.texts, ([path, text]): [string, string] => [controlName(row, path), text]),
    ...Array.from(state.rows).flatMap(([path, rows]) =>
      rows.flatMap((each, index): [string, string][] => {
        const name = rowName(controlName(row, path), index);
        return [[rowMarker(name), each.origin === null ? "" : String(each.origin)], ...entriesOf(each, name)];
      }),
    ),
  ];
}

/** What a browser would send for a body of a variant. */
export function fieldsOf(
  body: Record<string, unknown>,
  changes: Record<string, string> = {},
): Record<string, string> {
  const variant = VARIANTS.find((each) => each.retailer === body.retailer && each.intent === body.intent);
  if (!variant) throw new Error("no such variant");
  return { ...Object.fromEntries(entriesOf(stateOf(formShape(variant), body))), ...changes };
}
