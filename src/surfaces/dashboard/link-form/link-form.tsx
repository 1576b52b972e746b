import { Hono } from "hono";
import { validationFailed } from "../../../ground/core/errors.ts";
import { isPicked } from "../labels/places.ts";
import { MARK, withUtmMarks } from "../labels/utm-marks.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { type FormValues, oneText, optionalText, queryReader } from "../layout/forms.ts";
import { checkName } from "./advice.tsx";
import { newLink, requestedVariant } from "./create.tsx";
import { existingLink } from "./edit.tsx";
import { stateOf } from "./form-state.ts";
import { livePage, livePreview } from "./preview.tsx";
import { PASTE, type Preset, StartPage, startOf } from "./start.tsx";
import { type FormSubject, submitForm } from "./submit-form.ts";

/** The link of the URL as a form: a new one, or an existing one. `values` are those of a form that was sent. */
async function subjectOf(c: DashboardContext, values: FormValues | null): Promise<FormSubject> {
  if (c.req.param("link") !== undefined)
    return existingLink(c, values, c.req.path.endsWith("/barcode") ? "barcode" : "link");
  const variant = requestedVariant(c);
  if (variant) return newLink(c, variant);
  throw validationFailed([{ field: "retailer", message: "must be chosen, like the intent" }]);
}

const markQuery = queryReader({ [MARK]: optionalText });

/** The form of an existing link when it is opened. */
async function openLink(c: DashboardContext): Promise<Response> {
  const { shape, original, page } = await subjectOf(c, null);
  if (markQuery(c)[MARK] === undefined)
    return pageResponse(await page({ state: stateOf(shape, original), fresh: true }));
  // The change is in the form, to be looked at and saved.
  return pageResponse(
    await page({ state: stateOf(shape, withUtmMarks(original)), focus: "offers[0].customUrl" }),
  );
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
  const { workspace } = c.var;
  const { [PASTE]: text, projectId = workspace.project?.id, slug, pick } = startQuery(c);
  // Fields that the URL sets, such as those of an address that has no link yet.
  const preset: Preset = { ...(projectId && { projectId }), ...(slug && { slug }) };
  const start = startOf(text, variant);
  if (start.kind === "start")
    return pageResponse(<StartPage workspace={workspace} {...{ text, start, preset }} />);
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
  .on("POST", [...FORMS, BARCODE], (c) => submitForm(c, subjectOf))
  .on("POST", below("/slug", "/gtin"), checkName)
  .on("POST", below("/preview"), (c) => livePreview(c, subjectOf))
  .on("POST", below("/preview/page"), (c) => livePage(c, subjectOf));
