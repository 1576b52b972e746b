import { adviseSlug, type SlugAdvice } from "../../../features/links/advise-address.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { API_PERIOD, limitRate } from "../../../ground/platform/rate-limit.ts";
import { Button } from "../components/actions.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FieldsOf, fieldReader, oneText, readForm } from "../layout/forms.ts";
import type { FormState } from "./form-state.ts";
import type { FormPage } from "./submit-form.ts";

/** The control of a link's slug, which people know as its address. */
export const SLUG = "slug";
/** What the buttons beside it send: followed by the slug to use, or by nothing to make one from the name. */
export const SLUG_STEP = "slug:";

/** How much one check counts against the rate limit: 100 fit into a period. */
const WEIGHT = 10;

const FIELDS = { [SLUG]: oneText, name: oneText, projectId: oneText };
const readFields = fieldReader(FIELDS);

/** The fields of a shown form. */
const textsOf = ({ texts }: FormState): FieldsOf<typeof FIELDS> => ({
  [SLUG]: texts.get(SLUG) ?? "",
  name: texts.get("name") ?? "",
  projectId: texts.get("projectId") ?? "",
});

const adviceOn = (c: DashboardContext, linkId: string | null, texts: FieldsOf<typeof FIELDS>) => {
  const { workspace, dependencies, origins } = c.var;
  const input = { ...texts, linkId };
  return adviseSlug(workspace.actor, input, { ...dependencies, origins });
};

/** What a page says about the slug: something only if the person is working on it. */
export async function slugAdvice(
  c: DashboardContext,
  linkId: string | null,
  { state, problems, focus }: Pick<FormPage, "state" | "problems" | "focus">,
): Promise<SlugAdvice | null> {
  if (!problems.fields.has(SLUG) && focus !== SLUG) return null;
  return adviceOn(c, linkId, textsOf(state));
}

/** The form with the slug of a button, or one made from the name. Throws `validation_failed`. */
export async function postSlugStep(
  c: DashboardContext,
  linkId: string | null,
  step: string,
  state: FormState,
): Promise<FormState> {
  const chosen = step.slice(SLUG_STEP.length);
  const slug = chosen || (await adviceOn(c, linkId, { ...textsOf(state), [SLUG]: "" })).suggestion;
  if (!slug) {
    const message = "can be suggested once the link has a name in Latin letters";
    throw validationFailed([{ field: SLUG, message }]);
  }
  return { ...state, texts: new Map([...state.texts, [SLUG, slug]]) };
}

/** Checks a slug for the script while a person types. */
export async function checkSlug(c: DashboardContext, linkId: string | null): Promise<Response> {
  await limitRate(c.env.API_RATE_LIMIT, c.var.workspace.actor.id, API_PERIOD, WEIGHT);
  const sent = readFields((await readForm(c)).entries);
  return pageResponse(<SlugState advice={await adviceOn(c, linkId, sent)} />);
}

/** Below the control: whether the slug is free. A script updates it from `url`. */
export const SlugStatus = ({
  advice,
  typed,
  url,
}: {
  advice: SlugAdvice | null;
  /** The text of the control. */
  typed: string;
  url: string;
}) => (
  <div id="slug-state" class="field-state" data-url={url} role="status">
    {advice && <SlugState advice={advice} />}
    {!advice && typed === "" && (
      <Button emphasis="plain" name="step" value={SLUG_STEP}>
        Suggest one from the name
      </Button>
    )}
  </div>
);

const SlugState = ({ advice }: { advice: SlugAdvice }) => {
  const { state, suggestion } = advice;
  return (
    <>
      {state !== "none" && (
        <p class={state === "free" || state === "own" ? "free" : "problem"}>
          <SlugSentence {...advice} />
        </p>
      )}
      {suggestion !== null && (
        <Button emphasis="plain" name="step" value={`${SLUG_STEP}${suggestion}`}>
          Use {suggestion}
        </Button>
      )}
    </>
  );
};

const SlugSentence = ({ state, url, slug, problem = "" }: SlugAdvice) => {
  const address = <bdi>{url.replace(/^https?:\/\//, "")}</bdi>;
  switch (state) {
    case "free":
      return <>{address} is free.</>;
    case "own":
      return <>{address} already opens this link.</>;
    case "taken":
      return <>{address} is taken.</>;
    default:
      return (
        <>
          <bdi>{slug}</bdi> {problem}.
        </>
      );
  }
};
