import { afterAll, describe, expect, test } from "vitest";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { addDomain } from "../../src/features/addresses/manage-domains.ts";
import { addUnknownStatements, forgetUnknownPaths } from "../../src/features/visits/unknown-paths.ts";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { get, send } from "../requests.ts";
import { deliver, messageOf } from "../visits/visit-messages.ts";
import { startDashboard } from "./dashboard.ts";
import { htmlForm } from "./html-form.ts";

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1";
const HOME = "/dashboard/o/acme";
const dashboard = await startDashboard();
afterAll(() => dashboard.close());
const { service } = dashboard;
const { DB } = service.env;
await service.issueKey({ organization: "acme", createProjects: ["main", "brand"] });
await service.issueKey({ organization: "globex", createProjects: ["main"] });
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", "editor@acme.example", "editor");
await dashboard.add("globex", "hank@globex.example", "owner");
const owner = await dashboard.as("owner@acme.example");

const operator = { ...dependenciesOf(service.env), ownHosts: ownHosts([]) };
await addDomain(OPERATOR, { host: "brand.localhost", organizationId: "acme", projectId: "brand" }, operator);
const notFoundUrl = "https://brand.example/missing";
await addDomain(OPERATOR, { host: "plain.localhost", organizationId: "acme", notFoundUrl }, operator);

let clients = 0;
/** Each visit is of another client, unless a test names one. */
const visit = async (
  host: string,
  path: string,
  userAgent = PHONE,
  method = "GET",
  client = `198.51.100.${++clients % 250}`,
) => {
  const address = `http://${host}:${service.url.port}${path}`;
  const headers = { "User-Agent": userAgent, Accept: "text/html", "CF-Connecting-IP": client };
  return (await send(service, method, address, undefined, { headers })).status;
};

/** The unknown addresses on the screen, with their visits and the path that the button opens. */
async function shown(person = owner): Promise<string[][]> {
  const { text } = await person.open(`${HOME}/domains`);
  const section = /<section class="section" id="unknown">[\s\S]*?<\/section>/.exec(text)?.[0] ?? "";
  return [...section.matchAll(/<tr data-row="">(.*?)<\/tr>/g)].map(([, row = ""]) => {
    const address = /<th scope="row">(.*?)<\/th>/.exec(row)?.[1]?.replace(/<[^>]*>/g, "") ?? "";
    const visits = /data-label="Visits">(\d+)</.exec(row)?.[1] ?? "";
    const href = /href="([^"]*)"/.exec(row)?.[1]?.replaceAll("&amp;", "&");
    return href === undefined ? [address, visits] : [address, visits, href];
  });
}

describe("an unknown address of a domain", () => {
  test("is counted by path for people, whatever the domain responds, and becomes a link", async () => {
    expect((await owner.open(`${HOME}/domains`)).text).not.toContain("Unknown addresses");
    const visits: [string, string][] = [
      ["brand.localhost", "/sumer-soups"],
      ["brand.localhost", "/Sumer-Soups/?qr=default"],
      ["brand.localhost", "/sumer-soups?utm_source=x"],
      ["brand.localhost", "/menu.pdf"],
      ["brand.localhost", "/s%C3%BCppe"],
      ["brand.localhost", "/k7m2x9qa"],
      ["plain.localhost", "/winter-soups"],
    ];
    for (const [host, path] of visits)
      expect(await visit(host, path)).toBe(host === "plain.localhost" ? 302 : 404);
    // Nobody looks at these: robots, and repeats of a client.
    for (const path of ["/menu.pdf", "/menu.pdf/", "/MENU.pdf"])
      await visit("brand.localhost", path, PHONE, "GET", "198.51.100.4");
    await visit("brand.localhost", "/sumer-soups", "curl/8.5.0");
    await visit("brand.localhost", "/sumer-soups", PHONE, "HEAD");
    await visit("brand.localhost", "/");
    await visit("brand.localhost", `/${"x".repeat(200)}`);
    await visit("localhost", "/sumer-soups");
    const form = `${HOME}/links/new?projectId=brand&slug=sumer-soups`;
    await expect
      .poll(() => shown(), { timeout: 30_000 })
      .toEqual([
        ["brand.localhost/sumer-soups", "3", form],
        ["brand.localhost/k7m2x9qa", "1"],
        ["brand.localhost/menu.pdf", "1"],
        ["brand.localhost/süppe", "1"],
        ["plain.localhost/winter-soups", "1", `${HOME}/domains/plain.localhost`],
      ]);
    const start = (await owner.open(form)).text;
    const tile = /href="([^"]*intent=custom_url[^"]*)"/.exec(start)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const page = htmlForm((await owner.open(tile)).text);
    expect([page.value("projectId"), page.value("slug")]).toEqual(["brand", "sumer-soups"]);
    const fields = {
      ...Object.fromEntries(page.entries),
      name: "Soups",
      customUrl: "https://example.com/soups",
    };
    expect((await owner.send(page.action, fields)).status).toBe(303);
    expect((await shown()).map(([address]) => address)).not.toContain("brand.localhost/sumer-soups");
  });
});

