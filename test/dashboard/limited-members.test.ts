import { expect, test } from "vitest";
import { dashboard as screens } from "../../src/surfaces/dashboard/dashboard.tsx";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { storeAll } from "../visits/visit-messages.ts";
import { useDashboard } from "./dashboard.ts";
import { added, customRows } from "./import.ts";
import { daysAgo } from "./visits.ts";

const ACME = "/dashboard/o/acme";
/** Part of every name, id and text of the project `covert`. */
const COVERT = /covert/i;

const dashboard = await useDashboard();
const { env } = dashboard.service;
const key = await dashboard.service.issueKey({ organization: "acme", createProjects: ["main", "covert"] });
const create = async (changes: object) =>
  expectLink(await post(dashboard.service, "/v1/links", linkBody(undefined, changes), key));
const open = await create({ name: "Open poster" });
const secret = await create({ name: "Covert poster", projectId: "covert" });
await storeAll(env.DB, [
  { linkId: open.id, hour: daysAgo(2), visits: 50 },
  { linkId: secret.id, qr: "default", hour: daysAgo(2), visits: 500 },
]);
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", "agency@example.com", "editor", ["main"]);
await dashboard.add("acme", "reader@example.com", "viewer", ["main"]);
const [owner, agency, reader] = await Promise.all([
  dashboard.as("owner@acme.example"),
  dashboard.as("agency@example.com"),
  dashboard.as("reader@example.com"),
]);
const report = await owner.send(`${ACME}/visits/share?project=covert`, {
  name: "Covert report",
  expiresAt: "",
});
expect(report.status).toBe(200);
const secretImport = await added(dashboard, "owner@acme.example", {
  file: customRows(1, () => "https://covert.example/1"),
  name: "covert.csv",
});

/** What stands in the addresses of screens, of the project `covert`. */
const parameters: Record<string, string> = {
  organization: "acme",
  link: secret.id,
  linkId: secret.id,
  identifier: "default",
  import: secretImport.slice(secretImport.lastIndexOf("/") + 1),
  project: "covert",
  row: "2",
  version: "1",
  report: await firstOf("shared_reports"),
  key: key.id,
  member: await firstOf("members"),
};

async function firstOf(table: "shared_reports" | "members"): Promise<string> {
  const row = await env.DB.prepare(`SELECT id FROM ${table} ORDER BY id LIMIT 1`).first<{ id: string }>();
  return row?.id ?? "";
}

const routes = [...new Set(screens.routes.map(({ method, path }) => `${method} ${path}`))]
  .map((route) => route.split(" ") as [string, string])
  .filter(([method, path]) => method !== "ALL" && path.startsWith("/o/:organization"))
  .map(([method, path]) => ({
    method,
    path: `/dashboard${path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => parameters[name] ?? secret.id)}`,
  }));

/** Everything that a form of the dashboard could change. */
async function stored() {
  const tables = ["links", "qr_codes", "projects", "members", "api_keys", "runs", "shared_reports"];
  const rows = await env.DB.batch<Record<string, unknown>>(
    tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)),
  );
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.results]));
}

test("there are screens with links, codes, imports, reports, projects, keys and members to try", () => {
  expect(routes.length).toBeGreaterThan(50);
  expect(open.projectId).toBe("main");
});

test.each([
  ["an editor", agency],
  ["a viewer", reader],
])("%s of one project sees nothing of another on any screen", async (_, person) => {
  const queries = ["", "?project=covert", `?link=${secret.id}`, "?q=cover", `?ids=${secret.id}`];
  for (const { path } of routes.filter(({ method }) => method === "GET")) {
    for (const query of queries) {
      const { status, text } = await person.open(path + query);
      // What the person typed stands in fields and in addresses again.
      const shown = text.replaceAll(/(value|href|action|content)="[^"]*"/g, "");
      expect([path + query, status >= 500, COVERT.exec(shown)?.[0] ?? null]).toEqual([
        path + query,
        false,
        null,
      ]);
    }
  }
});

test("neither changes anything of another project with any form", async () => {
  const before = await stored();
  const fields = {
    name: "Taken over",
    project: "covert",
    projectId: "covert",
    status: "inactive",
    identifier: "mine",
    ids: secret.id,
    link: secret.id,
    links: secret.id,
    do: "off",
    action: "off",
  };
  for (const { path } of routes.filter(({ method }) => method === "POST")) {
    for (const person of [agency, reader]) {
      const { status } = await person.send(path, fields);
      expect([path, status >= 500]).toEqual([path, false]);
    }
  }
  const after = await stored();
  // A report of the own projects may be shared.
  const others = (after.shared_reports ?? []).filter(
    ({ view }) => !String(view).includes('"projects":["main"]'),
  );
  // An edit of many links is kept with what became of it: nothing.
  const known = new Set((before.runs ?? []).map(({ id }) => id));
  const runs = (after.runs ?? []).filter(({ id }) => known.has(id));
  for (const { id, progress } of after.runs ?? [])
    if (!known.has(id)) expect(JSON.parse(String(progress))).toMatchObject({ changed: 0 });
  expect({ ...after, runs, shared_reports: others }).toEqual(before);
});

test("they see and change what is theirs", async () => {
  expect((await agency.open(`${ACME}/links`)).text).toContain("Open poster");
  expect((await reader.open(`${ACME}/links/${open.id}`)).text).toContain("Open poster");
  expect((await reader.open(`${ACME}/visits`)).text).toContain("50");
  expect((await agency.open(`${ACME}/activity`)).text).toContain("Open poster");
  const made = await agency.send(`${ACME}/links/${open.id}/add-code`, { name: "Pack", identifier: "pack" });
  expect(made.status).toBe(303);
});

test("a report that they share shows their projects alone, whatever projects come", async () => {
  const { text } = await agency.send(`${ACME}/visits/share`, { name: "For the shop", expiresAt: "" });
  const path = new URL(/id="report-address">([^<]+)</.exec(text)?.[1] ?? "").pathname;
  const page = await (await dashboard.service.fetch(path, { headers: { Accept: "text/html" } })).text();
  expect(page).toContain("50");
  expect(page.replaceAll(/<[^>]*>/g, " ")).not.toMatch(/\b5[05]0\b|covert poster/i);
  expect((await agency.open(`${ACME}/reports`)).text).toContain("For the shop");
});

test("other projects hold from the next request on, and all of them for an owner", async () => {
  const { results } = await env.DB.prepare("SELECT id FROM members WHERE email = 'agency@example.com'").all<{
    id: string;
  }>();
  const page = `${ACME}/members/${results[0]?.id}`;
  const refused = await owner.send(page, { role: "editor", reach: "selected", projects: ["nowhere"] });
  expect(refused.text).toContain("This organization has no project nowhere");
  await owner.send(page, { role: "editor", reach: "selected", projects: ["covert", "main"] });
  expect((await agency.open(`${ACME}/links`)).text).toContain("Covert poster");
  const { text } = await owner.open(page);
  expect(text).toMatch(/value="covert" checked/);
  expect((await owner.send(page, { role: "owner", reach: "selected", projects: ["main"] })).status).toBe(400);
  expect((await agency.open(`${ACME}/members`)).status).toBe(403);
  expect((await owner.send(page, { role: "owner", reach: "all" })).status).toBe(303);
  expect((await agency.open(`${ACME}/members`)).status).toBe(200);
  expect((await agency.open(`${ACME}/links`)).text).toContain("Covert poster");
});
