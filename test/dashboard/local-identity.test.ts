import { expect, test } from "vitest";
import { signIn } from "../../src/surfaces/dashboard/sign-in/identity.ts";
import { NOW } from "./identity.ts";
import { AUDIENCE } from "./team.ts";

const BROWSER = { "Sec-Fetch-Site": "none" };
const LOCAL = "http://localhost:8787/dashboard";

/** Who is signed in where the runtime has an identity of this application. */
const signedIn = (
  url: string,
  headers: Record<string, string>,
  {
    aud = "local",
    identity = { email: "Owner@Demo.example" } as unknown,
    audience = AUDIENCE as string | null,
  } = {},
) =>
  signIn(
    new Request(url, { headers }),
    { access: { aud, getIdentity: async () => identity } },
    {
      cloudflareAccess: audience === null ? null : { issuer: "https://team.example", audience },
      signInHosts: ["trusted.example"],
      now: () => NOW,
      log: () => {},
    },
  );
const refused = (reason: string) => ({ refusal: { reason } });
const OWNER = { email: "owner@demo.example" };

test.each<[string, string, Record<string, string>, object]>([
  ["a browser on this machine", LOCAL, BROWSER, OWNER],
  ["a browser on a name of this machine", "http://a.localhost/dashboard", BROWSER, OWNER],
  ["a browser on its address", "http://127.0.0.1/dashboard", BROWSER, OWNER],
  ["what is no browser", LOCAL, {}, refused("no_fetch_metadata")],
  ["a name that leads here", "http://evil.example/dashboard", BROWSER, refused("untrusted_host")],
  ["a name that looks alike", "http://localhost.evil.example/dashboard", BROWSER, refused("untrusted_host")],
  ["a name that ends alike", "http://evil-localhost/dashboard", BROWSER, refused("untrusted_host")],
  ["a trusted name", "http://trusted.example:8787/dashboard", {}, OWNER],
  ["a name below a trusted one", "http://a.trusted.example/dashboard", BROWSER, refused("untrusted_host")],
])("the identity of the local configuration, asked by %s", async (_, url, headers, expected) => {
  expect(await signedIn(url, headers)).toEqual(expected);
  expect(await signedIn(url, headers, { audience: null })).toEqual(expected);
});

test("the identity of the configured application counts on every host", async () => {
  expect(await signedIn("https://go.example/dashboard", {}, { aud: AUDIENCE })).toEqual(OWNER);
});

test.each([null, "owner@demo.example", 1, {}, { email: null }])(
  "an identity that is %j signs nobody in",
  async (identity) => {
    expect(await signedIn(LOCAL, BROWSER, { identity })).toEqual(refused("no_identity"));
  },
);
