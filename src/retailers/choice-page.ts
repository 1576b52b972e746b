import * as z from "zod";
import { imageUrl, text } from "../core/text.ts";
import { PAGE_LANGUAGES, SOLD_OUT_RULES } from "../short-links/choice.ts";

/** How the page of a choice link looks, and what it shows. */
export const choicePage = z
  .strictObject({
    imageUrl: imageUrl()
      .describe("Picture of what is offered, for the page and for link previews.")
      .optional(),
    text: text(1, 300).describe("A few words below the heading.").optional(),
    soldOut: z
      .enum(SOLD_OUT_RULES)
      .default("hide")
      .describe("What becomes of an offer whose products are sold out: it is left out, put last, or kept."),
    skipSingle: z
      .boolean()
      .default(true)
      .describe("Whether a visit that would be shown one offer alone is led to it at once."),
    disclosure: text(1, 200)
      .describe("The affiliate disclosure, where an offer carries a tag. Without it: the page's own words.")
      .optional(),
    language: z
      .enum(PAGE_LANGUAGES)
      .describe("Language of the page's own words. Without it: that of the visitor's browser.")
      .optional(),
  })
  .describe("How the page of a choice link looks, and what it shows.")
  .meta({ id: "ChoicePage" });
/** The same with its defaults filled in. */
export type ChoicePageOptions = z.infer<typeof choicePage>;
