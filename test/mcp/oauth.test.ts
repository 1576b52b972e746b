import {
  auth,
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeMember } from "../../src/features/access/manage-members.ts";
import { htmlForm } from "../dashboard/html-form.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { type OwnSignIn, startOwnSignIn } from "../sign-in/people.ts";

let on: OwnSignIn;
let editor = "";
beforeAll(async () => {
  on = await startOwnSignIn();
  const options = { organization: "acme", createProjects: ["main", "other"] };
  await on.service.issueKey(options);
  await on.add("acme", "ada@acme.example");
  editor = await on.add("acme", "bob@acme.example", "editor");
});
afterAll(() => on.service.close());

/** An assistant: what the official client asks of its host, kept in memory. */
function assistant(name = "Claude") {
  const stored: {
    client?: StoredOAuthClientInformation;
    tokens?: StoredOAuthTokens;
    verifier: string;
    url: URL;
  } = {
    verifier: "",
    url: new URL("http://none.example"),
  };
  const provider: OAuthClientProvider = {
    redirectUrl: "https://assistant.example/callback",
    clientMetadata: {
      client_name: name,
      redirect_uris: ["https://assistant.example/callback"],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => stored.client,
    saveClientInformation(client) {
      stored.client = client;
    },
    tokens: () => stored.tokens,
    saveTokens(tokens) {
      stored.tokens = tokens;
    },
    redirectToAuthorization(url) {
      stored.url = url;
    },
    saveCodeVerifier(verifier) {
      stored.verifier = verifier;
    },
    codeVerifier: () => stored.verifier,
  };
  const transport = () =>
    new StreamableHTTPClientTransport(new URL("/mcp", on.service.url), { authProvider: provider });
  const connect = async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(transport());
    return client;
  };
  return { stored, provider, transport, connect };
}

type Assistant = ReturnType<typeof assistant>;
const UNTICKED = { reach: "all", decision: "allow" };

/** The person opens what the assistant showed, and answers. Gives where the browser is sent. */
async function answer(
  { stored }: Assistant,
  email: string,
  fields: Record<string, string | readonly string[]>,
): Promise<URL> {
  const person = on.as(await on.signIn(email));
  const page = await person.open(stored.url.pathname + stored.url.search);
  expect(page.status).toBe(200);
  const cookies = page.headers.getSetCookie().map((each) => each.split(";")[0]);
  const form = htmlForm(page.text);
  const session = await on.signIn(email);
  const sent = await on.as([session, ...cookies].join("; ")).send("/dashboard/connect", {
    handle: form.value("handle") ?? "",
    organization: form.value("organization") ?? "",
    ...fields,
  });
  expect([sent.status, sent.text]).toEqual([302, ""]);
  return new URL(sent.location ?? "");
}

/** Connects an assistant by its address alone. */
async function letIn(given: Assistant, email: string, fields: Record<string, string | readonly string[]>) {
  await expect(given.connect()).rejects.toBeInstanceOf(UnauthorizedError);
  const target = await answer(given, email, fields);
  expect(target.origin + target.pathname).toBe("https://assistant.example/callback");
  expect(target.searchParams.get("iss")).toBe(on.service.url.origin);
  const authorizationCode = target.searchParams.get("code") ?? "";
  expect(
    await auth(given.provider, {
      serverUrl: new URL("/mcp", on.service.url),
      authorizationCode,
      iss: on.service.url.origin,
    }),
  ).toBe("AUTHORIZED");
  return given.connect();
}

const BODY = {
  name: "By an assistant",
  retailer: "custom",
  intent: "custom_url",
  customUrl: "https://example.com/",
};
const create = async (client: Client, projectId = "main") => {
  const { content, isError } = await client.callTool({
    name: "create_link",
    arguments: { link: { projectId, ...BODY } },
  });
  return { isError: isError ?? false, text: JSON.stringify(content) };
};
const keys = async () =>
  (
    await on.service.env.DB.prepare(
      "SELECT name, issuer_id AS member, revoked_at IS NULL AS active, scopes FROM api_keys WHERE client_id IS NOT NULL ORDER BY id",
    ).all<{ name: string; member: string; active: number; scopes: string }>()
  ).results;

describe("an assistant that knows only the address", () => {
  test("connects, creates a link, and keeps its connection by refreshing it", async () => {
    const claude = assistant();
    const client = await letIn(claude, "ada@acme.example", {
      ...UNTICKED,
      scopes: ["links:write", "links:read"],
    });
    expect(await create(client)).toMatchObject({ isError: false });
    const former = claude.stored.tokens?.access_token;
    expect(await auth(claude.provider, { serverUrl: new URL("/mcp", on.service.url) })).toBe("AUTHORIZED");
    expect(claude.stored.tokens?.access_token).not.toBe(former);
    expect(await create(await claude.connect())).toMatchObject({ isError: false });
    // The owner sees it among the keys, with its last use, and no secret of it is stored.
    const owner = on.as(await on.signIn("ada@acme.example"));
    expect((await owner.open("/dashboard/o/acme/keys")).text).toContain("Claude");
    const [{ scopes = "" } = {}] = await keys();
    expect(JSON.parse(scopes)).toEqual(
      expect.arrayContaining(["links:write", "links:read", "retailers:custom"]),
    );
  });

  test("gets what the person ticked, and no more", async () => {
    const reader = await letIn(assistant("Reader"), "ada@acme.example", {
      ...UNTICKED,
      scopes: ["links:read"],
    });
    await expect(create(reader)).rejects.toThrow("no tool named create_link");
    const limited = { decision: "allow", reach: "selected", projects: "other", scopes: ["links:write"] };
    const client = await letIn(assistant("Limited"), "ada@acme.example", limited);
    expect((await create(client)).text).toContain("project_access_denied");
    expect(await create(client, "other")).toMatchObject({ isError: false });
  });

  test("is told when the person does not want it", async () => {
    const given = assistant("Unwanted");
    await expect(given.connect()).rejects.toBeInstanceOf(UnauthorizedError);
    const target = await answer(given, "ada@acme.example", { decision: "deny" });
    expect(Object.fromEntries(target.searchParams)).toMatchObject({ error: "access_denied" });
    expect((await keys()).map(({ name }) => name)).not.toContain("Unwanted");
  });

  test("connects once more, and the former connection ends", async () => {
    const given = assistant("Again");
    const first = await letIn(given, "ada@acme.example", { ...UNTICKED, scopes: ["links:read"] });
    await first.close();
    delete given.stored.tokens;
    await letIn(given, "ada@acme.example", { ...UNTICKED, scopes: ["links:read"] });
    expect((await keys()).filter(({ name }) => name === "Again").map(({ active }) => active)).toEqual([0, 1]);
  });
});

