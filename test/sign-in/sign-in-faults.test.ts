import { afterAll, beforeAll, expect, test } from "vitest";
import { faultHeader } from "../faults/faults.ts";
import { cookieOf, type OwnSignIn, startOwnSignIn } from "./people.ts";

let on: OwnSignIn;
beforeAll(async () => {
  on = await startOwnSignIn({ config: { main: "test/faults/worker.ts" } });
  await on.add("acme", "ada@acme.example");
});
afterAll(() => on.service.close());

test("while D1 is down, nobody is signed in, and no address is used up", async () => {
  const down = faultHeader({ DB: "throws" });
  const ada = on.as(await on.signIn("ada@acme.example"));
  const path = await on.address("ada@acme.example");
  const own = { Origin: on.service.url.origin, ...down };
  const answers = [
    await ada.open("/dashboard/o/acme/links", down),
    await ada.open("/dashboard/account", down),
    await on.as().open(path, down),
    await on.as().send(path, {}, own),
    await on.as().send("/dashboard/sign-in/challenge", {}, own),
    await ada.open("/dashboard/sign-in", down),
  ];
  for (const answer of answers)
    expect([answer.status, answer.headers.get("Retry-After"), cookieOf(answer)]).toEqual([503, "5", ""]);
  expect((await ada.open("/dashboard/o/acme/links")).status).toBe(200);
  expect((await on.as().send(path, {})).status).toBe(303);
});

test.each(["loses first answer", "commits late"] as const)(
  "a sign-in counts once where D1 %s",
  async (fault) => {
    const path = await on.address("ada@acme.example");
    const headers = { Origin: on.service.url.origin, ...faultHeader({ DB: fault }) };
    const signedIn = await on.as().send(path, {}, headers);
    expect(signedIn.status).toBe(303);
    expect((await on.as(cookieOf(signedIn)).open("/dashboard/account")).status).toBe(200);
    expect((await on.as().send(path, {})).status).toBe(410);
  },
);

test("where Cloudflare Access signs people in, no session and no address counts", async () => {
  const cookie = await on.signIn("ada@acme.example");
  const path = await on.address("ada@acme.example");
  const access = { ACCESS_TEAM_DOMAIN: "acme.cloudflareaccess.com", ACCESS_AUD: "a".repeat(64) };
  const headers = { "X-Test-Variables": JSON.stringify(access) };
  const own = { Origin: on.service.url.origin, ...headers };
  for (const at of ["/dashboard/o/acme/links", "/dashboard/account", "/dashboard/connect"])
    expect([at, (await on.as(cookie).open(at, headers)).status]).toEqual([at, 403]);
  for (const at of ["/dashboard/sign-in", path]) {
    const opened = await on.as(cookie).open(at, headers);
    expect([opened.status, opened.location]).toEqual([303, "/dashboard"]);
  }
  for (const at of [
    path,
    "/dashboard/sign-in/challenge",
    "/dashboard/sign-in/passkey",
    "/dashboard/sign-in/mail",
  ]) {
    const sent = await on.as().send(at, { email: "ada@acme.example", credential: "{}" }, own);
    expect([at, sent.location, cookieOf(sent)]).toEqual([at, "/dashboard", ""]);
  }
  expect((await on.as().send(path, {})).status).toBe(303);
});
