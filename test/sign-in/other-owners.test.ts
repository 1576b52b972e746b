import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAskedAddress, makeMemberAddress } from "../../src/features/sign-in/one-time-address.ts";
import { addPasskey, credentialIdsOf, newChallenge } from "../../src/features/sign-in/passkey.ts";
import { dependenciesOf } from "../dependencies.ts";
import { newAuthenticator } from "./authenticator.ts";
import { cookieOf, type OwnSignIn, startOwnSignIn } from "./people.ts";

// An owner of another organization adds Ada as a member, and enters that organization in her name.

const ORIGIN = "https://go.example";
const ADA = { email: "ada@acme.example", organizationId: null };
const IN_HER_NAME = { email: ADA.email, organizationId: "evil" };

let on: OwnSignIn;
let added = "";
beforeAll(async () => {
  on = await startOwnSignIn({ vars: { ORGANIZATION_MAKERS: ADA.email } });
  await on.add("acme", ADA.email);
  await on.add("evil", "eve@evil.example");
  added = await on.add("evil", ADA.email, "viewer");
});
afterAll(() => on.service.close());

const addFor = async (identity: typeof ADA | typeof IN_HER_NAME) => {
  const dependencies = dependenciesOf(on.service.env);
  const challenge = await newChallenge(identity, dependencies);
  const credential = await (await newAuthenticator("ES256")).register({ challenge, origin: ORIGIN });
  return addPasskey(identity, { credential, name: "Laptop", origin: ORIGIN }, dependencies);
};

test("uses up none of the addresses that Ada can ask for", async () => {
  const dependencies = dependenciesOf(on.service.env);
  const eve = {
    type: "member",
    id: "mem_eve",
    organizationId: "evil",
    role: "owner",
    projects: "all",
  } as const;
  const make = () => makeMemberAddress(eve, { id: added, delivery: "shown" }, dependencies);
  for (let made = 0; made < 20; made++) await make();
  await expect(make()).rejects.toMatchObject({ code: "rate_limited" });
  expect(await makeAskedAddress({ email: ADA.email }, dependencies)).toMatchObject(ADA);
});

test("sees none of Ada's passkeys, and uses up none of those that she can add", async () => {
  const dependencies = dependenciesOf(on.service.env);
  await addFor(ADA);
  expect(await credentialIdsOf(IN_HER_NAME, dependencies)).toEqual([]);
  for (let made = 0; made < 20; made++) await addFor(IN_HER_NAME);
  await expect(addFor(IN_HER_NAME)).rejects.toMatchObject({
    code: "quota_exceeded",
    message: "A person has at most 20 passkeys. Remove one first.",
  });
  expect(await addFor(ADA)).toMatchObject(ADA);
  const eve = { email: "eve@evil.example", organizationId: "evil" };
  expect(await addFor(eve)).toMatchObject(eve);
});

test("opens nothing of Ada's own organization, and makes no organizations as she may", async () => {
  await on.service.env.DB.prepare("DELETE FROM one_time_addresses").run();
  const session = on.as(cookieOf(await on.as().send(await on.ownersAddress("evil", added), {})));
  expect((await session.open("/dashboard/o/evil/links")).status).toBe(200);
  for (const path of [
    "/dashboard/o/acme/links",
    "/dashboard/connect?organization=acme",
    "/dashboard/organizations/new",
  ])
    expect([path, (await session.open(path)).status >= 400]).toEqual([path, true]);
  for (const path of ["/dashboard/organizations", "/dashboard/account"])
    expect((await session.open(path)).text).not.toContain("acme<");
});