const store = (counts: [string, string, string, number][]) => DB.batch(addUnknownStatements(DB, counts));
const today = new Date().toISOString().slice(0, 10);
const stored = async () =>
  (
    await DB.prepare(
      "SELECT day, json_each.key AS path, value AS hits FROM unknown_paths, json_each(paths)",
    ).all<{
      day: string;
      path: string;
      hits: number;
    }>()
  ).results;

test("a scan by strangers stays bounded, and does not hide a frequent address", async () => {
  await DB.prepare("DELETE FROM unknown_paths").run();
  const scan = (from: number): [string, string, string, number][] =>
    Array.from({ length: 5_000 }, (_, index) => ["brand.localhost", `/scan-${from + index}`, today, 1]);
  await store([...scan(0), ["brand.localhost", "/poster-typo", today, 2]]);
  for (let more = 1; more < 4; more++)
    await store([["brand.localhost", "/poster-typo", today, 1], ...scan(more * 5_000)]);
  const all = await stored();
  expect(all).toHaveLength(500);
  expect(all.find(({ path }) => path === "/poster-typo")?.hits).toBe(5);
  expect((await shown())[0]?.slice(0, 2)).toEqual(["brand.localhost/poster-typo", "5"]);
  expect((await shown()).length).toBe(100);
});

test("a message that comes again, beside a new one, counts its addresses once", async () => {
  await DB.prepare("DELETE FROM unknown_paths").run();
  const message = (id: string, hits: number): VisitMessage => ({
    ...messageOf([], id),
    unknown: [["brand.localhost", "/twice", today, hits]],
  });
  await deliver(DB, [message("vis_first", 1)]);
  await deliver(DB, [message("vis_first", 1), message("vis_second", 4)]);
  expect(await shown()).toEqual([["brand.localhost/twice", "5", expect.stringContaining("slug=twice")]]);
});

test("hits on other hosts are dropped, and all are deleted after 30 days", async () => {
  await DB.prepare("DELETE FROM unknown_paths").run();
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await store([
    ["nobody.example", "/x1x", today, 1],
    ["brand.localhost", "/old", day(30), 1],
    ["brand.localhost", "/kept", day(29), 1],
  ]);
  await forgetUnknownPaths({ db: DB, now: () => new Date() });
  expect((await stored()).map(({ path }) => path)).toEqual(["/kept"]);
  expect(await shown()).toEqual([["brand.localhost/kept", "1", expect.stringContaining("slug=kept")]]);
});

test("one visitor's random addresses are folded behind those that several opened, and are few", async () => {
  await DB.prepare("DELETE FROM unknown_paths").run();
  for (let path = 0; path < 80; path++)
    await visit("brand.localhost", `/random-${path}`, PHONE, "GET", "203.0.113.7");
  // The same visitor, again and again, is one.
  await visit("brand.localhost", "/random-1", PHONE, "GET", "203.0.113.7");
  for (const client of ["203.0.113.8", "203.0.113.9"])
    await visit("brand.localhost", "/misprint", PHONE, "GET", client);
  await expect
    .poll(async () => (await shown())[0]?.[0], { timeout: 30_000 })
    .toBe("brand.localhost/misprint");
  const { text } = await owner.open(`${HOME}/domains`);
  const [before = "", folded = ""] = text.slice(text.indexOf('id="unknown"')).split("<details");
  expect([before.match(/data-row/g), folded.match(/data-row/g)]).toEqual([
    ["data-row"],
    Array(20).fill("data-row"),
  ]);
  expect(folded).toContain("20 addresses that only one visitor opened");
  // Paths and numbers, and nothing of the visitor.
  const rows = await DB.prepare("SELECT * FROM unknown_paths").all();
  expect(JSON.stringify(rows.results)).not.toMatch(/203\.0\.113|iPhone|Mozilla/);
  expect(Object.keys(rows.results[0] ?? {})).toEqual(["day", "organization_id", "host", "paths"]);
});

test("an isolate counts at most 100 of these visits in a minute", async () => {
  const hits = async () => (await stored()).reduce((sum, { hits }) => sum + hits, 0);
  const seven = await hits();
  for (let path = 0; path < 150; path++) await visit("brand.localhost", `/flood-${path}`);
  // A visit that is sent last shows that everything before it was handled.
  const { key } = await service.issueKey();
  const link = (await get(service, "/v1/links", { key })).json.data[0];
  await visit("brand.localhost", `/${link.shortId}`);
  const visited = () => DB.prepare("SELECT sum(clicks) AS clicks FROM visit_days").first<number>("clicks");
  await expect.poll(visited, { timeout: 30_000 }).toBeGreaterThan(0);
  expect((await hits()) - seven).toBeLessThanOrEqual(100);
});
