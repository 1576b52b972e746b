import type { AuthRequest, OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import { Hono } from "hono";
import { connectAssistant } from "../../../features/access/connect-assistant.ts";
import { MAX_KEY_NAME } from "../../../features/access/issue-key.ts";
import { type ErrorCode, ServiceError, serviceUnavailable } from "../../../ground/core/errors.ts";
import type { Scope } from "../../../ground/core/vocabulary.ts";
import { within } from "../../../ground/platform/deadlines.ts";
import { SERVICE_DEADLINES } from "../../../ground/platform/service-deadlines.ts";
import { CONSENT_PATH, oauthHelpers, type TokenProps } from "../../http/oauth-server.ts";
import { REACH_FIELDS, reachIn } from "../components/reach-field.tsx";
import { type Markup, pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { problemsOf } from "../layout/form-screen.ts";
import {
  type FormProblems,
  type FormValues,
  fieldReader,
  formValues,
  NO_PROBLEMS,
  oneText,
  queryReader,
  readForm,
  textsFor,
} from "../layout/forms.ts";
import { PlainPage } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { identityIn, notAMember, organizationsPage, personOf } from "../sign-in/sign-in.tsx";
import { consentPage, type Question, withShops } from "./consent-page.tsx";

const QUERY = queryReader({ organization: oneText });
const FIELDS = {
  organization: oneText,
  handle: oneText,
  decision: oneText,
  scopes: textsFor<Scope>(),
  ...REACH_FIELDS,
};
const readDecision = fieldReader(FIELDS);

/** Shows who wants to connect, and to what. Throws what `personOf` throws. */
async function ask(c: DashboardContext): Promise<Response> {
  const oauth = await oauthHelpers(c.env, c.var.dependencies.origins.api);
  const opened = await understood(() => oauth.parseAuthRequest(c.req.raw));
  if (opened instanceof Response) return opened;
  const person = await personOf(identityIn(c), QUERY(c).organization || null, c.var.dependencies);
  if (person.kind === "stranger") return notAMember(c.var.email);
  if (person.kind === "undecided") {
    const { search } = new URL(c.req.url);
    return organizationsPage(
      person.memberships,
      (id) => `${CONSENT_PATH}${search}&${new URLSearchParams({ organization: id })}`,
    );
  }
  const question = await questionOf(c, oauth, opened, person);
  return question instanceof Response
    ? question
    : asked(c, oauth, opened, question, formValues(), NO_PROBLEMS);
}

/** The page, bound by the library to this browser and to one use. */
async function asked(
  c: DashboardContext,
  oauth: OAuthHelpers,
  request: AuthRequest,
  question: Question,
  values: FormValues,
  problems: FormProblems,
): Promise<Response> {
  const consent = await understood(() => oauth.beginConsent(request));
  return consent instanceof Response ? consent : consentPage(c, consent, question, values, problems);
}

/** The name that an assistant gave itself, as people can read it, and as long as that of a key. */
const shownName = (name: string): string => {
  const visible = name.replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/gu, " ").trim();
  return [...visible].slice(0, MAX_KEY_NAME).join("").trim() || "Unnamed assistant";
};

async function questionOf(
  c: DashboardContext,
  oauth: OAuthHelpers,
  request: AuthRequest,
  { actor, membership }: Pick<Question, "actor" | "membership">,
): Promise<Question | Response> {
  const details = await understood(() => oauth.describeConsent(request));
  if (details instanceof Response) return details;
  // A short link can forward the code to any host, and the page would name only our own.
  const { api, shortLink } = c.var.dependencies.origins;
  if ([api, shortLink, new URL(c.req.url).origin].includes(new URL(details.redirectUri).origin))
    return cannotConnect(<p>It asks to return to an address of this service, where no assistant runs.</p>);
  const named = { ...details, clientName: shownName(details.clientName) };
  return { details: named, actor, membership, projects: await openProjects({ actor }, c.var.dependencies) };
}

/**
 * What the library makes of a request, or a page that says why it makes nothing of it. Throws `service_unavailable` if KV does
 * not respond.
 */
async function understood<T>(work: () => Promise<T>): Promise<T | Response> {
  const { AuthorizationError, CimdFetchError } = await import("@cloudflare/workers-oauth-provider");
  try {
    return await within(SERVICE_DEADLINES.oauth, work());
  } catch (error) {
    if (!(error instanceof AuthorizationError || error instanceof CimdFetchError))
      throw serviceUnavailable(error);
    // Anybody can register an address: a redirect would lead people from a URL of ours to any site.
    const back = error instanceof AuthorizationError ? error.redirectTo : undefined;
    return cannotConnect(
      <>
        <p>
          {error instanceof AuthorizationError
            ? "What it sent is incomplete, too old or not for this service."
            : "The page that describes it could not be read."}{" "}
          Go back to the assistant, and connect again.
        </p>
        {back !== undefined && (
          <p>
            <a href={back} rel="noreferrer">
              Tell <bdi>{new URL(back).host}</bdi>
            </a>
          </p>
        )}
      </>,
    );
  }
}

const cannotConnect = (reason: Markup): Promise<Response> =>
  pageResponse(<PlainPage title="This assistant can't connect">{reason}</PlainPage>, 400);

/** The errors that a person can do something about on the page. */
const SHOWN: readonly ErrorCode[] = ["validation_failed", "quota_exceeded"];

/** Connects the assistant, or tells it that the person does not want to. */
async function decide(c: DashboardContext): Promise<Response> {
  const { dependencies } = c.var;
  const values = await readForm(c);
  const { organization, handle, decision, scopes, ...reach } = readDecision(values.entries);
  const oauth = await oauthHelpers(c.env, dependencies.origins.api);
  if (decision !== "allow") {
    const denied = await understood(() => oauth.denyConsent(c.req.raw, handle));
    return denied instanceof Response ? denied : new Response(null, { status: 302, headers: denied.headers });
  }
  const person = await personOf(identityIn(c), organization, dependencies);
  if (person.kind !== "member") return notAMember(c.var.email);
  // The library takes the request from its storage, so that a page that is sent twice connects once.
  const approved = await understood(() =>
    oauth.approveConsent(c.req.raw, handle, { scope: [...withShops(scopes)] }),
  );
  if (approved instanceof Response) return approved;
  const { request } = approved;
  const question = await questionOf(c, oauth, request, person);
  if (question instanceof Response) return question;
  try {
    const input = {
      clientId: request.clientId,
      name: question.details.clientName,
      scopes: withShops(scopes),
      projects: reachIn(reach),
    };
    const { key } = await connectAssistant(person.actor, input, dependencies);
    const props: TokenProps = { key };
    const completed = await understood(() =>
      oauth.completeAuthorization({
        request,
        userId: person.actor.id,
        metadata: {},
        scope: [...input.scopes],
        props,
      }),
    );
    if (completed instanceof Response) return completed;
    approved.headers.set("Location", completed.redirectTo);
    approved.headers.set("Cache-Control", "no-store");
    return new Response(null, { status: 302, headers: approved.headers });
  } catch (error) {
    if (!(error instanceof ServiceError) || !SHOWN.includes(error.code)) throw error;
    const problems = problemsOf(error, Object.keys(FIELDS));
    return asked(c, oauth, request, question, values, problems);
  }
}

/** How assistants connect, at /connect. */
export const connect = new Hono<DashboardEnv>().get("/", ask).post("/", decide);
