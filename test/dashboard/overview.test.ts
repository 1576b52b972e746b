import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { giveProblem } from "../links/links.ts";
import { post } from "../requests.ts";
import { setQuotas } from "../writes/quotas.ts";
import { useDashboard, type Visitor } from "./dashboard.ts";
import { makeSeason } from "./visits.ts";

const HOME = "/dashboard/o/acme";

const dashboard = await useDashboard();
const season = await makeSeason(dashboard.service);
await dashboard.add("acme", "viewer@acme.example", "viewer");
await dashboard.add("globex", "hank@globex.example", "owner");
await dashboard.add("new", "owner@new.example", "owner");
const [viewer, hank, owner] = (await Promise.all(
  ["viewer@acme.example", "hank@globex.example", "owner@new.example"].map((email) => dashboard.as(email)),
)) as [Visitor, Visitor, Visitor];

const numberOf = (text: string, label: string): string | undefined =>
  new RegExp(`<dt><a[^>]*>${label}</a></dt><dd><span class="value">([^<]+)</span>`).exec(text)?.[1];

describe("the overview", () => {
  test("is the first screen", async () => {
    expect((await viewer.open("/dashboard")).location).toBe(HOME);
    const { status, text } = await viewer.open(HOME);
    expect(status).toBe(200);
    expect(text).toContain(`<a href="${HOME}" aria-current="page"`);
  });

  test("has the numbers of the period, of a project or all", async () => {
    const { text } = await viewer.open(HOME);
    expect(["Visits", "Scans", "Clicks"].map((label) => numberOf(text, label))).toEqual(["98", "82", "16"]);
    expect(text).toContain("Not included: Robots (300), Link previews (13).");
    expect(text).toContain('<span class="change up">+292 %</span>, 25 before');
    const { text: shop } = await viewer.open(`${HOME}?projectId=shop&days=7`);
    expect(["Visits", "Scans", "Clicks"].map((label) => numberOf(shop, label))).toEqual(["2", "0", "2"]);
    expect((await viewer.open(`${HOME}?projectId=nothing`)).status).toBe(403);
  });

  test("says its numbers in a sentence", async () => {
    const words = (text: string) => /<p class="in-words">(.*?)<\/p>/.exec(text)?.[1]?.replace(/<[^>]+>/g, "");
    expect(words((await viewer.open(HOME)).text)).toMatch(
      /^98 visits, 3.9 times as many as 5 weeks before\. .+ brought most\.$/,
    );
    expect(words((await viewer.open(`${HOME}?compare=none`)).text)).toMatch(/^98 visits\. /);
    expect(words((await viewer.open(`${HOME}?projectId=shop&days=7`)).text)).toMatch(
      /^2 visits, .+ 1 week before\. .+ brought all of them\.$/,
    );
  });

  test("shows another number in its chart, also for another period", async () => {
    const { text } = await viewer.open(`${HOME}?show=clicks`);
    expect(text).toMatch(/href="[^"]*show=clicks" aria-current="true">Clicks</);
    expect(text).not.toContain('class="key scans"');
    expect(text).toContain('class="key clicks"');
    expect(text).toContain(`${HOME}?days=7&amp;show=clicks`);
    expect(text).toContain(`href="${HOME}?show=scans"`);
    expect((await viewer.open(HOME)).text).toContain('class="key scans"');
  });

  test("has shops, countries and codes with the most visits, which lead to those visits", async () => {
    const { text } = await viewer.open(HOME);
    for (const table of ["Retailers", "Countries", "QR codes"]) expect(text).toContain(`<h2>${table}</h2>`);
    expect(text).toContain(`href="${HOME}/visits?country=`);
  });

  test("lists links that need attention while they are on", async () => {
    const { DB } = dashboard.service.env;
    const { cart, poster } = season;
    const setOutcome = (outcome: string) =>
      DB.prepare("UPDATE availability_checks SET outcome = ?1").bind(outcome).run();
    expect((await viewer.open(HOME)).text).not.toContain("attention");
    await giveProblem(DB, "page_failed", `id = '${poster.id}'`);
    await giveProblem(DB, "products_unavailable", `id = '${cart.id}'`);
    const { text } = await viewer.open(HOME);
    expect(text).toContain("Needs attention");
    expect(text).toContain(`<a href="${HOME}/links/${poster.id}#attention"><bdi>Poster &lt;spring&gt;</bdi>`);
    expect(text).toContain(`<a href="${HOME}/links/${cart.id}#attention">`);
    expect((await viewer.open(`${HOME}?projectId=shop`)).text).not.toContain("attention");
    expect((await hank.open("/dashboard/o/globex")).text).not.toContain("attention");

    await DB.prepare("UPDATE delivery_app_pages SET state = 'made' WHERE link_id = ?1").bind(poster.id).run();
    expect((await viewer.open(HOME)).text).toContain("Needs attention");
    await setOutcome("available");
    expect((await viewer.open(HOME)).text).not.toContain("attention");
    await setOutcome("unavailable");
    await DB.prepare("UPDATE links SET status = 'inactive' WHERE id = ?1").bind(cart.id).run();
    expect((await viewer.open(HOME)).text).not.toContain("attention");
    await DB.prepare("UPDATE links SET status = 'active' WHERE id = ?1").bind(cart.id).run();
    await DB.prepare("DELETE FROM availability_checks WHERE link_id = ?1").bind(cart.id).run();
    expect((await viewer.open(HOME)).text).not.toContain("attention");
  });

  test("says what to do first in an empty organization", async () => {
    const { text } = await owner.open("/dashboard/o/new");
    expect(text).toContain("Start with a project");
    expect(text).toContain('href="/dashboard/o/new/projects/new"');
    expect(text).not.toContain('class="date-bar"');
    expect((await owner.open("/dashboard/o/new?days=7")).text).toContain('class="date-bar"');
  });

  test("says what comes next in a project without links, and in one whose links have no visits", async () => {
    const { service } = dashboard;
    await dashboard.add("new", "viewer@new.example", "viewer");
    const reader = await dashboard.as("viewer@new.example");
    const key = await service.issueKey({ organization: "new", createProjects: ["vacant", "quiet"] });
    const body = linkBody("custom custom_url", { projectId: "quiet" });
    expect((await post(service, "/v1/links", body, key)).status).toBe(201);
    const next = async (visitor: Visitor, project: string) => {
      const { text } = await visitor.open(`/dashboard/o/new?projectId=${project}`);
      const [, empty = ""] = /<div class="empty">([\s\S]*?)<\/div>/.exec(text) ?? [];
      return ["Create a link", "No visits yet", "Open links"].filter((words) => empty.includes(`${words}<`));
    };
    expect(await next(owner, "vacant")).toEqual(["Create a link"]);
    expect(await next(reader, "vacant")).toEqual(["No visits yet"]);
    expect(await next(owner, "quiet")).toEqual(["No visits yet", "Open links"]);
  });

  test("shows nothing of another organization", async () => {
    expect((await hank.open(HOME)).status).toBe(404);
    const { text } = await hank.open("/dashboard/o/globex");
    expect(text).not.toContain(season.poster.id);
  });
});

