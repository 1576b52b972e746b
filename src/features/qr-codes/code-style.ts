import * as z from "zod";
import { type FieldProblem, validationFailed } from "../../ground/core/errors.ts";
import { color, text } from "../../ground/core/text.ts";
import { missingLetters } from "../../ground/drawing/lettering.ts";
import { BACKGROUND_FORMAT, contrastOf } from "./contrast.ts";
import {
  type CodeStyle,
  FINDER_SHAPES,
  FRAMES,
  fullStyle,
  LOGOS,
  MODULE_SHAPES,
  type Style,
} from "./style.ts";

export const MAX_FRAME_TEXT = 24;

/** The diameter of a dot, in modules: dots do not touch each other. */
export const DOT = 0.9;

/** The text of a frame: only letters that can be drawn. */
const frameText = () =>
  text(1, MAX_FRAME_TEXT).superRefine((value, context) => {
    const missing = missingLetters(value);
    if (missing.length === 0) return;
    context.addIssue(`can only contain Latin letters. Unsupported: ${missing.slice(0, 3).join(" ")}`);
  });

/** The style of a code, as sent and as stored. Absent fields are plain. */
export const codeStyle = z
  .strictObject({
    color: color()
      .describe(
        "Color of the dark modules and the frame, as `#rrggbb` or `cmyk(100,60,0,30)`. Default: black.",
      )
      .optional(),
    background: color(
      "must be a color as #rrggbb or cmyk(0,0,10,0), or none for a transparent code",
      BACKGROUND_FORMAT,
    )
      .describe("Color of everything else, or `none`. Default: white. Must be clearly lighter.")
      .optional(),
    surface: color()
      .describe("With `background` `none`: color that the code is printed on or placed on. Default: white.")
      .optional(),
    modules: z.enum(MODULE_SHAPES).describe("Shape of the modules. Default: `square`.").optional(),
    finders: z
      .enum(FINDER_SHAPES)
      .describe("Shape of the three large corners. Default: `square`.")
      .optional(),
    logo: z
      .enum(LOGOS)
      .describe("The logo of the link's project in the center. The level is then always `H`.")
      .optional(),
    frame: z
      .enum(FRAMES)
      .describe("A frame that says “Scan me” in this language. The image is then higher than wide.")
      .optional(),
    frameText: frameText()
      .describe("Text of the frame, in Latin letters. Use instead of `frame`.")
      .optional(),
  })
  .meta({ id: "CodeStyle", description: "The style of a code. Absent fields are plain." });

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
  const problems = [...contrastOf(style).problems, ...styleProblems(style)];
  if (problems.length === 0) return;
  throw validationFailed(problems.map(({ field, message }) => ({ field: prefix + field, message })));
}
