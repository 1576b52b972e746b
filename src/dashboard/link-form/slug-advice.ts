import { validationFailed } from "../../core/errors.ts";
import { adviseSlug, type SlugAdvice } from "../../links/advise-slug.ts";
import { API_PERIOD, limitRate } from "../../platform/rate-limit.ts";
import type { Markup } from "../layout/answers.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { readForm } from "../layout/forms.ts";
import type { FormPage } from "./answer-form.ts";
import type { FormState } from "./form-state.ts";

/** The control of a link's slug. */
export const SLUG = "slug";
/** What the buttons beside it send: followed by the slug to take, or by nothing for one that is made of the name. */
export const SLUG_STEP = "slug:";

/** As what one question of the script counts: 100 fit into a window. */
const WEIGHT = 10;

const adviceOn = (c: DashboardContext, linkId: string | null, text: (name: string) => string) => {
  const { place, dependencies, origins } = c.var;
  const input = { slug: text(SLUG), name: text("name"), projectId: text("projectId"), linkId };
  return adviseSlug(place.actor, input, { ...dependencies, origins });
};

/** What a page says of the slug in its form: something where the person was just busy with it. */
export async function slugOfPage(
  c: DashboardContext,
  linkId: string | null,
  { state, problems, focus }: Pick<FormPage, "state" | "problems" | "focus">,
): Promise<SlugAdvice | null> {
  if (!problems.fields.has(SLUG) && focus !== SLUG) return null;
  return adviceOn(c, linkId, (name) => state.texts.get(name) ?? "");
}

/** The form with the slug that a button says, or else with one that is made of the name. Throws `validation_failed`. */
export async function takeSlugStep(
  c: DashboardContext,
  linkId: string | null,
  step: string,
  state: FormState,
): Promise<FormState> {
  const named = step.slice(SLUG_STEP.length);
  const ofName = (name: string) => (name === SLUG ? "" : (state.texts.get(name) ?? ""));
  const slug = named || (await adviceOn(c, linkId, ofName)).suggestion;
  if (!slug) {
    const message = "can be suggested once the link has a name in Latin letters";
    throw validationFailed([{ field: SLUG, message }]);
  }
  return { ...state, texts: new Map([...state.texts, [SLUG, slug]]) };
}

/** What the script asks while a person types: whether the slug is free. `show` draws the answer. */
export async function answerSlug(
  c: DashboardContext,
  linkId: string | null,
  show: (advice: SlugAdvice) => Markup,
): Promise<Response> {
  await limitRate(c.env.API_RATE_LIMIT, c.var.place.actor.id, API_PERIOD, WEIGHT);
  const values = await readForm(c);
  return pageResponse(show(await adviceOn(c, linkId, values.text)));
}
