import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import {
  addPasskey,
  credentialIdsOf,
  getPasskey,
  listPasskeys,
  newChallenge,
  type Passkey,
  removePasskey,
  renamePasskey,
} from "../../../features/sign-in/passkey.ts";
import { endSessions, listSessions, type Session } from "../../../features/sign-in/session.ts";
import { newToken } from "../../../ground/core/ids.ts";
import { Actions, Button, Form, Hidden, LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { TextField } from "../components/field.tsx";
import { Done } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { jsonResponse, pageResponse, seeOther } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM, formScreen } from "../layout/form-screen.ts";
import { oneText } from "../layout/forms.ts";
import { PlainPage } from "../layout/layout.tsx";
import { clearSession, deviceOf } from "../sign-in/session-cookie.ts";
import css from "./account.css";

const STYLE = stylesheet(css);
const PATH = "/dashboard/account";

const MESSAGES = {
  "signed-in": "You are signed in. Add a passkey below, and the next time one touch is enough.",
  added: "The passkey was added. It signs you in from now on.",
  renamed: "The passkey was renamed.",
  removed: "The passkey was removed. It signs nobody in any more.",
  ended: "That device is signed out.",
};

/** The session of the browser. This part of the dashboard is only for people with one. */
const sessionOf = (c: DashboardContext): Session => {
  const { session } = c.var;
  if (!session) throw new Error("requireSession comes before every screen of the account");
  return session;
};

/** Leads everybody else away: people whom Cloudflare Access or the local configuration signs in. */
const requireSession = createMiddleware<DashboardEnv>(async (c, next) => {
  if (!c.var.session) return seeOther("/dashboard");
  return next();
});

async function showAccount(c: DashboardContext): Promise<Response> {
  const session = sessionOf(c);
  const { dependencies } = c.var;
  const [passkeys, sessions] = await Promise.all([
    listPasskeys(session, dependencies),
    listSessions(session, dependencies),
  ]);
  return pageResponse(
    <PlainPage title="Your sign-in" styles={[STYLE]} scripts={["passkey"]}>
      <div class="account-page">
        <Done c={c} messages={MESSAGES} />
        <p class="quiet">
          You are signed in as <bdi>{session.email}</bdi>
          {session.organizationId !== null && (
            <>
              {" "}
              for <bdi>{session.organizationId}</bdi> only
            </>
          )}
          . <a href="/dashboard">Go to the dashboard</a>
        </p>
        <Passkeys passkeys={passkeys} proposed={deviceOf(c.req.raw)} />
        <Sessions sessions={sessions} current={session.id} />
      </div>
    </PlainPage>,
  );
}

const Passkeys = ({ passkeys, proposed }: { passkeys: readonly Passkey[]; proposed: string }) => (
  <section class="sheet" aria-labelledby="passkeys">
    <h2 id="passkeys">Passkeys</h2>
    {passkeys.length === 0 ? (
      <p class="quiet">
        None yet. A passkey is in your phone, computer or password manager, and signs you in by fingerprint,
        face or PIN.
      </p>
    ) : (
      <Table
        caption="Passkeys"
        columns={["Name", "Added", "Last used", ""]}
        rows={passkeys.map(({ id, name, createdAt, usedAt }) => [
          <bdi>{name}</bdi>,
          <Time at={createdAt} date />,
          <Time at={usedAt} date />,
          <>
            <a href={`${PATH}/passkeys/${id}`} aria-label={`Rename ${name}`}>
              Rename
            </a>{" "}
            <a href={`${PATH}/passkeys/${id}/remove`} aria-label={`Remove ${name}`}>
              Remove
            </a>
          </>,
        ])}
      />
    )}
    <form
      class="form"
      method="post"
      action={`${PATH}/passkeys`}
      data-passkey="add"
      data-challenge={`${PATH}/passkeys/challenge`}
      hidden
    >
      <Hidden values={{ credential: "" }} />
      <TextField
        name="name"
        label="Name of a new passkey"
        hint="By which you recognize it."
        value={proposed}
        maxLength={80}
        required
      />
      <Actions>
        <Button emphasis={passkeys.length === 0 ? "primary" : "plain"}>Add a passkey</Button>
      </Actions>
      <p class="problem" role="status" />
    </form>
    <p class="quiet" data-without-passkeys>
      This browser can't make passkeys.
    </p>
  </section>
);

