import type { CDPSession } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addPasskey, newChallenge, signInByPasskey } from "../../src/features/sign-in/passkey.ts";
import { browserPath, launch, openWindow, useBrowser, type Window } from "../browser/browser.ts";
import { dependenciesOf } from "../dependencies.ts";
import { type Authenticator, newAuthenticator } from "./authenticator.ts";
import { type OwnSignIn, startOwnSignIn } from "./people.ts";

let on: OwnSignIn;
beforeAll(async () => {
  on = await startOwnSignIn();
  await on.add("acme", "ada@acme.example");
  await on.add("globex", "ada@acme.example", "viewer");
});
afterAll(() => on.service.close());

const ADA = { email: "ada@acme.example", organizationId: null };
const ORIGIN = "https://go.example";

describe("a response of an authenticator", () => {
  const add = async (
    authenticator: Authenticator,
    changes: Parameters<Authenticator["register"]>[1] = {},
  ) => {
    const dependencies = dependenciesOf(on.service.env);
    const challenge = await newChallenge(ADA, dependencies);
    const credential = await authenticator.register({ challenge, origin: ORIGIN }, changes);
    return addPasskey(ADA, { credential, name: "Laptop", origin: ORIGIN }, dependencies);
  };
  const signIn = async (
    authenticator: Authenticator,
    changes: Parameters<Authenticator["assert"]>[1] = {},
    challenge?: string,
  ) => {
    const dependencies = dependenciesOf(on.service.env);
    const own = challenge ?? (await newChallenge(null, dependencies));
    const credential = await authenticator.assert({ challenge: own, origin: ORIGIN }, changes);
    return (
      (await signInByPasskey({ credential, device: "A test", origin: ORIGIN }, dependencies))?.session
        .email ?? null
    );
  };

  test.each(["ES256", "RS256"] as const)("signs its person in, with %s", async (algorithm) => {
    const authenticator = await newAuthenticator(algorithm);
    expect(await add(authenticator)).toMatchObject({ name: "Laptop", email: ADA.email });
    expect(await signIn(authenticator)).toBe(ADA.email);
    await expect(add(authenticator)).rejects.toMatchObject({ code: "duplicate_identifier" });
  });

  test("counts with every signature, also where DER leaves out the first zero of an integer", async () => {
    const authenticator = await newAuthenticator("ES256");
    await add(authenticator);
    expect(await signIn(authenticator, { short: true })).toBe(ADA.email);
  });

  test("proves nothing for another origin, host, type, user, challenge or key", async () => {
    const authenticator = await newAuthenticator("ES256");
    await add(authenticator);
    for (const changes of [
      { origin: "https://evil.example" },
      { origin: "http://go.example" },
      { host: "evil.example" },
      { type: "webauthn.create" },
      { flags: 0x01 },
      { flags: 0x00 },
      { challenge: "B".repeat(43) },
      { signedBy: await newAuthenticator("ES256") },
      { id: "dW5rbm93bg" },
    ])
      expect([changes, await signIn(authenticator, changes)]).toEqual([changes, null]);
    expect(await signIn(authenticator)).toBe(ADA.email);
    for (const changes of [
      { origin: "https://evil.example" },
      { host: "evil.example" },
      { type: "webauthn.get" },
      { flags: 0x41 },
    ])
      await expect(add(await newAuthenticator("ES256"), changes)).rejects.toMatchObject({
        code: "validation_failed",
      });
  });

  test("answers a challenge once, in its time, and for its use", async () => {
    const authenticator = await newAuthenticator("ES256");
    await add(authenticator);
    const dependencies = dependenciesOf(on.service.env);
    const once = await newChallenge(null, dependencies);
    expect(await signIn(authenticator, {}, once)).toBe(ADA.email);
    expect(await signIn(authenticator, {}, once)).toBeNull();
    const wrong = await newChallenge(null, dependencies);
    expect(await signIn(authenticator, { flags: 0 }, wrong)).toBeNull();
    expect(await signIn(authenticator, {}, wrong)).toBeNull();
    expect(await signIn(authenticator, {}, await newChallenge(ADA, dependencies))).toBeNull();
    const old = await newChallenge(null, dependencies);
    await on.service.env.DB.prepare("UPDATE passkey_challenges SET expires_at = '2020'").run();
    expect(await signIn(authenticator, {}, old)).toBeNull();
  });

  test("with a counter that went back or stands still is that of a copy", async () => {
    const authenticator = await newAuthenticator("ES256");
    await add(authenticator, { counter: 5 });
    expect(await signIn(authenticator, { counter: 6 })).toBe(ADA.email);
    for (const counter of [6, 5, 0]) expect(await signIn(authenticator, { counter })).toBeNull();
    expect(await signIn(authenticator, { counter: 9 })).toBe(ADA.email);
  });

  test("signs nobody in once its passkey is removed with its person", async () => {
    const id = await on.add("initech", "bob@initech.example", "viewer");
    const dependencies = dependenciesOf(on.service.env);
    const bob = { email: "bob@initech.example", organizationId: null };
    const authenticator = await newAuthenticator("ES256");
    const challenge = await newChallenge(bob, dependencies);
    const credential = await authenticator.register({ challenge, origin: ORIGIN });
    await addPasskey(bob, { credential, name: "Phone", origin: ORIGIN }, dependencies);
    expect(await signIn(authenticator)).toBe(bob.email);
    await on.remove(id);
    expect(await signIn(authenticator)).toBeNull();
  });
});

describe.skipIf(browserPath === undefined)("in a browser", () => {
  useBrowser();
  let window: Window;
  let devtools: CDPSession;
  let authenticatorId: string;
  const authenticate = async () => {
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    ({ authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options }));
  };
  beforeAll(async () => {
    const { port } = on.service.url;
    // Passkeys need the name of a host, and the cookie a host that browsers trust without https.
    window = await openWindow(await launch(), `http://localhost:${port}`);
    devtools = await window.context.newCDPSession(window.page);
    await devtools.send("WebAuthn.enable");
    await authenticate();
  });
  afterAll(() => window?.context.close());

  test("somebody comes by an address, adds a passkey, signs out, and is back with one touch", async () => {
    const { page, problems } = window;
    await page.goto(await on.address(ADA.email));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Add a passkey below").waitFor();
    await page.getByLabel("Name of a new passkey").fill("Work laptop");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("The passkey was added").waitFor();
    // The device has one already, and says so.
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("already has a passkey").waitFor();
    await page.getByText("Work laptop").waitFor();

    await page.goto("/dashboard/o/acme/members");
    await page.locator("details.account summary").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out").waitFor();
    await page.goto("/dashboard/o/acme/links");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL("**/dashboard/o/acme/links");

    // A second one on another device, which then loses its passkey.
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    await authenticate();
    await page.goto("/dashboard/account");
    await page.getByLabel("Name of a new passkey").fill("Phone");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("The passkey was added").waitFor();
    await page.getByRole("link", { name: "Remove Phone" }).click();
    await page.getByRole("button", { name: "Remove the passkey" }).click();
    await page.getByText("The passkey was removed").waitFor();
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByText("You are signed out").waitFor();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("This passkey doesn't sign anybody in here").waitFor();
    expect(problems.filter((problem) => !problem.includes("403"))).toEqual([]);
  });
});
