import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import type { Session } from "../../../features/sign-in/identity.ts";
import { listPasskeys, type Passkey } from "../../../features/sign-in/passkey.ts";
import { endSessions, listSessions } from "../../../features/sign-in/session.ts";
import { Actions, Button, Form, Hidden } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { TextField } from "../components/field.tsx";
import { Done } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { pageResponse, seeOther } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { PlainPage } from "../layout/layout.tsx";
import { clearSession, deviceOf } from "../sign-in/session-cookie.ts";
import css from "./account.css";
import { creationOptions, newPasskey, PATH, removal, renaming, sessionOf } from "./passkeys.tsx";

const STYLE = stylesheet(css);

const MESSAGES = {
  "signed-in": "You are signed in. Add a passkey below, and the next time one touch is enough.",
  added: "The passkey was added. It signs you in from now on.",
  renamed: "The passkey was renamed.",
  removed: "The passkey was removed. It signs nobody in any more.",
  ended: "That device is signed out.",
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
        columns={["Name", "Added", "Last used", "Change"]}
        rows={passkeys.map(({ id, name, createdAt, usedAt }) => [
          <bdi>{name}</bdi>,
          <Time at={createdAt} date />,
          <Time at={usedAt} date />,
          <>
            <a href={`${PATH}/passkeys/${id}`} aria-label={`Rename ${name}`}>
              Rename
            </a>
            {" · "}
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
      columns={["Device", "Signed in", "Last used", "Change"]}
      rows={sessions.map(({ id, device, createdAt, usedAt }) => [
        device,
        <Time at={createdAt} date />,
        <Time at={usedAt} date />,
        id === current ? (
          <span class="quiet">This device</span>
        ) : (
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
