import { Hono } from "hono";
import { validationFailed } from "../../core/errors.ts";
import { pageAnswer } from "../frame/answers.ts";
import type { DashboardContext, DashboardEnv } from "../frame/context.ts";
import { NO_PROBLEMS } from "../frame/forms.ts";
import { answerForm } from "./answer-form.ts";
import { ChooseVariantPage } from "./choose-variant-page.tsx";
import { newLink, variantAsked } from "./create.tsx";
import { editLink, existingLink } from "./edit.tsx";
import { EMPTY } from "./form-state.ts";
import { livePreview } from "./live-preview.tsx";

/** The link that a form of the address creates. */
async function linkAsked(c: DashboardContext) {
  const variant = variantAsked(c);
  if (variant) return newLink(c, variant);
  throw validationFailed([{ field: "retailer", message: "has to be chosen, and so has the intent" }]);
}

/** The screens on which links are created and changed, below /links. */
export const linkForm = new Hono<DashboardEnv>()
  .get("/new", async (c) => {
    const variant = variantAsked(c);
    if (!variant) return pageAnswer(<ChooseVariantPage place={c.var.place} />);
    const page = { state: EMPTY, problems: NO_PROBLEMS, preview: null, focus: "name", fresh: true };
    return pageAnswer(await (await newLink(c, variant)).page(page));
  })
  .post("/new", (c) => answerForm(c, () => linkAsked(c)))
  .post("/new/preview", (c) => livePreview(c, () => linkAsked(c)))
  .get("/:link/edit", (c) => editLink(c))
  .post("/:link/edit", (c) => answerForm(c, (values) => existingLink(c, values)))
  .post("/:link/edit/preview", (c) => livePreview(c, (values) => existingLink(c, values)));
