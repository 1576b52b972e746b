import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { type AddressMailer, mailerOf } from "../../../features/sign-in/address-mailer.ts";
import {
  makeAskedAddress,
  readAddress,
  signInByAddress,
} from "../../../features/sign-in/one-time-address.ts";
import { newChallenge, signInByPasskey } from "../../../features/sign-in/passkey.ts";
import { endSessions, findSession, type SignInDependencies } from "../../../features/sign-in/session.ts";
import { requirePrintable } from "../../../ground/core/errors.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { attemptOf } from "../../../ground/platform/failed-attempts.ts";
import type { Log } from "../../../ground/platform/log.ts";
import { clientAddress, limitRate } from "../../../ground/platform/rate-limit.ts";
import { jsonResponse, pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { fieldReader, oneText, readStrangersForm, searchOf } from "../layout/forms.ts";
import { clearSession, deviceOf, sessionToken, setSession } from "./session-cookie.ts";
import { AddressPage, AskedPage, signInPage, usedUp } from "./ways-to-sign-in.tsx";

/**
 * Where a person goes after signing in: a screen of the dashboard, whatever the request says. Read as browsers do, because
 * `/dashboard/../x` is a short link, which leads anywhere.
 */
function screenIn(path: string): string {
  const url = path.startsWith("/dashboard") ? URL.parse(path, "http://dashboard") : null;
  const isScreen = url !== null && /^\/dashboard(?!\/sign-)(?:\/|$)/.test(url.pathname);
  return isScreen ? url.pathname + url.search : "/dashboard";
}

/** The path of the sign-in page, which leads to the screen at `path` afterwards. */
export const signInPath = (path: string): string =>
  path === "/dashboard" ? "/dashboard/sign-in" : `/dashboard/sign-in?${new URLSearchParams({ next: path })}`;

/** What a browser needs for any passkey of its user on this host. */
const requestOptions = (challenge: string, origin: string) => ({
  challenge,
  rpId: new URL(origin).hostname,
  userVerification: "required",
  allowCredentials: [],
});

/** Somebody who is signed in goes on, and where Cloudflare Access signs people in, there is nothing here. */
const onlySignedOut = createMiddleware<DashboardEnv>(async (c, next) => {
  if (c.var.dependencies.cloudflareAccess !== null) return seeOther("/dashboard");
  return next();
});

/** Each challenge is stored, for anybody who asks: a client gets 60 of them in a minute. */
const CHALLENGE_WEIGHT = 10;

/** The pages on which people sign in, below /sign-in. They need no sign-in. */
export const signInPages = new Hono<DashboardEnv>()
  .use(onlySignedOut)
  .get("/", async (c) => {
    const { origin } = new URL(c.req.url);
    const { api } = c.var.dependencies.origins;
    // Passkeys are bound to the host of the dashboard, which is reached by further ones, such as that at workers.dev.
    if (origin !== api) return seeOther(`${api}/dashboard/sign-in${new URL(c.req.url).search}`);
    const token = sessionToken(c);
    const next = screenIn(searchOf(c).get("next") ?? "");
    if (token !== null && (await findSession(token, c.var.dependencies))) return seeOther(next);
    return signInPage(c, next);
  })
  .post("/challenge", async (c) => {
    await limitRate(c.env.AUTHENTICATION_RATE_LIMIT, clientAddress(c.req.raw), 60, CHALLENGE_WEIGHT);
    return jsonResponse(
      requestOptions(await newChallenge(null, c.var.dependencies), c.var.dependencies.origins.api),
    );
  })
  .post("/passkey", async (c) => {
    const attempt = attemptOf(c.env.AUTHENTICATION_RATE_LIMIT, c.req.raw);
    await attempt.begin();
    const { credential, next } = readPasskey((await readStrangersForm(c)).entries);
    const input = { credential, device: deviceOf(c.req.raw), origin: c.var.dependencies.origins.api };
    const made = await signInByPasskey(input, c.var.dependencies);
    if (made) return signedIn(c, made.token, screenIn(next));
    await attempt.recordFailure();
    return signInPage(
      c,
      screenIn(next),
      "This passkey doesn't sign anybody in here. Try again, or use another way.",
    );
  })
  .post("/mail", async (c) => {
    const { dependencies } = c.var;
    await limitRate(c.env.AUTHENTICATION_RATE_LIMIT, clientAddress(c.req.raw), 60);
    // Without configured origins, the mail would lead to the host of this request, which somebody else may have chosen.
    requirePrintable(dependencies.origins);
    const { email } = readMail((await readStrangersForm(c)).entries);
    // After the response, so that its time says nothing about who is a member.
    c.executionCtx.waitUntil(mailAskedAddress(email, dependencies));
    return pageResponse(<AskedPage />);
  })
  .get("/:token", async (c) => {
    const identity = await attempted(c, () => readAddress(c.req.param("token"), c.var.dependencies));
    return identity ? pageResponse(<AddressPage email={identity.email} path={c.req.path} />) : usedUp();
  })
  .post("/:token", async (c) => {
    const input = { token: c.req.param("token"), device: deviceOf(c.req.raw) };
    const made = await attempted(c, () => signInByAddress(input, c.var.dependencies));
    return made ? signedIn(c, made.token, "/dashboard/account?done=signed-in") : usedUp();
  });

const readPasskey = fieldReader({ credential: oneText, next: oneText });
const readMail = fieldReader({ email: oneText });

/** Ends the session of the browser. */
export async function signOut(c: DashboardContext): Promise<Response> {
  const { session, dependencies } = c.var;
  if (session) await endSessions(session, { id: session.id }, dependencies);
  clearSession(c);
  return c.redirect("/dashboard/sign-in?done=signed-out", 303);
}

/** Mails an address to somebody who asks for it, if they are a member. Never throws. */
export async function mailAskedAddress(
  email: string,
  dependencies: SignInDependencies & {
    log: Log;
    addressMailer?: AddressMailer | null;
    origins: Pick<Origins, "api">;
  },
): Promise<void> {
  try {
    const mailer = mailerOf(dependencies);
    const made = mailer && (await makeAskedAddress({ email }, dependencies));
    if (made) await mailer.mail(made, dependencies.origins.api);
  } catch (cause) {
    dependencies.log("error", "sign-in mail", { cause });
  }
}

/** Counts an attempt with a secret of the URL against the limit of the client, if the secret is wrong. */
async function attempted<T>(c: DashboardContext, work: () => Promise<T | null>): Promise<T | null> {
  const attempt = attemptOf(c.env.AUTHENTICATION_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  const result = await work();
  if (result === null) await attempt.recordFailure();
  return result;
}

function signedIn(c: DashboardContext, token: string, path: string): Response {
  setSession(c, token);
  c.header("Cache-Control", "no-store");
  return c.redirect(path, 303);
}
