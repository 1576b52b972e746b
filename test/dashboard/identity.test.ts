import { createHmac } from "node:crypto";
import { exportSPKI, UnsecuredJWT } from "jose";
import { describe, expect, test, vi } from "vitest";
import { signIn } from "../../src/surfaces/dashboard/sign-in/identity.ts";
import { at, NOW, SECOND, seconds, startTeams } from "./identity.ts";
import { AUDIENCE, newKey, sign } from "./team.ts";

const { key, other, current, claims, emailOf, byToken } = await startTeams();
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("a signed token", () => {
  test("of the team, for this application, gives the address in lower case", async () => {
    expect(await byToken(await sign(key, claims()))).toBe("ada@example.com");
    expect(current.team.paths).toEqual(["/cdn-cgi/access/certs"]);
    expect(current.lines).toEqual([]);
  });

  test.each<[string, () => Record<string, unknown>, string]>([
    ["that has expired", () => ({ exp: seconds(-60) }), "exp"],
    ["that never expires", () => ({ exp: undefined }), "exp"],
    ["that is not valid yet", () => ({ nbf: seconds(60) }), "nbf"],
    ["for another application", () => ({ aud: ["f".repeat(64)] }), "aud"],
    ["for no application", () => ({ aud: undefined }), "aud"],
    ["of another issuer", () => ({ iss: "https://evil.cloudflareaccess.com" }), "iss"],
    ["of no issuer", () => ({ iss: undefined }), "iss"],
    ["whose issuer has a slash more", () => ({ iss: `${current.team.origin}/` }), "iss"],
  ])("%s signs nobody in, and the reason can be told", async (_, changes, claim) => {
    const token = await sign(key, claims(changes()));
    expect(await byToken(token)).toBeNull();
    expect(current.refusal).toEqual({ claim, reason: expect.stringMatching(/^ERR_JWT_[A-Z_]+$/) });
    expect(current.lines).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["no address, as that of a service token", { email: undefined, common_name: "e367826f93b8.access" }],
    ["an empty address", { email: "" }],
    ["an address that is none", { email: "ada" }],
    ["an address that is no text", { email: ["ada@example.com"] }],
    ["an address that would become another one in lower case", { email: "\u212Aate@example.com" }],
  ])("with %s signs nobody in", async (_, changes) => {
    expect(await byToken(await sign(key, claims(changes)))).toBeNull();
    expect(current.refusal).toEqual({ reason: "no_address" });
  });

  test("is valid with a clock difference of a few seconds", async () => {
    const token = await sign(key, claims({ nbf: seconds(3), exp: seconds(60) }));
    expect(await byToken(token)).toBe("ada@example.com");
    expect(await byToken(token, at(64 * SECOND))).toBe("ada@example.com");
    expect(await byToken(token, at(65 * SECOND))).toBeNull();
  });
});

