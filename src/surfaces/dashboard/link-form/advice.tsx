import type { Child } from "hono/jsx";
import {
  adviseGtin,
  adviseSlug,
  type GtinAdvice,
  type SlugAdvice,
} from "../../../features/links/advise-address.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { API_PERIOD, limitRate } from "../../../ground/platform/rate-limit.ts";
import { Button } from "../components/actions.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FieldsOf, fieldReader, fieldsNamed, NO_PROBLEMS, oneText, readForm } from "../layout/forms.ts";
import type { FormState } from "./form-state.ts";
import type { FormPage } from "./submit-form.ts";

/** The control of a link's slug, which people know as its address. */
export const SLUG = "slug";
/** What the buttons beside it send: followed by the slug to use, or by nothing to make one from the name. */
export const SLUG_STEP = "slug:";
export const GTIN = "gtin";

/** How much one check counts against the rate limit: 100 fit into a period. */
const WEIGHT = 10;

/** What slugs and GTINs are judged by. */
const NAMES = [SLUG, GTIN, "name", "projectId"] as const;
type Texts = FieldsOf<ReturnType<typeof fieldsNamed<(typeof NAMES)[number], typeof oneText>>>;
const readTexts = fieldReader(fieldsNamed(NAMES, oneText));

const textsOf = ({ texts }: FormState): Texts => ({
  slug: texts.get(SLUG) ?? "",
  gtin: texts.get(GTIN) ?? "",
  name: texts.get("name") ?? "",
  projectId: texts.get("projectId") ?? "",
});

const adviceOnSlug = (c: DashboardContext, linkId: string | null, texts: Texts): Promise<SlugAdvice> => {
  const { workspace, dependencies } = c.var;
  return adviseSlug(workspace.actor, { ...texts, linkId }, dependencies);
};
const adviceOnGtin = (
  c: DashboardContext,
  linkId: string | null,
  texts: Texts,
): Promise<GtinAdvice | null> => {
  const { workspace, dependencies } = c.var;
  return adviseGtin(workspace.actor, { ...texts, linkId }, dependencies);
};

/** What a page says about slug and GTIN: something only if the person is working on it. */
export async function adviceFor(c: DashboardContext, linkId: string | null, page: FormPage) {
  const { state, problems = NO_PROBLEMS, focus } = page;
  const texts = textsOf(state);
  const [slug, gtin] = await Promise.all([
    problems.fields.has(SLUG) || focus === SLUG ? adviceOnSlug(c, linkId, texts) : null,
    problems.fields.has(GTIN) ? adviceOnGtin(c, linkId, texts) : null,
  ]);
  return { slug, gtin };
}

/** The form with the slug of a button, or one made from the name. Throws `validation_failed`. */
export async function postSlugStep(
  c: DashboardContext,
  linkId: string | null,
  step: string,
  state: FormState,
): Promise<FormState> {
  const chosen = step.slice(SLUG_STEP.length);
  const slug = chosen || (await adviceOnSlug(c, linkId, { ...textsOf(state), slug: "" })).suggestion;
  if (!slug) {
    const message = "can be suggested once the link has a name in Latin letters";
    throw validationFailed([{ field: SLUG, message }]);
  }
  return { ...state, texts: new Map([...state.texts, [SLUG, slug]]) };
}

/** Checks the slug or the GTIN of a link, or of a new one, for the script while a person types. */
export async function checkName(c: DashboardContext): Promise<Response> {
  await limitRate(c.env.API_RATE_LIMIT, c.var.workspace.actor.id, API_PERIOD, WEIGHT);
  const linkId = c.req.param("link") ?? null;
  const texts = readTexts((await readForm(c)).entries);
  return pageResponse(
    c.req.path.endsWith(`/${SLUG}`) ? (
      <SlugState advice={await adviceOnSlug(c, linkId, texts)} />
    ) : (
      <GtinSentence advice={await adviceOnGtin(c, linkId, texts)} />
    ),
  );
}

/** Below a control: whether its text can be used. A script updates it from `url`. */
const Status = ({ name, path, children }: { name: string; path: string; children: Child }) => (
  <div id={`${name}-state`} class="field-state" data-url={`${path}/${name}`} role="status">
    {children}
  </div>
);

interface StatusProps {
  advice: Awaited<ReturnType<typeof adviceFor>>;
  state: FormState;
  path: string;
}

/** Below the control of the slug: whether it is free. */
export const SlugStatus = ({ advice: { slug }, state, path }: StatusProps) => (
  <Status name={SLUG} path={path}>
    {slug && <SlugState advice={slug} />}
    {!slug && !state.texts.get(SLUG) && (
      <Button emphasis="plain" name="step" value={SLUG_STEP}>
        Suggest one from the name
      </Button>
    )}
  </Status>
);

/** Below the control of the GTIN: whether it is right. */
export const GtinStatus = ({ advice: { gtin }, path }: StatusProps) => (
  <Status name={GTIN} path={path}>
    <GtinSentence advice={gtin} />
  </Status>
);

const addressOf = (url: string) => <bdi>{url.replace(/^https?:\/\//, "")}</bdi>;

const SlugState = ({ advice: { state, url, slug, problem = "", suggestion } }: { advice: SlugAdvice }) => (
  <>
    {state !== "none" && (
      <p class={state === "free" || state === "own" ? "free" : "problem"}>
        {state === "free" && <>{addressOf(url)} is free.</>}
        {state === "own" && <>{addressOf(url)} already opens this link.</>}
        {state === "taken" && <>{addressOf(url)} is taken.</>}
        {state === "wrong" && (
          <>
            <bdi>{slug}</bdi> {problem}.
          </>
        )}
      </p>
    )}
    {suggestion !== null && (
      <Button emphasis="plain" name="step" value={`${SLUG_STEP}${suggestion}`}>
        Use {suggestion}
      </Button>
    )}
  </>
);

const GtinSentence = ({ advice }: { advice: GtinAdvice | null }) =>
  advice && (
    <p class={advice.problem === undefined ? "free" : "problem"}>
      {advice.problem === undefined ? (
        <>The code is {addressOf(advice.url)}.</>
      ) : (
        <>
          {advice.problem.startsWith(advice.gtin) ? "" : <bdi>{advice.gtin} </bdi>}
          {advice.problem}.
        </>
      )}
    </p>
  );
