import * as z from "zod";
import { COLOR_FORMAT, type Color } from "../../ground/core/colors.ts";
import { text } from "../../ground/core/text.ts";
import { missingLetters } from "../../ground/drawing/lettering.ts";
import { FINDER_SHAPES, FRAMES, LOGOS, MAX_FRAME_TEXT, MODULE_SHAPES } from "./code-style.ts";

/** The text of a frame: only letters that can be drawn. */
export const frameText = () =>
  text(1, MAX_FRAME_TEXT).superRefine((value, context) => {
    const missing = missingLetters(value);
    if (missing.length === 0) return;
    context.addIssue(`can only contain Latin letters. Unsupported: ${missing.slice(0, 3).join(" ")}`);
  });

const color = () =>
  z
    .string()
    .regex(COLOR_FORMAT, "must be a color as #rrggbb")
    .transform((value): Color => value.toLowerCase());

/** The style of a code, as sent and as stored. Absent fields are plain. */
export const codeStyle = z
  .strictObject({
    color: color()
      .describe("Color of the dark modules and the frame, as `#rrggbb`. Default: black.")
      .optional(),
    background: color()
      .describe("Color of everything else, as `#rrggbb`. Default: white. Must be clearly lighter.")
      .optional(),
    modules: z.enum(MODULE_SHAPES).describe("Shape of the modules. Default: `square`.").optional(),
    finders: z
      .enum(FINDER_SHAPES)
      .describe("Shape of the three large corners. Default: `square`.")
      .optional(),
    logo: z.enum(LOGOS).describe("Whether the logo of the link's project covers the center.").optional(),
    frame: z.enum(FRAMES).describe("A frame that says “Scan me” in this language.").optional(),
    frameText: frameText()
      .describe("Text of the frame, in Latin letters. Use instead of `frame`.")
      .optional(),
  })
  .meta({ id: "CodeStyle", description: "The style of a code. Absent fields are plain." });
/** A style as stored, possibly without plain fields. */
export type CodeStyle = z.output<typeof codeStyle>;