const Sessions = ({ sessions, current }: { sessions: readonly Session[]; current: string }) => (
  <section class="sheet" aria-labelledby="sessions">
    <h2 id="sessions">Where you are signed in</h2>
    <Table
      caption="Where you are signed in"
      columns={["Device", "Signed in", "Last used", ""]}
      rows={sessions.map(({ id, device, createdAt, usedAt }) => [
        <>
          {device}
          {id === current && <span class="quiet"> · this one</span>}
        </>,
        <Time at={createdAt} date />,
        <Time at={usedAt} date />,
        id !== current && (
          <form method="post" action={`${PATH}/sessions/${id}/end`}>
            <button class="button plain small" type="submit" aria-label={`Sign out ${device}`}>
              Sign out
            </button>
          </form>
        ),
      ])}
    />
    <Form action={`${PATH}/sign-out-everywhere`}>
      <Actions>
        <Button emphasis="danger">Sign out everywhere</Button>
      </Actions>
    </Form>
  </section>
);

/** What a browser needs to make a passkey that can be found without a name, and whose user is verified. */
async function creationOptions(c: DashboardContext): Promise<Response> {
  const session = sessionOf(c);
  const { dependencies, origins } = c.var;
  const [challenge, known] = await Promise.all([
    newChallenge(session, dependencies),
    credentialIdsOf(session, dependencies),
  ]);
  return jsonResponse({
    challenge,
    rp: { id: new URL(origins.api).hostname, name: "shoppable-links" },
    // Random, as a user handle must say nothing about its user: https://www.w3.org/TR/webauthn-3/#user-handle
    user: { id: newToken(), name: session.email, displayName: session.email },
    pubKeyCredParams: [-7, -257].map((alg) => ({ type: "public-key", alg })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    excludeCredentials: known.map((id) => ({ type: "public-key", id })),
    attestation: "none",
  });
}

const passkeyId = (c: DashboardContext): { id: string } => ({ id: c.req.param("passkey") ?? "" });
const loadPasskey = (c: DashboardContext): Promise<Passkey> =>
  getPasskey(sessionOf(c), passkeyId(c), c.var.dependencies);

const newPasskey = formScreen({
  fields: { credential: oneText, name: oneText },
  load: () => null,
  page: (_c, _, _values, problems) => (
    <PlainPage title="The passkey was not added">
      <p>{problems.fields.get("passkey") ?? problems.form ?? [...problems.fields.values()].join(" ")}</p>
      <LinkButton href={PATH}>Back</LinkButton>
    </PlainPage>
  ),
  async save(c, { credential, name }) {
    await addPasskey(sessionOf(c), { credential, name, origin: c.var.origins.api }, c.var.dependencies);
    return seeOther(`${PATH}?done=added`);
  },
});

const renaming = formScreen({
  fields: { name: oneText },
  load: loadPasskey,
  initial: ({ name }) => ({ name }),
  page: (c, _, values, problems) => (
    <PlainPage title="Rename a passkey">
      <Form action={c.req.path} problem={problems.form}>
        <TextField
          name="name"
          label="Name"
          value={values.text("name")}
          error={problems.fields.get("name")}
          maxLength={80}
          autofocus
          required
        />
        <Actions>
          <Button>Save</Button>
          <LinkButton href={PATH}>Cancel</LinkButton>
        </Actions>
      </Form>
    </PlainPage>
  ),
  async save(c, { name }) {
    await renamePasskey(sessionOf(c), { ...passkeyId(c), name }, c.var.dependencies);
    return seeOther(`${PATH}?done=renamed`);
  },
});

const removal = formScreen({
  load: loadPasskey,
  page: (c, { name }) => (
    <PlainPage title="Remove a passkey?">
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{" "}
        signs nobody in any more. Devices where you are signed in stay so.
      </p>
      <Form action={c.req.path}>
        <Actions>
          <Button emphasis="danger">Remove the passkey</Button>
          <LinkButton href={PATH}>Keep it</LinkButton>
        </Actions>
      </Form>
    </PlainPage>
  ),
  async save(c) {
    await removePasskey(sessionOf(c), passkeyId(c), c.var.dependencies);
    return seeOther(`${PATH}?done=removed`);
  },
});

async function endOne(c: DashboardContext): Promise<Response> {
  await endSessions(sessionOf(c), { id: c.req.param("session") }, c.var.dependencies);
  return seeOther(`${PATH}?done=ended`);
}

async function endAll(c: DashboardContext): Promise<Response> {
  await endSessions(sessionOf(c), {}, c.var.dependencies);
  clearSession(c);
  return c.redirect("/dashboard/sign-in?done=signed-out", 303);
}

/** A person's own passkeys and sessions, below /account. */
export const account = new Hono<DashboardEnv>()
  .use(requireSession)
  .get("/", showAccount)
  .post("/passkeys/challenge", creationOptions)
  .post("/passkeys", newPasskey)
  .on(FORM, "/passkeys/:passkey", renaming)
  .on(FORM, "/passkeys/:passkey/remove", removal)
  .post("/sessions/:session/end", endOne)
  .post("/sign-out-everywhere", endAll);
