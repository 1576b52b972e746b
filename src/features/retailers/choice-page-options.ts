import * as z from "zod";
import { PAGE_LANGUAGES } from "../../ground/core/page-languages.ts";
import { imageUrl, text } from "../../ground/core/text.ts";
import { PICKS, SOLD_OUT_RULES } from "../short-links/choice.ts";

/** Appearance and content of a choice link's page. */
export const choicePage = z
  .strictObject({
    pick: z
      .enum(PICKS)
      .describe(
        "Who chooses an offer. `shopper`, the default: the shopper, on the page. `first`: visits are redirected to the first " +
          "offer whose `when` fits. `split`: to one of the offers that fit, by chance for each visit and by `weight`; no cookie " +
          "is set, so a shopper may get another offer next time. Robots and previews get the first offer. If none fits, " +
          "`fallbackUrl`, else the page.",
      )
      .optional(),
    imageUrl: imageUrl().describe("Picture for the page and for link previews.").optional(),
    text: text(1, 300).describe("Text below the heading.").optional(),
    soldOut: z
      .enum(SOLD_OUT_RULES)
      .default("hide")
      .describe(
        "What happens to offers whose products are sold out: hide them, move them to the end, or keep them.",
      ),
    skipSingle: z
      .boolean()
      .default(true)
      .describe("Whether to redirect directly if the page would show a single offer."),
    disclosure: text(1, 200)
      .describe("The affiliate disclosure, shown if an offer has a tag. Default: a standard text.")
      .optional(),
    language: z
      .enum(PAGE_LANGUAGES)
      .describe("Language of the page. Default: the language of the visitor's browser.")
      .optional(),
  })
  .describe("Appearance and content of a choice link's page.")
  .meta({ id: "ChoicePage" });
/** With defaults filled in. */
export type ChoicePageOptions = z.infer<typeof choicePage>;
