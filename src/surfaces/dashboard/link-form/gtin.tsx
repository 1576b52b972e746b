import { adviseGtin, type GtinAdvice } from "../../../features/links/advise-address.ts";
import { API_PERIOD, limitRate } from "../../../ground/platform/rate-limit.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FieldsOf, fieldReader, oneText, readForm } from "../layout/forms.ts";
import type { FormPage } from "./submit-form.ts";

/** The control of a link's GTIN. */
export const GTIN = "gtin";

/** How much one check counts against the rate limit, like a check of a slug. */
const WEIGHT = 10;

const FIELDS = { [GTIN]: oneText, projectId: oneText };
const readFields = fieldReader(FIELDS);

const adviceOn = (c: DashboardContext, linkId: string | null, texts: FieldsOf<typeof FIELDS>) => {
  const { workspace, dependencies, origins } = c.var;
  return adviseGtin(workspace.actor, { ...texts, linkId }, { ...dependencies, origins });
};

/** What a page says about the GTIN: something only if the person is working on it. */
export const gtinAdvice = async (
  c: DashboardContext,
  linkId: string | null,
  { state: { texts }, problems }: Pick<FormPage, "state" | "problems">,
): Promise<GtinAdvice | null> =>
  problems.fields.has(GTIN)
    ? adviceOn(c, linkId, { [GTIN]: texts.get(GTIN) ?? "", projectId: texts.get("projectId") ?? "" })
    : null;

/** Checks a GTIN for the script while a person types. */
export async function checkGtin(c: DashboardContext, linkId: string | null): Promise<Response> {
  await limitRate(c.env.API_RATE_LIMIT, c.var.workspace.actor.id, API_PERIOD, WEIGHT);
  const sent = readFields((await readForm(c)).entries);
  return pageResponse(<GtinSentence advice={await adviceOn(c, linkId, sent)} />);
}

/** Below the control: whether the GTIN is right. A script updates it from `url`. */
export const GtinStatus = ({ advice, url }: { advice: GtinAdvice | null; url: string }) => (
  <div id="gtin-state" class="field-state" data-url={url} role="status">
    <GtinSentence advice={advice} />
  </div>
);

const GtinSentence = ({ advice }: { advice: GtinAdvice | null }) =>
  advice && (
    <p class={advice.problem === undefined ? "free" : "problem"}>
      {advice.problem === undefined ? (
        <>
          The code is <bdi>{advice.url.replace(/^https?:\/\//, "")}</bdi>.
        </>
      ) : (
        <>
          {advice.problem.startsWith(advice.gtin) ? "" : <bdi>{advice.gtin} </bdi>}
          {advice.problem}.
        </>
      )}
    </p>
  );
