import { Hono } from "hono";
import { MAX_CARD_BYTES } from "../../../features/brands/card-pictures.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { showForm, takeUpload } from "../layout/form-screen.ts";
import { NO_PROBLEMS } from "../layout/forms.ts";
import { cardFrame } from "./card-frame.ts";
import { cardPicture } from "./card-picture.tsx";
import { newLink, requestedVariant } from "./create.tsx";
import { editLink, existingLink } from "./edit.tsx";
import { stateOf } from "./form-state.ts";
import { checkGtin } from "./gtin.tsx";
import { livePage, livePreview } from "./preview.tsx";
import { checkSlug } from "./slug.tsx";
import { type Given, PASTE, StartPage, startOf } from "./start.tsx";
import { submitForm } from "./submit-form.ts";

/** The new link of the URL as a form. */
async function requestedLink(c: DashboardContext) {
  const variant = requestedVariant(c);
  if (variant) return newLink(c, variant);
  throw validationFailed([{ field: "retailer", message: "must be chosen, like the intent" }]);
}

/** The fields that the URL gives, such as those of an address that has no link yet. */
function givenIn(c: DashboardContext): Given {
  const { projectId, slug } = c.req.query();
  return { ...(projectId !== undefined && { projectId }), ...(slug !== undefined && { slug }) };
}

/**
 * The screens on which links are created and changed, below /links. The form of a link is derived from the schema of its
 * variant (`form-shape.ts`). What is typed is a `FormState` (`form-state.ts`), from which `form-body.ts` makes the body that
 * the API would get. `submit-form.ts` handles the buttons; `link-form-page.tsx` shows the result, for a new link
 * (`create.tsx`) and an existing one (`edit.tsx`).
 */
export const linkForm = new Hono<DashboardEnv>()
  .get("/new", async (c) => {
    const variant = requestedVariant(c);
    const text = c.req.query(PASTE)?.trim() ?? "";
    const given = givenIn(c);
    const start = startOf(text, variant);
    if (start.kind === "start")
      return pageResponse(
        <StartPage
          workspace={c.var.workspace}
          text={text}
          shops={start.shops}
          unclear={start.unclear}
          given={given}
        />,
      );
    const subject = await newLink(c, start.variant, start.affiliate);
    const state = stateOf(subject.shape, { ...start.body, ...given });
    const page = { state, problems: NO_PROBLEMS, preview: null, focus: "name", fresh: true };
    return pageResponse(await subject.page(page));
  })
  .post("/new", (c) => submitForm(c, () => requestedLink(c)))
  .get("/card", cardFrame)
  .get("/card/picture", showForm(cardPicture))
  .post("/card/picture", takeUpload(cardPicture, MAX_CARD_BYTES))
  .post("/new/slug", (c) => checkSlug(c, null))
  .post("/:link/edit/slug", (c) => checkSlug(c, c.req.param("link")))
  .post("/new/gtin", (c) => checkGtin(c, null))
  .post("/:link/edit/gtin", (c) => checkGtin(c, c.req.param("link")))
  .post("/new/preview", (c) => livePreview(c, () => requestedLink(c)))
  .post("/new/preview/page", (c) => livePage(c, () => requestedLink(c)))
  .get("/:link/edit", (c) => editLink(c))
  .post("/:link/edit", (c) => submitForm(c, (values) => existingLink(c, values)))
  .get("/:link/barcode", (c) => editLink(c, "barcode"))
  .post("/:link/barcode", (c) => submitForm(c, (values) => existingLink(c, values, "barcode")))
  .post("/:link/edit/preview", (c) => livePreview(c, (values) => existingLink(c, values)))
  .post("/:link/edit/preview/page", (c) => livePage(c, (values) => existingLink(c, values)));
