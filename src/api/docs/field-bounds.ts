import { MAX_BODY_BYTES } from "../json-body.ts";
import type { Schema } from "./contract-fields.ts";

/** The bounds of a value in words, and what stands in its place where it is absent. Bounds of the body are left out. */
export function boundsOf(schema: Schema): string[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, anyOf } = schema;
  // A date or a time: its form bounds it.
  if (anyOf?.some(({ format }) => format !== undefined)) return [];
  return [
    range(minLength, maxLength, "characters", MAX_BODY_BYTES),
    range(minItems, maxItems, "items", MAX_BODY_BYTES / 2),
    range(minimum, maximum, "", Number.MAX_SAFE_INTEGER),
    schema.default === undefined ? "" : `default \`${schema.default}\``,
  ].filter((words) => words !== "");
}

/** A range in words; `boundless` is the bound that says nothing. */
function range(least: number | undefined, most: number | undefined, unit: string, boundless: number): string {
  const lower = least === undefined || least <= -boundless ? null : counted(least);
  const upper = most === undefined || most >= boundless ? null : counted(most);
  const after = unit && ` ${unit}`;
  if (upper === null) return lower === null ? "" : `at least ${lower}${after}`;
  if (lower === null) return `at most ${upper}${after}`;
  return lower === upper ? `exactly ${upper}${after}` : `${lower} to ${upper}${after}`;
}

const counted = (value: number): string => value.toLocaleString("en-US");
