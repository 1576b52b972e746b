import { describe, expect, test } from "vitest";
import { OFFER_RETAILERS } from "../../src/ground/core/vocabulary.ts";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { type PageResponse, useDashboard } from "./dashboard.ts";

const KEYS = "/dashboard/o/acme/keys";
const SCOPES = ["links:write", "links:read", "qr-codes:write", "retailers:custom"];

const dashboard = await useDashboard();
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("globex", "hank@globex.example", "owner");
const owner = await dashboard.as("owner@acme.example");
const hank = await dashboard.as("hank@globex.example");
await owner.send("/dashboard/o/acme/projects/new", { name: "Main", id: "main" });

const entities: Record<string, string> = {
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
};
const textOf = (markup: string): string =>
  markup.replace(/&(quot|#39|amp|lt|gt);/g, (each) => entities[each] ?? each);

/** The text of the element with this id. */
const shown = ({ text }: PageResponse, id: string): string =>
  textOf(new RegExp(`id="${id}">([^<]*)<`).exec(text)?.[1] ?? "");

const issue = (name: string, fields: Record<string, string | string[]> = {}): Promise<PageResponse> =>
  owner.send(`${KEYS}/new`, { name, reach: "all", scopes: SCOPES, ...fields });

async function pathOf(name: string): Promise<string> {
  const { text } = await owner.open(KEYS);
  return new RegExp(`href="([^"]+)"><bdi>${name}<`).exec(text)?.[1] ?? "";
}

/** Sends the request of a curl command as it stands. */
function run(command: string): Promise<Response> {
  const [, url = ""] = /curl -i (\S+)/.exec(command) ?? [];
  const headers = [...command.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  const [, body] = /-d '([^']+)'/.exec(command) ?? [];
  return fetch(url, { headers: headers as [string, string][], ...(body && { method: "POST", body }) });
}

const works = async (key: string): Promise<number> =>
  (await fetch(new URL("/v1/links", dashboard.service.url), { headers: { "X-Service-API-Key": key } }))
    .status;

describe("API keys", () => {
  test("the first screen says what a key is for", async () => {
    const other = await hank.open("/dashboard/o/globex/keys");
    expect(other.text).toContain("No keys yet");
    expect(other.text).toContain('href="/dashboard/o/globex/keys/new"');
  });

  test("a key is shown once, and its curl line answers 201", async () => {
    const issued = await issue("Shop");
    expect(issued.status).toBe(200);
    expect(issued.headers.get("Cache-Control")).toBe("no-store");
    const key = shown(issued, "api-key");
    expect(key).toMatch(/^slk_[0-9A-Za-z]{46}$/);
    expect((await run(shown(issued, "first-request"))).status).toBe(201);
    const list = await owner.open(KEYS);
    expect(list.text).toContain("Shop");
    expect(list.text).toContain("owner@acme.example");
    for (const page of [list, await owner.open(await pathOf("Shop"))]) expect(page.text).not.toContain(key);
  });

  test("every retailer's curl line answers 201, and a reading key's 200", async () => {
    for (const retailer of OFFER_RETAILERS) {
      const issued = await issue(retailer, { scopes: ["links:write", `retailers:${retailer}`] });
      expect([retailer, (await run(shown(issued, "first-request"))).status]).toEqual([retailer, 201]);
    }
    const reader = await issue("Reader", { scopes: ["links:read"] });
    expect((await run(shown(reader, "first-request"))).status).toBe(200);
    const coder = await issue("Coder", { scopes: ["qr-codes:write"] });
    expect(coder.text).not.toContain('id="first-request"');
  });

  test("the same form sent again issues no second key and shows none", async () => {
    const form = { [IDEMPOTENCY_FIELD]: crypto.randomUUID() };
    const [first, second] = [await issue("Twice", form), await issue("Twice", form)];
    expect(shown(first, "api-key")).toMatch(/^slk_/);
    expect(second.status).toBe(200);
    expect(second.text).toContain("can&#39;t be shown again");
    expect(second.text).not.toContain(shown(first, "api-key"));
    expect((await owner.open(KEYS)).text.match(/<bdi>Twice</g)).toHaveLength(1);
    const changed = await issue("Changed", form);
    expect(changed.status).toBe(409);
  });

  test("rotation leaves both keys working for the grace period; a revoked key isn't rotated", async () => {
    const old = shown(await issue("Rotated"), "api-key");
    const path = await pathOf("Rotated");
    const rotated = await owner.send(`${path}/rotate`, { grace: "24h" });
    expect(rotated.text).toContain("The old key works until");
    const fresh = shown(rotated, "api-key");
    expect([await works(old), await works(fresh)]).toEqual([200, 200]);

    expect((await owner.open(`${path}/revoke`)).text).toContain("This can&#39;t be undone");
    expect(await owner.send(`${path}/revoke`, {})).toMatchObject({ location: `${KEYS}?done=revoked` });
    expect(await works(fresh)).toBe(200);
    const again = await owner.send(`${path}/rotate`, { grace: "24h" });
    expect(again.status).toBe(409);
    expect(again.text).toContain("cannot be rotated");
    expect((await owner.open(path)).text).not.toContain(`${path}/rotate`);
  });

  test("a revoked key ends, and so does the old key after a rotation without grace", async () => {
    // None was used before, as an isolate remembers a key for ten seconds.
    const revoked = shown(await issue("Revoked"), "api-key");
    await owner.send(`${await pathOf("Revoked")}/revoke`, {});
    await expect.poll(() => works(revoked)).toBe(401);
    const old = shown(await issue("At once"), "api-key");
    const rotated = await owner.send(`${await pathOf("At once")}/rotate`, { grace: "0" });
    expect(await works(shown(rotated, "api-key"))).toBe(200);
    await expect.poll(() => works(old)).toBe(401);
  });

  test("a key of chosen projects reaches those alone", async () => {
    await owner.send("/dashboard/o/acme/projects/new", { name: "Other", id: "other" });
    const issued = await issue("One project", { reach: "selected", projects: ["other"] });
    expect(shown(issued, "first-request")).toContain('"projectId":"other"');
    expect((await run(shown(issued, "first-request"))).status).toBe(201);
    const elsewhere = shown(issued, "first-request").replace('"projectId":"other"', '"projectId":"main"');
    expect((await run(elsewhere)).status).toBe(403);
    expect(issued.text).toContain("The key is active for <bdi>Other only</bdi>.");
  });

  test("a form that says all projects and some issues no key, and neither does one that says neither", async () => {
    for (const fields of [{ projects: ["other"] }, { reach: "", projects: ["other"] }, { reach: "" }]) {
      const answer = await issue("Contradictory", fields);
      expect([fields, answer.status]).toEqual([fields, 400]);
      expect(answer.text).toContain('id="projects-error"');
    }
    expect((await owner.open(KEYS)).text).not.toContain("Contradictory");
    expect((await issue("For all")).text).toContain("is active for <bdi>all projects</bdi>.");
  });

  test("a key whose issuer has left says so", async () => {
    await dashboard.add("acme", "leaver@acme.example", "owner");
    const leaver = await dashboard.as("leaver@acme.example");
    await leaver.send(`${KEYS}/new`, { name: "Left behind", reach: "all", scopes: SCOPES });
    const { text } = await owner.open("/dashboard/o/acme/members");
    const [, page = ""] = /href="([^"]+)"><bdi>leaver@acme/.exec(text) ?? [];
    await owner.send(`${page}/remove`, {});
    expect((await owner.open(await pathOf("Left behind"))).text).toContain("A member who has left");
  });
});
