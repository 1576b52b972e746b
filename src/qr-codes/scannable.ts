import { type FieldProblem, validationFailed } from "../core/errors.ts";
import { contrastOf } from "./contrast.ts";
import { fullStyle, type Style } from "./style.ts";
import type { CodeStyle } from "./style-schema.ts";

/**
 * What of a style a camera may not read, in words for people; empty where every part of it is read. Colors are judged
 * by `contrastOf`. That nothing else of what is accepted is lost, two decoders show over thousands of drawn styles:
 * test/qr-codes/styles/scannable.test.ts.
 */
export function styleProblems(style: Pick<Style, "frame" | "frameText">): FieldProblem[] {
  if (style.frame !== "none" && style.frameText !== undefined) {
    return [{ field: "frameText", message: "can't be given together with frame: choose one of them" }];
  }
  return [];
}

/**
 * Refuses to save a style that a camera may not read. `prefix` stands before the names of its fields. Throws
 * `validation_failed`.
 */
export function requireScannable(saved: CodeStyle, prefix = ""): void {
  const style = fullStyle(saved);
  const problems = [...contrastOf(style.color, style.background).problems, ...styleProblems(style)];
  if (problems.length === 0) return;
  throw validationFailed(problems.map(({ field, message }) => ({ field: prefix + field, message })));
}
