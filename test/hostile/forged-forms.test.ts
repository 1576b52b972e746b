import { afterEach, beforeAll, expect, test } from "vitest";
import { dashboardApp } from "../../src/dashboard-app.ts";
import { useDashboard } from "../dashboard/dashboard.ts";
import { type DatabaseRows, rowsIn } from "../database-rows.ts";

const OWNER = "owner@acme.example";
const REFUSED = "This form was not sent from the dashboard";

/** Every route that can change data, from the app itself: a new route is tested automatically. */
const ROUTES = [
  ...new Set(
    dashboardApp.routes
      .filter(({ method }) => !["GET", "HEAD", "ALL"].includes(method))
      .map(({ method, path }) => `${method} ${path}`),
  ),
].map((route): [method: string, path: string] => {
  const [method = "", path = ""] = route.split(" ");
  return [method, path.replace(":organization", "acme").replace(/:\w+(?:\{[^}]*\})?/g, "x")];
});

const dashboard = await useDashboard();
await dashboard.add("acme", OWNER, "owner");
const identity = await dashboard.identity(OWNER);
const { origin, port } = dashboard.service.url;

/**
 * What another site, or a program with only the person's browser, may send. The local
 * proxy writes its own origin over one that has its host and port, so https and a user name are not tried here.
 */
const FORGED: Record<string, Record<string, string>> = {
  "neither header": {},
  "only a referrer of the dashboard": { Referer: `${origin}/dashboard` },
  "another site": { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
  "another site, by an old browser": { Origin: "https://evil.example" },
  "another site that claims to be the same": {
    Origin: "https://evil.example",
    "Sec-Fetch-Site": "same-origin",
  },
  "another site, with forwarded headers": {
    Origin: "https://evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
  },
  "a page without an origin": { Origin: "null" },
  "a page without an origin that claims to be the same": { Origin: "null", "Sec-Fetch-Site": "same-origin" },
  "an empty origin": { Origin: "", "Sec-Fetch-Site": "cross-site" },
  "the same host with another port": { Origin: origin.replace(port, "1"), "Sec-Fetch-Site": "same-site" },
  "the same host without its port": { Origin: origin.replace(`:${port}`, "") },
  "a host that begins alike": { Origin: `${origin}.evil.example` },
  "an origin with a path": { Origin: `${origin}/dashboard` },
  "two origins": { Origin: `${origin} https://evil.example` },
  "a neighbour": { "Sec-Fetch-Site": "same-site" },
  "a neighbour with the right origin": { Origin: origin, "Sec-Fetch-Site": "same-site" },
  "a cross-site request with the right origin": { Origin: origin, "Sec-Fetch-Site": "cross-site" },
  "an unknown page": { "Sec-Fetch-Site": "none" },
  "words that mean nothing": { "Sec-Fetch-Site": "same-origin, cross-site" },
  "an empty word": { Origin: "https://evil.example", "Sec-Fetch-Site": "" },
};

const send = (method: string, path: string, headers: Record<string, string>) =>
  fetch(origin + path, {
    method,
    redirect: "manual",
    headers: {
      ...identity,
      Accept: "text/html",
      "Content-Type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: "idempotency-key=0123456789abcdef&name=evil&email=eve%40evil.example&role=owner&id=evil&reach=all",
  });

let before: DatabaseRows;
beforeAll(async () => {
  before = await rowsIn(dashboard.service.env.DB);
});
afterEach(async () => {
  expect(await rowsIn(dashboard.service.env.DB)).toEqual(before);
});

async function expectRefused(method: string, path: string, headers: Record<string, string>): Promise<void> {
  const answer = await send(method, path, headers);
  expect([path, headers, answer.status]).toEqual([path, headers, 403]);
  expect(await answer.text()).toContain(REFUSED);
}

test("there are routes to forge", () => {
  expect(ROUTES.length).toBeGreaterThan(20);
  expect(new Set(ROUTES.map(([method]) => method))).toEqual(new Set(["POST"]));
});

test.each(ROUTES)("%s %s accepts no form of another site", async (method, path) => {
  for (const headers of [{}, FORGED["another site"], FORGED["a neighbour with the right origin"]])
    await expectRefused(method, path, headers ?? {});
});

test.each(Object.entries(FORGED))("%s sends no form, of any type", async (_, headers) => {
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
    await expectRefused("POST", "/dashboard/o/acme/members/new", { ...headers, "Content-Type": type });
  for (const method of ["PUT", "PATCH", "DELETE"])
    await expectRefused(method, "/dashboard/o/acme/members/new", headers);
});

test("the dashboard's own form is accepted, and rejected for its content", async () => {
  for (const headers of [{ Origin: origin }, { "Sec-Fetch-Site": "same-origin" }]) {
    const answer = await send("POST", "/dashboard/o/acme/keys/x/revoke", headers);
    expect([answer.status, (await answer.text()).includes(REFUSED)]).toEqual([404, false]);
  }
});
