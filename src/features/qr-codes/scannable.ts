import { type FieldProblem, validationFailed } from "../../ground/core/errors.ts";
import { fullStyle, type Style } from "./code-style.ts";
import { contrastOf } from "./contrast.ts";
import type { CodeStyle } from "./style-schema.ts";

/**
 * Why a camera may fail to read a style, for people; empty if it can. Colors are checked by `contrastOf`. Two decoders
 * verify all other accepted styles on thousands of drawings: test/qr-codes/styles/scannable.test.ts.
 */
export function styleProblems(style: Pick<Style, "frame" | "frameText">): FieldProblem[] {
  if (style.frame !== "none" && style.frameText !== undefined) {
    return [{ field: "frameText", message: "can't be combined with frame. Choose one of them" }];
  }
  return [];
}

/** Rejects a style that a camera may fail to read. `prefix` is prepended to field names. Throws `validation_failed`. */
export function requireScannable(saved: CodeStyle, prefix = ""): void {
  const style = fullStyle(saved);
  const problems = [...contrastOf(style.color, style.background).problems, ...styleProblems(style)];
  if (problems.length === 0) return;
  throw validationFailed(problems.map(({ field, message }) => ({ field: prefix + field, message })));
}
