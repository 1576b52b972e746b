import * as z from "zod";
import { COLOR_FORMAT, type Color } from "../core/colors.ts";
import { text } from "../core/text.ts";
import { missingLetters } from "../drawing/text.ts";
import { FINDER_SHAPES, FRAMES, LOGOS, MAX_FRAME_TEXT, MODULE_SHAPES } from "./style.ts";

/** The text of a frame: letters that we can draw. */
export const frameText = () =>
  text(1, MAX_FRAME_TEXT).superRefine((value, context) => {
    const missing = missingLetters(value);
    if (missing.length === 0) return;
    context.addIssue(
      `can be drawn in Latin letters only: there is none for ${missing.slice(0, 3).join(" ")}`,
    );
  });

const color = () =>
  z
    .string()
    .regex(COLOR_FORMAT, "must be a color as #rrggbb")
    .transform((value): Color => value.toLowerCase());

/** How a code looks, as callers give it and as it is saved. What is absent is plain. */
export const codeStyle = z
  .strictObject({
    color: color().describe("Of the dark modules and of the frame, `#rrggbb`; black.").optional(),
    background: color()
      .describe("Of everything else, `#rrggbb`; white. Has to be clearly lighter.")
      .optional(),
    modules: z.enum(MODULE_SHAPES).describe("Shape of the modules; `square`.").optional(),
    finders: z.enum(FINDER_SHAPES).describe("Shape of the three large corners; `square`.").optional(),
    logo: z
      .enum(LOGOS)
      .describe("What covers the middle: the logo of the link's project, or nothing.")
      .optional(),
    frame: z.enum(FRAMES).describe("A frame that says “Scan me” in this language.").optional(),
    frameText: frameText()
      .describe("The words of the frame, in Latin letters. In place of `frame`.")
      .optional(),
  })
  .meta({ id: "CodeStyle", description: "How a code looks; what is absent is plain." });
/** A style as it is saved: only what is not plain has to be there. */
export type CodeStyle = z.output<typeof codeStyle>;
