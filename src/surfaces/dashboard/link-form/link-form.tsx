import { Hono } from "hono";
import { html } from "hono/html";
import { validationFailed } from "../../../ground/core/errors.ts";
import { PAGE_COLORS } from "../../../ground/core/page-colors.ts";
import { imageUrl } from "../../../ground/core/text.ts";
import { document } from "../../pages/document.ts";
import { framedPage, pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { fieldsNamed, NO_PROBLEMS, oneText, optionalText, queryReader } from "../layout/forms.ts";
import { cardPicture } from "./card-picture.tsx";
import { newLink, requestedVariant } from "./create.tsx";
import { editLink, existingLink } from "./edit.tsx";
import { stateOf } from "./form-state.ts";
import { checkGtin } from "./gtin.tsx";
import { livePage, livePreview } from "./preview.tsx";
import { checkSlug } from "./slug.tsx";
import { PASTE, type Preset, StartPage, startOf } from "./start.tsx";
import { submitForm } from "./submit-form.ts";

const STYLE = `${PAGE_COLORS}
body{margin:0;background:var(--sheet);color:var(--ink);font:1rem/1.4 system-ui,sans-serif;overflow-wrap:anywhere}
main{border:1px solid var(--line);border-radius:.75rem;overflow:hidden;background:var(--ground)}
img{display:block;width:100%;aspect-ratio:1.91;object-fit:cover}
div{padding:.75rem 1rem}
b,span,small{display:block}
span,small{color:var(--quiet);font-size:.875rem}`;

const cardQuery = queryReader(
  fieldsNamed(["card.title", "card.text", "card.imageUrl", "publicName"], oneText),
);

/** A link's card as messengers show it, from the URL's parameters, for the frame in the form. */
function cardFrame(c: DashboardContext): Promise<Response> {
  const { "card.title": title, "card.text": text, "card.imageUrl": url, publicName } = cardQuery(c);
  const picture = imageUrl().safeParse(url).data;
  const page = document({
    title: "Card",
    language: "en",
    style: STYLE,
    main: html`${picture && html`<img src="${picture}" alt="" referrerpolicy="no-referrer">`}<div>
<small>${new URL(c.var.origins.shortLink).host}</small><b dir="auto">${title || publicName || "No preview"}</b>
${text ? html`<span dir="auto">${text}</span>` : title || publicName ? "" : html`<span>Messengers show the page of the shop, or only the URL.</span>`}</div>`,
  });
  return framedPage(page, "", [picture]);
}

/** The new link of the URL as a form. */
async function requestedLink(c: DashboardContext) {
  const variant = requestedVariant(c);
  if (variant) return newLink(c, variant);
  throw validationFailed([{ field: "retailer", message: "must be chosen, like the intent" }]);
}

const startQuery = queryReader({ [PASTE]: oneText, projectId: optionalText, slug: optionalText });

/**
 * The screens on which links are created and changed, below /links. The form of a link is derived from the schema of its
 * variant (`form-shape.ts`). What is typed is a `FormState` (`form-state.ts`), from which `form-body.ts` makes the body that
 * the API would get. `submit-form.ts` handles the buttons; `link-form-page.tsx` shows the result, for a new link
 * (`create.tsx`) and an existing one (`edit.tsx`).
 */
export const linkForm = new Hono<DashboardEnv>()
  .get("/new", async (c) => {
    const variant = requestedVariant(c);
    const { [PASTE]: text, projectId, slug } = startQuery(c);
    // Fields that the URL sets, such as those of an address that has no link yet.
    const preset: Preset = { ...(projectId && { projectId }), ...(slug && { slug }) };
    const start = startOf(text, variant);
    if (start.kind === "start")
      return pageResponse(
        <StartPage
          workspace={c.var.workspace}
          text={text}
          shops={start.shops}
          unclear={start.unclear}
          preset={preset}
        />,
      );
    const subject = await newLink(c, start.variant, start.affiliate);
    const state = stateOf(subject.shape, { ...start.body, ...preset });
    const page = { state, problems: NO_PROBLEMS, preview: null, focus: "name", fresh: true };
    return pageResponse(await subject.page(page));
  })
  .post("/new", (c) => submitForm(c, () => requestedLink(c)))
  .get("/card", cardFrame)
  .on(FORM, "/card/picture", cardPicture)
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
