import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, changeMember, removeMember } from "../../src/features/access/manage-members.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { get } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { AUDIENCE, claimsAt, newKey, sign, startTeam, type Team, type TeamKey } from "./team.ts";

const MAIN = "test/dashboard/worker.ts";
/** What a browser adds to a request to this machine. */
const BROWSER = { "Sec-Fetch-Site": "none" };
const FORGED = {
  "Cf-Access-Authenticated-User-Email": "eve@example.com",
  "MF-Access-Blob": JSON.stringify({ app_aud: AUDIENCE, jwt_claims: { email: "eve@example.com" } }),
};

describe("with the identity of the local configuration", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ config: { main: MAIN }, behindMiniflare: true });
  });
  afterAll(() => service.close());

  const who = async (organization?: string, headers: Record<string, string> = {}) => {
    const query = organization === undefined ? "" : `?${new URLSearchParams({ organization })}`;
    return (await get(service, `/who${query}`, { headers: { ...BROWSER, ...headers } })).json;
  };
  const add = async (organization: string, role: "owner" | "editor", email = "owner@demo.example") =>
    (await addMember(OPERATOR, { organization, email, role }, dependenciesOf(service.env))).member;

  test("wrangler.toml signs in owner@demo.example, whatever the request says", async () => {
    expect(await who()).toEqual({ email: "owner@demo.example", person: { kind: "stranger" } });
    expect(await who(undefined, FORGED)).toMatchObject({ email: "owner@demo.example" });
  });

  test("a person is the member of the organization that the URL names, and of no other", async () => {
    await add("globex", "owner", "hank@globex.example");
    expect(await who("globex")).toMatchObject({ person: { kind: "stranger" } });
    const acme = await add("acme", "owner");
    const person = {
      kind: "member",
      actor: { type: "member", id: acme.id, organizationId: "acme", role: "owner", projects: "all" },
      membership: { organizationId: "acme", organizationName: "acme" },
    };
    expect(await who()).toMatchObject({ person });
    expect(await who("acme")).toMatchObject({ person });
    for (const organization of ["globex", "none", ""])
      expect(await who(organization)).toEqual({ code: "not_found" });

    const { id } = await add("initech", "editor");
    expect(await who()).toMatchObject({
      person: {
        kind: "undecided",
        memberships: [{ organizationId: "acme" }, { organizationId: "initech", role: "editor" }],
      },
    });
    expect(await who("initech")).toMatchObject({ person: { actor: { id, role: "editor" } } });

    // What an owner changes holds at the next request.
    const dependencies = dependenciesOf(service.env);
    await changeMember(OPERATOR, { id, role: "viewer" }, dependencies);
    expect(await who("initech")).toMatchObject({ person: { actor: { id, role: "viewer" } } });
    await removeMember(OPERATOR, { id }, dependencies);
    expect(await who("initech")).toEqual({ code: "not_found" });
  });
});

describe("without an identity of the runtime", () => {
  let service: Service;
  let team: Team;
  let key: TeamKey;
  beforeAll(async () => {
    key = await newKey("current");
    team = await startTeam(key);
    const vars = { ACCESS_TEAM_DOMAIN: team.origin, ACCESS_AUD: AUDIENCE };
    service = await startService({ vars, config: { main: MAIN, access: undefined } });
  });
  afterAll(async () => {
    await service.close();
    await team.close();
  });

  const who = async (headers: Record<string, string>) => (await get(service, "/who", { headers })).json;
  const byToken = async (changes: Record<string, unknown> = {}, by = key) => {
    const claims = { ...claimsAt(team.origin, new Date()), ...changes };
    return who({ ...FORGED, "Cf-Access-Jwt-Assertion": await sign(by, claims) });
  };

  test("headers sign nobody in", async () => {
    expect(await who(FORGED)).toEqual({ email: null, person: null });
  });

  test("a token is verified with the published keys, which are remembered", async () => {
    for (let repetition = 0; repetition < 3; repetition++)
      expect(await byToken()).toEqual({ email: "ada@example.com", person: { kind: "stranger" } });
    expect(team.paths).toEqual(["/cdn-cgi/access/certs"]);
    expect(await byToken({ exp: 1 })).toEqual({ email: null, person: null });
    expect(await byToken({ aud: "other" })).toEqual({ email: null, person: null });
    const other = { ...(await newKey("other")), kid: key.kid };
    expect(await byToken({}, other)).toEqual({ email: null, person: null });
  });

  test("several at once are all answered", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => byToken()));
    expect(new Set(answers.map(({ email }) => email))).toEqual(new Set(["ada@example.com"]));
  });
});

test("with neither an identity nor an application, nobody is signed in", { tags: "all" }, async () => {
  const service = await startService({ config: { main: MAIN, access: undefined } });
  const headers = { ...FORGED, "Cf-Access-Jwt-Assertion": "a.b.c" };
  expect((await get(service, "/who", { headers })).json).toEqual({ email: null, person: null });
  await service.close();
});