describe("a token whose signature is not the team's", () => {
  test("signed by another key under an id that is published", async () => {
    expect(await byToken(await sign({ ...other, kid: key.kid }, claims()))).toBeNull();
  });

  test("signed by a key that is not published, or of no name", async () => {
    expect(await byToken(await sign(other, claims()))).toBeNull();
    const { privateKey } = key;
    expect(await byToken(await sign({ privateKey, kid: "" }, claims()))).toBeNull();
    const nameless = { alg: "RS256", kid: undefined } as unknown as { alg: string };
    expect(await byToken(await sign(key, claims(), nameless))).toBeNull();
  });

  test("signed by a key that the token brings along", async () => {
    const header = { kid: key.kid, jwk: other.jwk, jku: `${current.team.origin}/mine` };
    expect(await byToken(await sign(other, claims(), header))).toBeNull();
    expect(current.team.paths).toEqual(["/cdn-cgi/access/certs"]);
  });

  test("not signed at all: algorithm none, in any case", async () => {
    expect(await byToken(new UnsecuredJWT(claims()).encode())).toBeNull();
    for (const alg of ["none", "None", "NONE"]) {
      const head = base64url({ alg, kid: key.kid, typ: "JWT" });
      expect(await byToken(`${head}.${base64url(claims())}.`)).toBeNull();
    }
    expect(current.team.paths).toEqual([]);
  });

  test("signed with the public key as the secret of HS256", async () => {
    for (const secret of [await exportSPKI(key.publicKey), JSON.stringify(key.jwk), key.jwk.n ?? ""]) {
      const signed = `${base64url({ alg: "HS256", kid: key.kid, typ: "JWT" })}.${base64url(claims())}`;
      const signature = createHmac("sha256", secret).update(signed).digest("base64url");
      expect(await byToken(`${signed}.${signature}`)).toBeNull();
    }
    expect(current.team.paths).toEqual([]);
  });

  test.each(["RS384", "RS512", "PS256", "ES256"])(
    "signed with %s, which Access does not use",
    async (alg) => {
      const strange = await newKey("strange", alg);
      current.team.publish(key, strange);
      expect(await byToken(await sign(strange, claims(), { alg }))).toBeNull();
    },
  );

  test("changed after it was signed", async () => {
    const [head, , signature] = (await sign(key, claims())).split(".");
    const body = base64url(claims({ email: "owner@example.com" }));
    expect(await byToken(`${head}.${body}.${signature}`)).toBeNull();
  });

  test.each([
    "",
    " ",
    "x",
    "..",
    "a.b.c",
    "a.b.c.d",
    "e30.e30.e30",
    "null",
    "é.é.é",
    `${"a".repeat(9000)}.b.c`,
  ])("no token: %j", async (token) => {
    expect(await byToken(token)).toBeNull();
    expect(current.team.paths).toEqual([]);
  });

  test.each<[string, object]>([
    ["a list as id", { alg: "RS256", kid: ["current"] }],
    ["a list as algorithm", { alg: ["RS256"], kid: "current" }],
    ["a critical extension", { alg: "RS256", kid: "current", crit: ["b64"], b64: false }],
    ["an unknown critical extension", { alg: "RS256", kid: "current", crit: ["x"], x: 1 }],
  ])("a header with %s", async (_, header) => {
    expect(await byToken(`${base64url(header)}.${base64url(claims())}.c2ln`)).toBeNull();
  });
});

describe("headers that anyone can send sign nobody in", () => {
  test.each<[string, Record<string, string>]>([
    ["nothing", {}],
    ["the header with the address", { "Cf-Access-Authenticated-User-Email": "ada@example.com" }],
    [
      "the header that the local runtime reads",
      { "MF-Access-Blob": '{"jwt_claims":{"email":"ada@example.com"}}' },
    ],
  ])("%s", async (_, headers) => {
    expect(await emailOf(headers)).toBeNull();
    expect(current.team.paths).toEqual([]);
  });

  test("a good token in the cookie, or as a bearer", async () => {
    const token = await sign(key, claims());
    expect(
      await emailOf({ Cookie: `CF_Authorization=${token}`, Authorization: `Bearer ${token}` }),
    ).toBeNull();
  });

  test("a good token where no application is configured", async () => {
    const headers = { "Cf-Access-Jwt-Assertion": await sign(key, claims()) };
    const request = new Request("https://go.example.com/dashboard", { headers });
    const dependencies = { cloudflareAccess: null, signInHosts: [], now: () => NOW, log: () => {} };
    expect(await signIn(request, {}, dependencies)).toEqual({ refusal: { reason: "no_identity" } });
  });
});

describe("the runtime's identity", () => {
  const runtime = (identity: () => Promise<unknown>) => ({
    access: { aud: AUDIENCE, getIdentity: identity },
  });
  const says = (identity: unknown) => runtime(async () => identity);

  test("comes before everything in the request", async () => {
    const token = await sign(key, claims());
    expect(await byToken(token, NOW, says({ email: "Eve@Example.com" }))).toBe("eve@example.com");
    expect(current.team.paths).toEqual([]);
  });

  test.each([undefined, null, {}, { email: "" }, { common_name: "e367826f93b8.access" }])(
    "%j has no email address: the token is used, or nobody is signed in",
    async (identity) => {
      expect(await byToken(await sign(key, claims()), NOW, says(identity))).toBe("ada@example.com");
      expect(await emailOf({}, NOW, says(identity))).toBeNull();
    },
  );

  test.each([new Error("lost"), "lost"])(
    "if it fails, the token is used; without one the response is 503: %s",
    async (reason) => {
      const failing = runtime(() => Promise.reject(reason));
      expect(await byToken(await sign(key, claims()), NOW, failing)).toBe("ada@example.com");
      await expect(emailOf({}, NOW, failing)).rejects.toMatchObject({ code: "service_unavailable" });
    },
  );

  test("has a deadline", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answer = expect(
      emailOf(
        {},
        NOW,
        runtime(() => new Promise(() => {})),
      ),
    ).rejects.toMatchObject({
      code: "service_unavailable",
    });
    await vi.advanceTimersByTimeAsync(2_000);
    await answer;
  });
});
