import { Hono } from "hono";
import { validationFailed } from "../../core/errors.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { NO_PROBLEMS } from "../layout/forms.ts";
import { answerForm } from "./answer-form.ts";
import { newLink, variantAsked } from "./create.tsx";
import { editLink, existingLink } from "./edit.tsx";
import { stateOf } from "./form-state.ts";
import { livePage, livePreview } from "./live-preview.tsx";
import { startOf } from "./pasted.ts";
import { answerSlug } from "./slug-advice.ts";
import { SlugState } from "./slug-state.tsx";
import { PASTE, StartPage } from "./start-page.tsx";

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
    const text = c.req.query(PASTE)?.trim() ?? "";
    const start = startOf(text, variant);
    if (start.kind === "start")
      return pageResponse(
        <StartPage place={c.var.place} text={text} shops={start.shops} unclear={start.unclear} />,
      );
    const subject = await newLink(c, start.variant);
    const state = stateOf(subject.shape, start.body);
    const page = { state, problems: NO_PROBLEMS, preview: null, focus: "name", fresh: true };
    return pageResponse(await subject.page(page));
  })
  .post("/new", (c) => answerForm(c, () => linkAsked(c)))
  .post("/new/slug", (c) => answerSlug(c, null, (advice) => <SlugState advice={advice} />))
  .post("/:link/edit/slug", (c) =>
    answerSlug(c, c.req.param("link"), (advice) => <SlugState advice={advice} />),
  )
  .post("/new/preview", (c) => livePreview(c, () => linkAsked(c)))
  .post("/new/preview/page", (c) => livePage(c, () => linkAsked(c)))
  .get("/:link/edit", (c) => editLink(c))
  .post("/:link/edit", (c) => answerForm(c, (values) => existingLink(c, values)))
  .post("/:link/edit/preview", (c) => livePreview(c, (values) => existingLink(c, values)))
  .post("/:link/edit/preview/page", (c) => livePage(c, (values) => existingLink(c, values)));