test("nobody hands on more than their own rights", async () => {
  const given = assistant("Greedy");
  await expect(given.connect()).rejects.toBeInstanceOf(UnauthorizedError);
  const bob = on.as(await on.signIn("bob@acme.example"));
  const page = await bob.open(given.stored.url.pathname + given.stored.url.search);
  expect(page.text).not.toContain("Export everything");
  const cookies = page.headers.getSetCookie().map((each) => each.split(";")[0]);
  const form = htmlForm(page.text);
  const sent = await on
    .as([await on.signIn("bob@acme.example"), ...cookies].join("; "))
    .send("/dashboard/connect", {
      handle: form.value("handle") ?? "",
      organization: "acme",
      ...UNTICKED,
      scopes: ["exports:write"],
    });
  expect([sent.status, sent.text]).toEqual([400, expect.stringContaining("that you may do yourself")]);
});

test("a connection ends with the rights of its member, with the member, and by revoking it", async () => {
  const given = assistant("Bob's");
  await letIn(given, "bob@acme.example", { ...UNTICKED, scopes: ["links:write", "links:read"] });
  const active = async () =>
    (await keys()).filter(({ member, active: is }) => member === editor && is === 1).length;
  expect(await active()).toBe(1);
  await changeMember(OPERATOR, { id: editor, role: "viewer" }, dependenciesOf(on.service.env));
  expect(await active()).toBe(0);
  delete given.stored.tokens;
  await letIn(given, "bob@acme.example", { ...UNTICKED, scopes: ["links:read"] });
  expect(await active()).toBe(1);
  await on.remove(editor);
  expect(await active()).toBe(0);
});

describe("nobody connects by", () => {
  const asked = async (path: string, headers: Record<string, string> = {}) => {
    const response = await on.service.fetch(path, { headers, redirect: "manual" });
    return [response.status, await response.text()];
  };
  test("a made-up token, which learns where to ask", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    for (const token of ["x", "a:b:c", `${editor}:x:y`, "z".repeat(5_000)]) {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const response = await on.service.fetch("/mcp", { method: "POST", headers, body });
      expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([
        401,
        `Bearer resource_metadata="${on.service.url.origin}/.well-known/oauth-protected-resource/mcp"`,
      ]);
    }
  });

  test("an assistant that never registered, or with another address", async () => {
    const ada = on.as(await on.signIn("ada@acme.example"));
    const query = new URLSearchParams({
      response_type: "code",
      client_id: "unknown",
      redirect_uri: "https://evil.example/",
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
    });
    const page = await ada.open(`/dashboard/connect?${query}`);
    expect([page.status, page.location, page.text]).toEqual([
      400,
      null,
      expect.stringContaining("Go back to the assistant"),
    ]);
  });

  test("a person who is signed out: the sign-in page comes first, and leads back", async () => {
    const page = await on.as().open("/dashboard/connect?client_id=x");
    expect(new URL(page.location ?? "").searchParams.get("next")).toBe("/dashboard/connect?client_id=x");
  });

  test("a form of another site, or without the browser that opened the page", async () => {
    const given = assistant("Forged");
    await expect(given.connect()).rejects.toBeInstanceOf(UnauthorizedError);
    const ada = on.as(await on.signIn("ada@acme.example"));
    const page = await ada.open(given.stored.url.pathname + given.stored.url.search);
    const handle = htmlForm(page.text).value("handle") ?? "";
    const fields = { handle, organization: "acme", ...UNTICKED, scopes: ["links:read"] };
    expect((await ada.send("/dashboard/connect", fields, { Origin: "https://evil.example" })).status).toBe(
      403,
    );
    expect((await ada.send("/dashboard/connect", fields)).status).toBe(400);
    expect((await keys()).map(({ name }) => name)).not.toContain("Forged");
  });

  test("anything but the MCP server", async () => {
    const given = assistant("Elsewhere");
    await letIn(given, "ada@acme.example", { ...UNTICKED, scopes: ["links:read"] });
    const token = given.stored.tokens?.access_token ?? "";
    expect((await asked("/v1/links", { Authorization: `Bearer ${token}` }))[0]).toBe(401);
    expect((await asked("/v1/links", { "X-Service-API-Key": token }))[0]).toBe(401);
  });
});
