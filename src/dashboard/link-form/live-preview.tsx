import { ServiceError } from "../../core/errors.ts";
import { previewLink } from "../../links/preview-link.ts";
import { FRAMED, type Markup, pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormValues, readForm, submit } from "../layout/forms.ts";
import { definitionIn, type FormSubject } from "./answer-form.ts";
import { bodyOf } from "./form-body.ts";
import { withoutBlankRows } from "./form-rows.ts";
import { readState } from "./form-state.ts";
import { offerNames } from "./offer-names.ts";
import { NoPageYet } from "./phone.tsx";
import { phonePage } from "./phone-page.ts";
import { NotYet, PreviewPanel } from "./preview-panel.tsx";

/**
 * The preview alone, for the script that asks for it while a person types. Retailers are not asked about products here,
 * as that would use up the calls of the day: the button Preview asks them. A form that is no link yet is no error.
 */
export const livePreview = (
  c: DashboardContext,
  subjectOf: (values: FormValues) => Promise<Pick<FormSubject, "shape" | "original">>,
): Promise<Response> =>
  submit(
    c,
    [],
    async (values) => {
      const subject = await subjectOf(values);
      return pageResponse(await fragment(c, subject, values));
    },
    () => <NotYet problems={0} />,
  );

/** The page of a choice alone, for the frame of a phone in its form. Offers that are not complete yet are left out. */
export const livePage = async (
  c: DashboardContext,
  subjectOf: (values: FormValues) => Promise<Pick<FormSubject, "shape" | "original">>,
): Promise<Response> => {
  const values = await readForm(c);
  const { shape, original } = await subjectOf(values);
  const { body } = bodyOf(shape, withoutBlankRows(readState(shape, values.entries)), original);
  const page = await phonePage(c, body, values);
  return page ?? pageResponse(<NoPageYet />, 200, FRAMED);
};

async function fragment(
  c: DashboardContext,
  subject: Pick<FormSubject, "shape" | "original">,
  values: FormValues,
): Promise<Markup> {
  const { place, dependencies, origins } = c.var;
  try {
    const state = withoutBlankRows(readState(subject.shape, values.entries));
    // The field of the slug says whether that is free.
    const { slug: _, ...definition } = definitionIn(subject, state);
    const asked = { ...dependencies, origins, extensions: [] };
    const preview = await previewLink(place.actor, { definition }, asked);
    return <PreviewPanel preview={preview} names={offerNames(state)} />;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === "insufficient_scope") throw error;
    return <NotYet problems={error.details?.length ?? 0} />;
  }
}
