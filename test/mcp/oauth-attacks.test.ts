import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { htmlForm } from "../dashboard/html-form.ts";
import { DOWN } from "../requests.ts";
import { type OwnSignIn, startOwnSignIn } from "../sign-in/people.ts";

let on: OwnSignIn;
let session = "";
beforeAll(async () => {
  on = await startOwnSignIn({ config: { main: "test/faults/worker.ts" } });
  await on.service.issueKey({ organization: "acme", createProjects: ["main"] });
  await on.add("acme", "ada@acme.example");
  session = await on.signIn("ada@acme.example");
});
afterAll(() => on.service.close());

const CALLBACK = "https://evil.example/callback";

const register = (fields: object, headers: Record<string, string> = {}) =>
  on.service.fetch("/oauth/register", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none", ...fields }),
  });

/** The path at which a program registered itself, with changed parameters. */
async function pathOf(fields: object, changes: Record<string, string> = {}): Promise<string> {
  const { client_id: client } = (await (await register(fields)).json()) as { client_id: string };
  const query = { response_type: "code", client_id: client, redirect_uri: CALLBACK, state: "s" };
  const pkce = { code_challenge: "x".repeat(43), code_challenge_method: "S256" };
  return `/dashboard/connect?${new URLSearchParams({ ...query, ...pkce, ...changes })}`;
}

test.each([
  ["an unknown type", { response_type: "token" }],
  ["no PKCE", { code_challenge: "" }],
  ["another resource", { resource: "https://other.example/mcp" }],
])("a request with %s leads nobody to the address that its program chose", async (_, changes) => {
  const page = await on.as(session).open(await pathOf({ client_name: "Evil" }, changes));
  expect([page.status, page.location]).toEqual([400, null]);
  expect(page.text).toContain("evil.example</bdi>");
});

test("an odd address of a program adds nothing to the policy of the page, which lets its answer through", async () => {
  const redirect_uri = "https://a;sandbox,b.example/callback";
  const page = await on
    .as(session)
    .open(await pathOf({ client_name: "Odd", redirect_uris: [redirect_uri] }, { redirect_uri }));
  expect([page.status, page.text.includes("a;sandbox,b.example")]).toEqual([200, true]);
  const policy = page.headers.get("Content-Security-Policy") ?? "";
  expect(policy).not.toContain("sandbox");
  // Any, because Chromium applies it to where the assistant leads on, too.
  expect(policy).toContain("; form-action 'self' https: http:; ");
  expect(policy).toContain("; frame-ancestors 'none'");
});

test("an address of this service is none of an assistant: a short link redirects to any host", async () => {
  const redirect_uri = `${on.service.url.origin}/abc`;
  const path = await pathOf({ client_name: "Evil", redirect_uris: [redirect_uri] }, { redirect_uri });
  const page = await on.as(session).open(path);
  expect([page.status, page.location, page.text.includes('name="handle"')]).toEqual([400, null, false]);
});

describe("the name of a program", () => {
  test.each([
    ["that turns and hides text", "Claude\u202e\u200b\n\tby us", "Claude by us"],
    ["of nothing visible", "\u200b\u2800", "Unnamed assistant"],
    ["as long as a page", "x".repeat(10_000), "x".repeat(120)],
    ["with half a character", "\ud800😀", "😀"],
    ["in HTML", '"><script>alert(1)</script>', "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"],
  ])("%s is shown as it can be read, and names the key", async (_, name, shown) => {
    const page = await on.as(session).open(await pathOf({ client_name: name }));
    expect(page.text).toContain(`<bdi>${shown}</bdi>`);
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(page.text)?.[1]?.length).toBeLessThan(60);
    const cookies = page.headers.getSetCookie().map((each) => each.split(";")[0]);
    const sent = await on.as([session, ...cookies].join("; ")).send("/dashboard/connect", {
      handle: htmlForm(page.text).value("handle") ?? "",
      ...{ organization: "acme", decision: "allow", reach: "all", scopes: ["links:read"] },
    });
    expect(sent.headers.get("Location")).toContain(`${CALLBACK}?code=`);
  });
});

test("while KV is down, the page and the library say 503, and connect nobody", async () => {
  const down = { [DOWN]: "IDEMPOTENCY=throws" };
  const path = await pathOf({ client_name: "Claude" });
  const [page, registered, token] = await Promise.all([
    on.as(session).open(path, down),
    register({ client_name: "Claude" }, down),
    on.service.fetch("/oauth/token", {
      method: "POST",
      headers: down,
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "a:b:c", client_id: "x" }),
    }),
  ]);
  expect([page.status, registered.status, token.status]).toEqual([503, 503, 503]);
  for (const { headers } of [page, registered, token]) expect(headers.get("Retry-After")).toBe("5");
});
