import { request } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { addMember } from "../../src/features/access/manage-members.ts";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { VARIABLES } from "../faults/faults.ts";
import { useService } from "../use-service.ts";

const KEYS = "/dashboard/o/demo/keys";
/** What a browser adds to a request to this machine, and to no other address without https. */
const VOUCHED = { "Sec-Fetch-Site": "same-origin" };

const service = await useService({ config: { main: "test/faults/worker.ts" }, behindMiniflare: true });
/** As `npm start -- --trust-host phone.local` sets it. */
const TRUSTED = JSON.stringify({ SIGN_IN_HOSTS: "phone.local,192.168.1.20" });
beforeAll(async () => {
  const organization = "demo";
  const member = { organization, email: "owner@demo.example", role: "owner" } as const;
  await addMember(OPERATOR, member, dependenciesOf(service.env));
});

/** Sends a request with any host, as `fetch` does not, and gives the status and the page. */
function ask(
  host: string,
  {
    path = KEYS,
    headers = {},
    form,
  }: { path?: string; headers?: Record<string, string>; form?: string } = {},
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: service.url.hostname,
        port: service.url.port,
        path,
        method: form === undefined ? "GET" : "POST",
        headers: {
          Host: host,
          [VARIABLES]: TRUSTED,
          ...(form !== undefined && { "Content-Type": "application/x-www-form-urlencoded" }),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode, text }));
      },
    );
    outgoing.on("error", reject);
    outgoing.end(form);
  });
}

const own = (): string => `localhost:${service.url.port}`;

describe("the identity of the local configuration", () => {
  test.each(["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.10", "[::1]", "app.localhost"])(
    "counts for a browser at %s, with any port",
    async (name) => {
      for (const host of [name, `${name}:8787`])
        expect([host, (await ask(host, { headers: VOUCHED })).status]).toEqual([host, 200]);
    },
  );

  test("does not offer to sign out, because nothing here can", async () => {
    const { text } = await ask(own(), { headers: VOUCHED });
    expect(text).toContain("owner@demo.example");
    expect(text).not.toContain("Sign out");
  });

  test.each(["phone.local", "192.168.1.20", "phone.local:8787"])(
    "counts at %s, which npm start was told to trust",
    async (host) => {
      expect((await ask(host)).status).toBe(200);
    },
  );

  test.each([
    "evil.example",
    "evil.example:8787",
    "localhost.evil.example",
    "evil-localhost",
    "127.0.0.1.evil.example",
    "127.evil.example",
    "192.168.1.21",
    "0.0.0.0",
    "[::2]",
    "phone.local.evil.example",
  ])("does not count at %s, and the page says what to do", async (host) => {
    for (const headers of [{}, VOUCHED, { "X-Forwarded-Host": "localhost", Forwarded: "host=localhost" }]) {
      const { status, text } = await ask(host, { headers });
      expect(status).toBe(403);
      expect(text).toContain(`npm start -- --trust-host ${host.replace(/:8787$/, "")}`);
      expect(text).toContain("Sign in first");
      expect(text).not.toContain("owner@demo.example");
    }
  });
});

describe("a page at another name, which leads to this machine (DNS rebinding)", () => {
  test("writes nothing, though its Origin is that of its own host", async () => {
    const host = `evil.example:${service.url.port}`;
    const form = new URLSearchParams({
      [IDEMPOTENCY_FIELD]: crypto.randomUUID(),
      email: "eve@evil.example",
      role: "owner",
    });
    for (const headers of [{}, { "MF-Original-URL": `http://${own()}/dashboard/o/demo/members/new` }]) {
      const sent = { path: "/dashboard/o/demo/members/new", form: String(form) };
      const { status } = await ask(host, { ...sent, headers: { Origin: `http://${host}`, ...headers } });
      expect(status).toBe(403);
    }
    const members = await service.env.DB.prepare("SELECT email FROM members").all();
    expect(members.results).toEqual([{ email: "owner@demo.example" }]);
  });

  test("ignores the header that gives the local runtime another URL", async () => {
    // Without Sec-Fetch-Site, as a browser sends it to a name of this machine alone and a page can't set it.
    const headers = { "MF-Original-URL": `http://${own()}${KEYS}`, "Sec-Fetch-Mode": "cors" };
    const { status, text } = await ask("evil.example", { headers });
    expect(status).toBe(403);
    expect(text).toContain("Sec-Fetch-Site");
    expect(text).not.toContain("owner@demo.example");
  });

  test("so a program names itself, or the host is trusted", async () => {
    const refused = await ask(own());
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("npm start -- --trust-host localhost");
    expect((await ask(own(), { headers: { "Sec-Fetch-Site": "none" } })).status).toBe(200);
  });
});
