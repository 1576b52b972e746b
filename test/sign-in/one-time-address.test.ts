import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAskedAddress, signInByAddress } from "../../src/features/sign-in/one-time-address.ts";
import { dependenciesOf } from "../dependencies.ts";
import { cookieOf, type OwnSignIn, startOwnSignIn } from "./people.ts";

let on: OwnSignIn;
beforeAll(async () => {
  on = await startOwnSignIn();
  await on.add("acme", "ada@acme.example");
});
afterAll(() => on.service.close());

const rows = async (sql: string, ...values: string[]) =>
  (
    await on.service.env.DB.prepare(sql)
      .bind(...values)
      .all<Record<string, string>>()
  ).results;

describe("a one-time address", () => {
  test("leads from the sign-in page to the dashboard, and a session lasts", async () => {
    const stranger = on.as();
    const first = await stranger.open("/dashboard/o/acme/links?search=soup");
    expect([first.status, new URL(first.location ?? "").pathname]).toEqual([303, "/dashboard/sign-in"]);
    expect(new URL(first.location ?? "").searchParams.get("next")).toBe(
      "/dashboard/o/acme/links?search=soup",
    );

    const path = await on.address("ada@acme.example");
    const page = await stranger.open(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain("ada@acme.example");
    const signedIn = await stranger.send(path, {});
    expect([signedIn.status, signedIn.location]).toEqual([303, "/dashboard/account?done=signed-in"]);
    const attributes = (signedIn.headers.get("Set-Cookie") ?? "").split("; ").slice(1).sort();
    expect(attributes).toEqual(["HttpOnly", "Max-Age=7776000", "Path=/", "SameSite=Lax", "Secure"]);
    const cookie = cookieOf(signedIn);
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}$/);

    const ada = on.as(cookie);
    expect((await ada.open("/dashboard/o/acme/members")).text).toContain("ada@acme.example");
    expect((await ada.open("/dashboard/sign-in")).location).toBe("/dashboard");
    const account = await ada.open("/dashboard/account");
    expect(account.text).toContain("Where you are signed in");
    // D1 has neither the address nor the cookie.
    const stored = JSON.stringify(await rows("SELECT * FROM sessions"));
    expect(stored).not.toContain(cookie.split("=")[1]);
    expect(await rows("SELECT * FROM one_time_addresses")).toEqual([]);
  });

  test("is used up by the button, not by opening it, and not by HEAD", async () => {
    const path = await on.address("ada@acme.example");
    for (let opened = 0; opened < 5; opened++) expect((await on.as().open(path)).status).toBe(200);
    expect((await on.service.fetch(path, { method: "HEAD" })).status).toBe(200);
    const once = await Promise.all(Array.from({ length: 4 }, () => on.as().send(path, {})));
    expect(once.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410]);
    expect(once.filter((each) => cookieOf(each) !== "")).toHaveLength(1);
    expect((await on.as().open(path)).status).toBe(410);
  });

  test("is in the activity of the person's organizations", async () => {
    await on.signIn("ada@acme.example");
    const activity = (await on.as(await on.signIn("ada@acme.example")).open("/dashboard/o/acme/activity"))
      .text;
    expect(activity).toContain("Signed in by");
    expect(activity).toContain("one-time address");
  });

  test("signs nobody in after 20 minutes", async () => {
    const path = await on.address("ada@acme.example");
    await on.service.env.DB.prepare("UPDATE one_time_addresses SET expires_at = ?1")
      .bind("2020-01-01T00:00:00.000Z")
      .run();
    const late = await on.as().send(path, {});
    expect([late.status, cookieOf(late)]).toEqual([410, ""]);
    expect(late.text).toContain("ask for a new address");
  });

  test("signs in within 20 minutes to the millisecond", async () => {
    const start = Date.now();
    const at = (ms: number) => ({ ...dependenciesOf(on.service.env), now: () => new Date(start + ms) });
    const made = await makeAskedAddress({ email: "ada@acme.example" }, at(0));
    const signIn = (ms: number) => signInByAddress({ token: made?.token ?? "", device: "A test" }, at(ms));
    expect(await signIn(20 * 60_000)).toBeNull();
    expect((await signIn(20 * 60_000 - 1))?.session.email).toBe("ada@acme.example");
  });

  test("of an owner opens the owner's organization alone, though the person is in others", async () => {
    await on.add("globex", "eve@globex.example");
    const ada = await on.add("globex", "ada@acme.example", "viewer");
    const cookie = cookieOf(await on.as().send(await on.ownersAddress("globex", ada), {}));
    const asAda = on.as(cookie);
    expect((await asAda.open("/dashboard/o/globex/links")).status).toBe(200);
    expect((await asAda.open("/dashboard/o/acme/links")).status).toBe(404);
    expect((await asAda.open("/dashboard")).location).toBe("/dashboard/o/globex");
    expect((await asAda.open("/dashboard/organizations")).text).not.toContain("acme");
    expect((await asAda.open("/dashboard/account")).text).not.toContain("Chrome");
    // Signing out everywhere ends what this session reaches.
    const everywhere = await on.signIn("ada@acme.example");
    expect((await asAda.send("/dashboard/account/sign-out-everywhere", {})).status).toBe(303);
    expect((await asAda.open("/dashboard/o/globex/links")).location).toContain("/dashboard/sign-in");
    expect((await on.as(everywhere).open("/dashboard/o/acme/links")).status).toBe(200);
    await on.remove(ada);
  });

  test("of somebody who was removed is gone, and so are their sessions", async () => {
    const bob = await on.add("acme", "bob@acme.example", "editor");
    const path = await on.address("bob@acme.example");
    const cookie = await on.signIn("bob@acme.example");
    expect((await on.as(cookie).open("/dashboard/o/acme/links")).status).toBe(200);
    await on.remove(bob);
    expect((await on.as(cookie).open("/dashboard/o/acme/links")).location).toContain("/dashboard/sign-in");
    expect((await on.as().send(path, {})).status).toBe(410);
    expect(await rows("SELECT id FROM sessions WHERE email = ?1", "bob@acme.example")).toEqual([]);
    // Added again, they are not signed in again.
    await on.add("acme", "bob@acme.example", "editor");
    expect((await on.as(cookie).open("/dashboard/o/acme/links")).location).toContain("/dashboard/sign-in");
  });
});

