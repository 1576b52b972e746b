import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { redirectSettings } from "../../src/ground/platform/redirect-settings.ts";
import { originsOf } from "../../src/ground/platform/request-origins.ts";
import type { Variables } from "../../src/ground/platform/variables.ts";
import { readSettings } from "../../src/settings.ts";
import { WALMART_SECRETS } from "../availability/fake-retailers.ts";

const WALMART = WALMART_SECRETS;
/** A key for another algorithm than the retailer's. */
const ELLIPTIC = generateKeyPairSync("ec", { namedCurve: "P-256" })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();

const problemsOf = (env: Variables): readonly string[] => readSettings(env).problems;

describe("design: the configuration is read once and checked", () => {
  test("no variable is required, and an empty variable counts as not set", () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ SHORT_LINK_ORIGIN: "", COUNT_VISITS: " ", WALMART_CONSUMER_ID: "" })).toEqual([]);
  });

  test.each([
    [{}, true, false],
    [{ COUNT_VISITS: "", AMAZON_TAG_ON_SCANS: " " }, true, false],
    [{ COUNT_VISITS: "off", AMAZON_TAG_ON_SCANS: "on" }, false, true],
    [{ COUNT_VISITS: " off ", AMAZON_TAG_ON_SCANS: "\ton\n" }, false, true],
    [{ COUNT_VISITS: "on", AMAZON_TAG_ON_SCANS: "off" }, true, false],
    [{ COUNT_VISITS: "never", AMAZON_TAG_ON_SCANS: "always" }, true, false],
  ])("the switches of %o: visits are counted %s, scans keep the tag %s", (env, countsVisits, tagOnScans) => {
    expect(redirectSettings(env)).toMatchObject({ countsVisits });
    const { affiliate } = readSettings({ AMAZON_ASSOCIATES_TAG: "brand-20", ...env });
    expect(affiliate.marketplace).toEqual({ tags: { US: "brand-20" }, tagOnScans });
  });

  test("blanks and slashes around values are removed", () => {
    const env = {
      SHORT_LINK_ORIGIN: " https://Go.Example.com/ ",
      API_ORIGIN: "http://[2001:db8::1]:8080",
      KROGER_BASE_URL: "https://api.kroger.example/v1/",
      KROGER_CLIENT_ID: "client\n",
      KROGER_CLIENT_SECRET: " secret",
      DELIVERY_APP_BASE_URL: "https://connect.example/",
      DELIVERY_APP_API_KEY: "key",
      DELIVERY_APP_POSTAL_CODES: " 60601, m5v2t6,",
      WALMART_AFFILIATE_URL: "https://goto.example/c/1?a=é",
    };
    const { problems, catalogs, deliveryApp, discoveryPostalCodes, affiliate } = readSettings(env);
    expect(problems).toEqual([]);
    expect(catalogs.kroger).toEqual({
      baseUrl: "https://api.kroger.example/v1",
      clientId: "client",
      clientSecret: "secret",
    });
    expect(deliveryApp).toEqual({ baseUrl: "https://connect.example", key: "key" });
    expect(discoveryPostalCodes).toEqual(["60601", "M5V 2T6"]);
    expect(affiliate.bigbox_w?.url).toBe("https://goto.example/c/1?a=%C3%A9");
    expect(originsOf(env, new URL("https://evil.example/x"))).toEqual({
      shortLink: "https://go.example.com",
      api: "http://[2001:db8::1]:8080",
      problem: null,
    });
  });

  test.each<[string, Variables]>([
    ["SHORT_LINK_ORIGIN", { SHORT_LINK_ORIGIN: "go.example.com" }],
    ["SHORT_LINK_ORIGIN", { SHORT_LINK_ORIGIN: "https://go.example.com/links" }],
    ["SHORT_LINK_ORIGIN", { SHORT_LINK_ORIGIN: "https://go.example.com//" }],
    ["SHORT_LINK_ORIGIN", { SHORT_LINK_ORIGIN: "https:go.example.com" }],
    ["SHORT_LINK_ORIGIN", { SHORT_LINK_ORIGIN: "https://user:secret@go.example.com" }],
    ["API_ORIGIN", { API_ORIGIN: "ftp://api.example.com" }],
    ["API_ORIGIN", { API_ORIGIN: "https://api.example.com?x" }],
    ["COUNT_VISITS", { COUNT_VISITS: "Off" }],
    ["AMAZON_TAG_ON_SCANS", { AMAZON_TAG_ON_SCANS: "yes" }],
    ["WALMART_AFFILIATE_URL", { WALMART_AFFILIATE_URL: "goto.example/secret" }],
    ["TARGET_AFFILIATE_URL", { TARGET_AFFILIATE_URL: "javascript:secret" }],
    ["WALMART_BASE_URL", { WALMART_BASE_URL: "http://walmart.example" }],
    ["KROGER_BASE_URL", { KROGER_BASE_URL: "https://kroger.example?secret" }],
    ["AMAZON_BASE_URL", { AMAZON_BASE_URL: "amazon" }],
    ["AMAZON_TOKEN_URL", { AMAZON_TOKEN_URL: "https://user:secret@amazon.example" }],
    ["DELIVERY_APP_BASE_URL", { DELIVERY_APP_BASE_URL: "https://connect.example/idp" }],
    ["DELIVERY_APP_API_KEY", { DELIVERY_APP_API_KEY: "a secret" }],
    ["DELIVERY_APP_POSTAL_CODES", { DELIVERY_APP_POSTAL_CODES: "60601,secret" }],
    ["ACCESS_AUD", { ACCESS_TEAM_DOMAIN: "secret.cloudflareaccess.com" }],
    ["ACCESS_TEAM_DOMAIN", { ACCESS_AUD: "secret" }],
    ["ACCESS_AUD", { ACCESS_TEAM_DOMAIN: "acme.cloudflareaccess.com", ACCESS_AUD: "a secret" }],
    ["ACCESS_TEAM_DOMAIN", { ACCESS_AUD: "tag", ACCESS_TEAM_DOMAIN: "https://secret.cloudflareaccess.com" }],
    ["ACCESS_TEAM_DOMAIN", { ACCESS_AUD: "tag", ACCESS_TEAM_DOMAIN: "secret.cloudflareaccess.com/cdn-cgi" }],
    ["ACCESS_TEAM_DOMAIN", { ACCESS_AUD: "tag", ACCESS_TEAM_DOMAIN: "secret.cloudflareaccess.com:8443" }],
    ["ACCESS_TEAM_DOMAIN", { ACCESS_AUD: "tag", ACCESS_TEAM_DOMAIN: "user@secret.cloudflareaccess.com" }],
    ["ACCESS_TEAM_DOMAIN", { ACCESS_AUD: "tag", ACCESS_TEAM_DOMAIN: "http://secret.example" }],
    ["ACCESS_TEAM_DOMAIN", { ACCESS_AUD: "tag", ACCESS_TEAM_DOMAIN: "secret" }],
    ["WALMART_PRIVATE_KEY", { WALMART_CONSUMER_ID: "secret", WALMART_KEY_VERSION: "1" }],
    ["WALMART_PRIVATE_KEY", { ...WALMART, WALMART_PRIVATE_KEY: "a secret that is no key" }],
    ["WALMART_PRIVATE_KEY", { ...WALMART, WALMART_PRIVATE_KEY: WALMART.WALMART_PRIVATE_KEY.slice(0, -90) }],
    ["WALMART_PRIVATE_KEY", { ...WALMART, WALMART_PRIVATE_KEY: ELLIPTIC }],
    ["KROGER_CLIENT_ID", { KROGER_CLIENT_SECRET: "secret" }],
    ["AMAZON_CLIENT_SECRET", { AMAZON_CLIENT_ID: "secret", AMAZON_ASSOCIATES_TAG: "tag-20" }],
    ["AMAZON_ASSOCIATES_TAG", { AMAZON_CLIENT_ID: "id", AMAZON_CLIENT_SECRET: "secret" }],
  ])("a problem names %s without its value: %o", (name, env) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} `));
    expect(problems[0]).not.toContain("secret");
  });

  test.each([
    [" Acme.cloudflareaccess.com", "https://acme.cloudflareaccess.com"],
    ["sso.example.co.uk", "https://sso.example.co.uk"],
    ["http://127.0.0.1:4711/", "http://127.0.0.1:4711"],
  ])("the team domain %s issues tokens as %s", (domain, issuer) => {
    const { cloudflareAccess, problems } = readSettings({ ACCESS_TEAM_DOMAIN: domain, ACCESS_AUD: " tag " });
    expect([cloudflareAccess, problems]).toEqual([{ issuer, audience: "tag" }, []]);
    expect(readSettings({ ACCESS_TEAM_DOMAIN: "", ACCESS_AUD: " " }).cloudflareAccess).toBeNull();
  });

  test("unusable values count as not set", () => {
    const { deliveryApp, catalogs, affiliate } = readSettings({
      DELIVERY_APP_API_KEY: "key",
      DELIVERY_APP_BASE_URL: "http://connect.example",
      KROGER_CLIENT_ID: "client",
      WALMART_AFFILIATE_URL: "?",
      AMAZON_ASSOCIATES_TAG: "no tag",
    });
    expect([deliveryApp, catalogs.kroger, affiliate]).toEqual([null, null, {}]);
  });
});

describe("design: an unset origin is the origin of a trusted request", () => {
  test.each([
    "http://localhost:8787",
    "http://127.0.0.1:8787",
    "http://10.0.0.7",
    "http://172.16.0.1",
    "http://172.31.255.255",
    "http://192.168.1.20:8787",
    "http://169.254.1.1",
    "http://[::1]:8787",
    "http://[fd12:3456::1]",
    "http://[fe80::1]",
    "http://laptop.local:8787",
    "https://shoppable-links.acme.workers.dev",
  ])("%s", (origin) => {
    expect(originsOf({}, new URL(`${origin}/v1/links`))).toEqual({
      shortLink: origin,
      api: origin,
      problem: null,
    });
  });

  test.each([
    "https://go.example.com",
    "http://172.32.0.1",
    "http://11.0.0.1",
    "http://8.8.8.8",
    "http://[2001:db8::1]",
    "http://[fec0::1]",
    "https://10.0.0.1.example.com",
    "https://workers.dev.example.com",
    "https://evilworkers.dev",
    "https://evil.example.local",
    "https://local",
  ])("not %s", (origin) => {
    expect(originsOf({}, new URL(`${origin}/v1/links`)).problem).toMatch(
      /^SHORT_LINK_ORIGIN and API_ORIGIN /,
    );
    expect(
      originsOf({ SHORT_LINK_ORIGIN: "https://go.example" }, new URL(`${origin}/`)).problem,
    ).not.toBeNull();
  });
});
