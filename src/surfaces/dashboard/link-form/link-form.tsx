import { Hono } from "hono";
import { html } from "hono/html";
import { requireScope } from "../../../features/access/permissions.ts";
import { CREATE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { MAX_CARD_BYTES, putCardPicture } from "../../../features/brands/card-pictures.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { PAGE_COLORS } from "../../../ground/core/page-colors.ts";
import { imageUrl } from "../../../ground/core/text.ts";
import { document } from "../../pages/document.ts";
import { Actions, Button, Form } from "../components/actions.tsx";
import { Copyable } from "../components/facts.tsx";
import { FileField } from "../components/field.tsx";
import { isPicked } from "../labels/places.ts";
import { framedPage, jsonResponse, pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM, formScreen } from "../layout/form-screen.ts";
import {
  type FormProblems,
  type FormValues,
  fieldsNamed,
  NO_PROBLEMS,
  oneText,
  optionalText,
  queryReader,
} from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { checkName } from "./advice.tsx";
import { newLink, requestedVariant } from "./create.tsx";
import { existingLink } from "./edit.tsx";
import { stateOf } from "./form-state.ts";
import { livePage, livePreview } from "./preview.tsx";
import { PASTE, type Preset, StartPage, startOf } from "./start.tsx";
import { type FormSubject, submitForm } from "./submit-form.ts";

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
<small>${new URL(c.var.dependencies.origins.shortLink).host}</small><b dir="auto">${title || publicName || "No preview"}</b>
${text ? html`<span dir="auto">${text}</span>` : title || publicName ? "" : html`<span>Messengers show the page of the shop, or only the URL.</span>`}</div>`,
  });
  return framedPage(page, "", [picture]);
}

const FIELD = "picture";

/**
 * Uploads a picture for the card of a link and shows its URL. The script of the link's form sends the same form and takes
 * the URL as JSON.
 */
const cardPicture = formScreen({
  upload: MAX_CARD_BYTES,
  marked: [FIELD],
  load: ({ var: { workspace } }) => requireScope(workspace.actor, CREATE_LINK_SCOPE),
  page: (c, _, __, problems) => picturePage(c, null, problems),
  async save(c, _, { file }) {
    const { workspace, dependencies } = c.var;
    if (!file) throw validationFailed([{ field: FIELD, message: "choose a file" }]);
    const url = await putCardPicture(workspace.actor, file, dependencies);
    if (c.req.header("Accept") === "application/json") return jsonResponse({ url });
    return pageResponse(picturePage(c, url, NO_PROBLEMS));
  },
});

/** `url` is that of the uploaded picture. */
const picturePage = (
  { var: { workspace } }: DashboardContext,
  url: string | null,
  problems: FormProblems,
) => (
  <Screen workspace={workspace} tab="Links" title="Upload a picture" scripts={["copy"]}>
    <div class="sheet narrow">
      {url !== null && <Copyable id="picture-url" label="URL of the picture" text={url} />}
      <Form action={`${workspace.base}/links/card/picture`} problem={problems.form} upload>
        <FileField
          name={FIELD}
          label={url === null ? "Picture" : "Another picture"}
          hint={`A PNG or JPEG image of up to ${MAX_CARD_BYTES / 1024 / 1024} MiB, best 1200 × 630 pixels. Where and when a photo was taken is removed.`}
          error={problems.fields.get(FIELD)}
          accept="image/png,image/jpeg"
        />
        <Actions>
          <Button>Upload</Button>
        </Actions>
      </Form>
    </div>
  </Screen>
);

/** The link of the URL as a form: a new one, or an existing one. `values` are those of a form that was sent. */
async function subjectOf(c: DashboardContext, values: FormValues | null): Promise<FormSubject> {
  if (c.req.param("link") !== undefined)
    return existingLink(c, values, c.req.path.endsWith("/barcode") ? "barcode" : "link");
  const variant = requestedVariant(c);
  if (variant) return newLink(c, variant);
  throw validationFailed([{ field: "retailer", message: "must be chosen, like the intent" }]);
}

/** The form of an existing link when it is opened. */
async function openLink(c: DashboardContext): Promise<Response> {
  const { shape, original, page } = await subjectOf(c, null);
  return pageResponse(await page({ state: stateOf(shape, original), fresh: true }));
}

const startQuery = queryReader({
  [PASTE]: oneText,
  projectId: optionalText,
  slug: optionalText,
  pick: optionalText,
});

/** What a form begins with that sends people to several places: two web pages. */
const twoPlaces = (pick: string | undefined): object =>
  isPicked(pick)
    ? { page: { pick }, offers: [1, 2].map(() => ({ retailer: "custom", intent: "custom_url" })) }
    : {};

/** The start of a new link, or its form. */
async function openNew(c: DashboardContext): Promise<Response> {
  const variant = requestedVariant(c);
  const { [PASTE]: text, projectId, slug, pick } = startQuery(c);
  // Fields that the URL sets, such as those of an address that has no link yet.
  const preset: Preset = { ...(projectId && { projectId }), ...(slug && { slug }) };
  const start = startOf(text, variant);
  if (start.kind === "start")
    return pageResponse(<StartPage workspace={c.var.workspace} {...{ text, start, preset }} />);
  const { shape, page } = await newLink(c, start.variant, start);
  const several = variant?.retailer === "choice" ? twoPlaces(pick) : {};
  const state = stateOf(shape, { ...several, ...start.body, ...preset });
  return pageResponse(await page({ state, focus: "name", fresh: true }));
}

/** The paths of whole forms; those of their previews and of the check of a slug or GTIN begin like them. */
const FORMS = ["/new", "/:link/edit"];
const BARCODE = "/:link/barcode";
const below = (...paths: string[]): string[] => FORMS.flatMap((form) => paths.map((path) => form + path));

/**
 * The screens on which links are created and changed, below /links. The form of a link is derived from the schema of its
 * variant (`form-shape.ts`). What is typed is a `FormState` (`form-state.ts`), from which `form-body.ts` makes the body that
 * the API would get. `submit-form.ts` handles the buttons; `link-form-page.tsx` shows the result, for a new link
 * (`create.tsx`) and an existing one (`edit.tsx`).
 */
export const linkForm = new Hono<DashboardEnv>()
  .get("/new", openNew)
  .on("GET", ["/:link/edit", BARCODE], openLink)
  .get("/card", cardFrame)
  .on(FORM, "/card/picture", cardPicture)
  .on("POST", [...FORMS, BARCODE], (c) => submitForm(c, subjectOf))
  .on("POST", below("/slug", "/gtin"), checkName)
  .on("POST", below("/preview"), (c) => livePreview(c, subjectOf))
  .on("POST", below("/preview/page"), (c) => livePage(c, subjectOf));