describe("a session", () => {
  test("ends by signing out, here or everywhere, and by the list", async () => {
    const [one, two] = [await on.signIn("ada@acme.example"), await on.signIn("ada@acme.example")];
    const out = await on.as(one).send("/dashboard/sign-out", {});
    expect(out.headers.get("Set-Cookie")).toContain("__Host-session=; Max-Age=0");
    expect((await on.as(one).open("/dashboard/o/acme/links")).status).toBe(303);
    expect((await on.as(two).open("/dashboard/o/acme/links")).status).toBe(200);

    const three = await on.signIn("ada@acme.example");
    const list = (await on.as(two).open("/dashboard/account")).text;
    const others = [...list.matchAll(/sessions\/(ses_[0-9a-z]+)\/end/g)].map(([, id]) => id ?? "");
    for (const id of others) await on.as(two).send(`/dashboard/account/sessions/${id}/end`, {});
    expect((await on.as(three).open("/dashboard/o/acme/links")).status).toBe(303);
    expect((await on.as(two).open("/dashboard/o/acme/links")).status).toBe(200);
    await on.as(two).send("/dashboard/account/sign-out-everywhere", {});
    expect((await on.as(two).open("/dashboard/o/acme/links")).status).toBe(303);
  });

  test("ends 30 days after its last use, and 90 days after its begin", async () => {
    const old = async (column: string, days: number) => {
      const cookie = await on.signIn("ada@acme.example");
      const at = new Date(Date.now() - days * 86_400_000).toISOString();
      await on.service.env.DB.prepare(
        `UPDATE sessions SET ${column} = ?1 WHERE id = (SELECT max(id) FROM sessions)`,
      )
        .bind(at)
        .run();
      return (await on.as(cookie).open("/dashboard/o/acme/links")).status;
    };
    expect([await old("used_at", 29), await old("used_at", 31)]).toEqual([200, 303]);
    expect([await old("created_at", 89), await old("created_at", 91)]).toEqual([200, 303]);
  });

  test("of somebody else can't be ended or seen", async () => {
    await on.add("acme", "carl@acme.example");
    const carl = await on.signIn("carl@acme.example");
    const [{ id = "" } = {}] = await rows("SELECT id FROM sessions WHERE email = ?1", "carl@acme.example");
    const ada = on.as(await on.signIn("ada@acme.example"));
    expect((await ada.open("/dashboard/account")).text).not.toContain(id);
    await ada.send(`/dashboard/account/sessions/${id}/end`, {});
    expect((await on.as(carl).open("/dashboard/o/acme/links")).status).toBe(200);
  });
});

