import type { ConsentDescription, ConsentTransaction } from "@cloudflare/workers-oauth-provider";
import type { MemberActor } from "../../../features/access/actor.ts";
import { assistantScopes } from "../../../features/access/connect-assistant.ts";
import type { Membership } from "../../../features/access/member.ts";
import type { Project } from "../../../features/access/project.ts";
import { SCOPE_DESCRIPTIONS } from "../../../features/access/scope-descriptions.ts";
import {
  OFFER_RETAILERS,
  OPERATION_SCOPES,
  retailerScope,
  type Scope,
} from "../../../ground/core/vocabulary.ts";
import { CONSENT_PATH } from "../../http/oauth-server.ts";
import { Actions, Button, Form, Hidden } from "../components/actions.tsx";
import { ChoiceField, type Option } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { ReachField } from "../components/reach-field.tsx";
import { POLICY, pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, type FormValues, fieldsOf, formValues } from "../layout/forms.ts";
import { PlainPage } from "../layout/layout.tsx";

/** What a member decides about. */
export interface Question {
  details: ConsentDescription;
  actor: MemberActor;
  membership: Membership;
  projects: readonly Project[];
}

/** The permissions that stand for themselves. An assistant that may write may do so for every shop. */
const optionsFor = (actor: MemberActor): readonly Option[] =>
  SCOPE_DESCRIPTIONS.filter(
    ({ scope }) => OPERATION_SCOPES.some((each) => each === scope) && assistantScopes(actor).includes(scope),
  ).map(({ scope, label, sentence }) => ({ value: scope, label, hint: sentence }));

const WRITES: readonly Scope[] = ["links:write", "qr-codes:write"];

/** The chosen permissions, with every shop if one of them writes. */
export const withShops = (scopes: readonly Scope[]): readonly Scope[] =>
  scopes.some((scope) => WRITES.includes(scope))
    ? [...scopes, ...OFFER_RETAILERS.map(retailerScope)]
    : scopes;

/** What is chosen until a person changes it: what the assistant asks for, else what most of them are for. */
function proposed({ details: { scope }, actor }: Question): string[] {
  const mine: readonly string[] = optionsFor(actor).map(({ value }) => value);
  const asked = scope.filter((each) => mine.includes(each));
  const usual = ["links:read", "projects:read", ...WRITES].filter((each) => mine.includes(each));
  return asked.length > 0 ? asked : usual;
}

/** The heading, without a name that would fill the screen of a phone: the text below it has the whole name. */
const titleFor = (name: string): string => (name.length > 40 ? "Let this assistant in?" : `Let ${name} in?`);

/** The page on which a member decides. With `values`, it shows what is wrong with them. */
export async function consentPage(
  c: DashboardContext,
  consent: ConsentTransaction,
  question: Question,
  values: FormValues,
  problems: FormProblems,
): Promise<Response> {
  const { details, actor, membership, projects } = question;
  const field = fieldsOf(values, problems);
  const sent = values.entries.size > 0;
  const page = (
    <PlainPage title={titleFor(details.clientName)} scripts={["reach"]}>
      <p>
        <strong>
          <bdi>{details.clientName}</bdi>
        </strong>{" "}
        wants to work in{" "}
        <strong>
          <bdi>{membership.organizationName}</bdi>
        </strong>{" "}
        in your name, <bdi>{c.var.email}</bdi>.
      </p>
      <p class="quiet">
        {details.clientDomain === undefined ? (
          "It chose this name itself: nobody has checked it."
        ) : (
          <>
            It belongs to <bdi>{details.clientDomain}</bdi>.
          </>
        )}{" "}
        The connection goes to <bdi>{details.redirectHost}</bdi>.
      </p>
      {details.redirectIsLoopback && (
        <Notice kind="warn">
          This is a program on your computer. Continue only if you have just connected it yourself.
        </Notice>
      )}
      <Form action={CONSENT_PATH} problem={problems.form} unchecked>
        <Hidden values={{ handle: consent.handle, organization: actor.organizationId }} />
        <ChoiceField
          {...field("scopes")}
          type="checkbox"
          label="It may"
          values={sent ? values.all("scopes") : proposed(question)}
          options={optionsFor(actor)}
        />
        <ReachField
          projects={projects}
          values={
            sent || actor.projects !== "all" ? values : formValues(new URLSearchParams({ reach: "all" }))
          }
          problems={problems}
        />
        <Actions>
          <Button name="decision" value="allow">
            Let it in
          </Button>
          <Button name="decision" value="deny" emphasis="plain">
            Don't
          </Button>
        </Actions>
      </Form>
      <p class="hint">
        What it may, it may at every retailer, but never more than you yourself. Owners end connections under
        API keys.
      </p>
    </PlainPage>
  );
  // The form is answered by a redirect to the assistant, which the policy of our pages would stop. Chromium applies it to the
  // redirects that follow, too, such as from the assistant's callback to its own screen.
  const policy = POLICY.replace("form-action 'self'", "form-action 'self' https: http:");
  const response = await pageResponse(page, sent ? 400 : 200, { "Content-Security-Policy": policy });
  for (const cookie of consent.headers.getSetCookie()) response.headers.append("Set-Cookie", cookie);
  return response;
}