test("only owners see quotas, from 80 % on", async () => {
  const { DB } = dashboard.service.env;
  await dashboard.add("acme", "boss@acme.example", "owner");
  const boss = await dashboard.as("boss@acme.example");
  const used = await DB.prepare("SELECT count(*) FROM projects WHERE organization_id = 'acme'").raw<
    [number]
  >();
  const projects = used[0]?.[0] ?? 0;
  // So that there is a quota of which exactly 80 % are used.
  const missing = (4 - (projects % 4)) % 4;
  await dashboard.service.issueKey({
    createProjects: Array.from({ length: missing }, (_, index) => `added-${index}`),
  });
  const there = projects + missing;
  const eightyPercent = (there / 4) * 5;
  await setQuotas(DB, "acme", { projects: eightyPercent + 1 });
  expect((await boss.open(HOME)).text).not.toContain(" used.");
  for (const allowed of [eightyPercent, there, 0]) {
    await setQuotas(DB, "acme", { projects: allowed });
    expect((await boss.open(HOME)).text).toContain(`Projects: ${there} of ${allowed} used.`);
  }
  expect((await viewer.open(HOME)).text).not.toContain(" used.");
  const bytes = await DB.prepare(
    "SELECT stored_bytes AS n FROM organization_usage WHERE organization_id = 'acme'",
  ).first<number>("n");
  for (const [percent, isTold] of [
    [79, false],
    [80, true],
  ] as const) {
    await setQuotas(DB, "acme", { storedBytes: Math.floor(((bytes ?? 0) * 100) / percent) });
    expect([percent, (await boss.open(HOME)).text.includes("Stored data:")]).toEqual([percent, isTold]);
  }
  await setQuotas(DB, "acme", { linksPerDay: 1, keys: 1, storedBytes: 1_000_000 });
  const { text } = await boss.open(HOME);
  for (const label of ["Links created today (UTC): 3 of 1", "Active API keys: 2 of 1"])
    expect(text).toContain(`${label} used.`);
  expect(text).not.toContain("Stored data");
  await setQuotas(DB, "acme", {});
});
