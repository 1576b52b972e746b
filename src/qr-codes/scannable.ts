import { type FieldProblem, validationFailed } from "../core/errors.ts";
import { contrastOf } from "./contrast.ts";
import { frameTextOf } from "./frame.ts";
import { QUIET_ZONE } from "./image-formats.ts";
import { fullStyle, type Style } from "./style.ts";
import type { CodeStyle } from "./style-schema.ts";

/**
 * What of a style a camera may not read, in words for people; empty where every part of it is read. Colours are judged
 * by `contrastOf`. That nothing else of what is accepted is lost, two decoders show over thousands of drawn styles:
 * test/qr-codes/styles/scannable.test.ts.
 */
export function styleProblems(style: Style & { quietZone?: number }): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (style.frame !== "none" && style.frameText !== undefined) {
    problems.push({ field: "frameText", message: "can't be given together with frame: choose one of them" });
  }
  const { quietZone = QUIET_ZONE.default } = style;
  // A line beside the quiet zone counts as what ISO/IEC 18004 keeps four modules away.
  if (frameTextOf(style) !== null && quietZone < QUIET_ZONE.default) {
    const message = `must be at least ${QUIET_ZONE.default} inside a frame`;
    problems.push({ field: "quietZone", message });
  }
  return problems;
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