describe("nobody is signed in by", () => {
  const token = "A".repeat(43);
  test.each<[string, Record<string, string>]>([
    ["a guessed session", { Cookie: `__Host-session=${token}` }],
    ["a session of another name", { Cookie: `session=${token}; __Secure-session=${token}` }],
    ["an empty session", { Cookie: "__Host-session=" }],
    ["a session with SQL", { Cookie: "__Host-session=' OR 1=1 --" }],
    ["a header of Access", { "Cf-Access-Authenticated-User-Email": "ada@acme.example" }],
    ["a token of Access", { "Cf-Access-Jwt-Assertion": "a.b.c" }],
    ["the local identity", { "Sec-Fetch-Site": "none", "MF-Access-Blob": '{"email":"ada@acme.example"}' }],
    ["basic authentication", { Authorization: "Basic YWRhQGFjbWUuZXhhbXBsZTp4" }],
    ["an API key", { "X-Service-API-Key": "slk_0" }],
  ])("%s", async (_, headers) => {
    const { status, location } = await on.as().open("/dashboard/o/acme/members", headers);
    expect([status, new URL(location ?? "http://none").pathname]).toEqual([303, "/dashboard/sign-in"]);
  });

  test("a session that somebody fixed before: signing in makes a new one", async () => {
    const fixed = `__Host-session=${token}`;
    const made = cookieOf(await on.as(fixed).send(await on.address("ada@acme.example"), {}));
    expect(made).not.toBe(fixed);
    expect((await on.as(fixed).open("/dashboard/o/acme/links")).status).toBe(303);
  });

  test("a form of another site", async () => {
    const path = await on.address("ada@acme.example");
    for (const headers of [
      { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "same-site" },
      {},
    ] as Record<string, string>[])
      expect((await on.as().send(path, {}, headers)).status).toBe(403);
    expect((await on.as().send(path, {})).status).toBe(303);
  });

  test("an address of another place", async () => {
    const path = await on.address("ada@acme.example");
    for (const wrong of [`${path}x`, path.slice(0, -1), path.replace(/.$/, "_"), "/dashboard/sign-in/x"])
      expect((await on.as().send(wrong, {})).status).toBe(410);
  });

  test("a response that no passkey made", async () => {
    for (const credential of ["", "{}", "null", '{"id":"a"}', "[".repeat(5000)]) {
      const answer = await on.as().send("/dashboard/sign-in/passkey", { credential, next: "/dashboard" });
      expect([answer.status, cookieOf(answer)]).toEqual([403, ""]);
    }
  });
});

test("the page after signing in is one of the dashboard", async () => {
  const cookie = await on.signIn("ada@acme.example");
  for (const next of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/dashboard.evil",
    "/v1/links",
    // Short links, which lead anywhere, in every way in which browsers read a path.
    "/dashboard/../abc",
    "/dashboard/o/%2e%2e/.%2E/abc",
    "/dashboard\\..\\abc",
    "/dashboard/.\t./abc",
    "/dashboard/..//evil.example",
    // Another person's address, by which somebody would go on under a wrong name.
    "/dashboard/sign-in/abc",
    "/dashboard/sign-out",
  ])
    expect((await on.as(cookie).open(`/dashboard/sign-in?${new URLSearchParams({ next })}`)).location).toBe(
      "/dashboard",
    );
  for (const [next, screen] of [
    ["/dashboard/o/acme/links", "/dashboard/o/acme/links"],
    ["/dashboard?a=b", "/dashboard?a=b"],
    ["/dashboard/o/acme/links?q=é", "/dashboard/o/acme/links?q=%C3%A9"],
    ["/dashboard/o/acme/\r\nSet-Cookie: a=b", "/dashboard/o/acme/Set-Cookie:%20a=b"],
  ] as const)
    expect((await on.as(cookie).open(`/dashboard/sign-in?${new URLSearchParams({ next })}`)).location).toBe(
      screen,
    );
});

test("a form that was open when the session ended says so, and a script gets no page", async () => {
  const sent = await on.as().send("/dashboard/o/acme/projects/new", { name: "x" });
  expect([sent.status, sent.text.includes("You are signed out")]).toEqual([403, true]);
  const asked = await on.as().open("/dashboard/o/acme/find?q=x", { Accept: "*/*" });
  expect(asked.status).toBe(403);
});

test("a form of a stranger is small", async () => {
  for (const path of ["passkey", "mail"])
    expect((await on.as().send(`/dashboard/sign-in/${path}`, { email: "a".repeat(65_536) })).status).toBe(
      413,
    );
});
