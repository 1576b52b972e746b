import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieOf, type OwnSignIn, startOwnSignIn } from "./people.ts";

let on: OwnSignIn;
let added = "";
beforeAll(async () => {
  const ratelimits = ["API_RATE_LIMIT", "AUTHENTICATION_RATE_LIMIT"].map((name, index) => ({
    name,
    namespace_id: String(index),
    simple: { limit: 30, period: 60 },
  }));
  on = await startOwnSignIn({ config: { ratelimits } });
  await on.add("acme", "ada@acme.example");
  await on.add("evil", "eve@evil.example");
  added = await on.add("evil", "ada@acme.example", "viewer");
});
afterAll(() => on.service.close());

/** The statuses until a request is limited; the limiter's window may end once meanwhile. */
async function untilLimited(send: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < 70 && statuses.at(-1) !== 429) statuses.push((await send()).status);
  return statuses;
}

test("requests in a person's name in one organization don't limit that person elsewhere", async () => {
  const own = on.as(await on.signIn("ada@acme.example"));
  const inHerName = on.as(cookieOf(await on.as().send(await on.ownersAddress("evil", added), {})));
  expect((await untilLimited(() => inHerName.open("/dashboard/account"))).at(-1)).toBe(429);
  expect((await own.open("/dashboard/account")).status).toBe(200);
});

test("each challenge that is stored for a stranger weighs ten failures", async () => {
  const statuses = await untilLimited(() => on.as().send("/dashboard/sign-in/challenge", {}));
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeLessThanOrEqual(7);
});
