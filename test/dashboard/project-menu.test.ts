import { describe, expect, test } from "vitest";
import { projectStore } from "../../src/features/access/project-store.ts";
import { openProjects } from "../../src/surfaces/dashboard/layout/open-projects.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { post } from "../requests.ts";
import { useDashboard } from "./dashboard.ts";

const HOME = "/dashboard/o/acme";

const dashboard = await useDashboard();
const key = await dashboard.service.issueKey({
  organization: "acme",
  createProjects: ["autumn", "spring", "old"],
});
for (const projectId of ["autumn", "spring"])
  expectLink(
    await post(
      dashboard.service,
      "/v1/links",
      linkBody(undefined, { projectId, name: `Poster of ${projectId}` }),
      key,
    ),
  );
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", "agency@example.com", "editor", ["spring"]);
await dashboard.add("acme", "reader@example.com", "viewer");
await dashboard.add("globex", "owner@acme.example", "owner");
const owner = await dashboard.as("owner@acme.example");
const agency = await dashboard.as("agency@example.com");
const reader = await dashboard.as("reader@example.com");

/** The text of the menu, and where its entries lead. */
function menuOf(text: string) {
  const [menu = ""] = /<details class="drop projects">.*?<\/details>/s.exec(text) ?? [];
  return {
    shown: /<bdi>(.*?)<\/bdi>/.exec(menu)?.[1],
    hrefs: [...menu.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href),
  };
}

/** The cookie that a response sets, as the browser sends it. */
const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(";")[0];
/** Chooses a project as its link in the menu does. Returns the header of later requests. */
async function choose(project: string, path = HOME) {
  const { headers } = await owner.open(`${path}?projectId=${project}`, { "Sec-Fetch-Site": "same-origin" });
  return { Cookie: cookieOf(headers) ?? "" };
}

describe("the menu of projects", () => {
  test("switches to the same view of a project, or else to its overview", async () => {
    for (const [path, target] of [
      ["", HOME],
      ["/links", `${HOME}/links`],
      ["/visits", `${HOME}/visits`],
      ["/reports", HOME],
      ["/projects/spring", HOME],
    ]) {
      const { hrefs } = menuOf((await owner.open(HOME + path)).text);
      for (const project of ["", "autumn", "spring"])
        expect(hrefs).toContain(`${target}?projectId=${project}`);
    }
  });

  test("shows the project of the screen, and leads to its page", async () => {
    for (const path of [
      "/links?projectId=spring",
      "/visits?projectId=spring&days=7",
      "/projects/spring/brand",
    ]) {
      const { shown, hrefs } = menuOf((await owner.open(HOME + path)).text);
      expect([path, shown]).toEqual([path, "spring"]);
      expect(hrefs).toContain(`${HOME}/projects/spring`);
    }
    expect(menuOf((await owner.open(`${HOME}/links?tag=x`)).text).shown).toBe("All projects");
  });

  test("a member of some projects sees these alone", async () => {
    const { text } = await agency.open(`${HOME}/links`);
    expect(menuOf(text).hrefs.filter((href) => href.includes("projectId"))).toEqual([
      `${HOME}/links?projectId=`,
      `${HOME}/links?projectId=spring`,
    ]);
    expect(text).not.toContain("autumn");
  });

  test("shows the color and the logo of the brand", async () => {
    const settings = JSON.stringify({ brand: { name: "Maple", accent: "#9a3412", logo: "abc.png" } });
    await dashboard.service.env.DB.prepare("UPDATE projects SET settings = ?1 WHERE id = 'spring'")
      .bind(settings)
      .run();
    const { text } = await owner.open(`${HOME}?projectId=spring`);
    expect(text).toMatch(/<summary[^>]*><svg[^>]*><rect[^>]* fill="#9a3412"/);
    expect(text).toContain('src="/brands/abc.png"');
  });

  test("costs a screen that shows projects itself no further query", async () => {
    const { db, taken } = countedD1(dashboard.service.env.DB);
    const workspace = { actor: memberOf("owner") };
    const found = await openProjects(workspace, { projects: projectStore(db) });
    expect([found.length > 0, taken().read > 0]).toEqual([true, true]);
    expect(await openProjects(workspace, { projects: projectStore(db) })).toBe(found);
    expect(taken().read).toBe(0);
  });

  test("settings are of owners; projects are in the menu of everybody", async () => {
    expect((await owner.open(HOME)).text).toContain(`href="${HOME}/members" data-command="Go to Settings"`);
    for (const person of [agency, reader]) {
      const { text } = await person.open(HOME);
      expect(text).not.toContain("Settings");
      expect(menuOf(text).hrefs).toContain(`${HOME}/projects`);
    }
  });
});

describe("the project that was chosen last", () => {
  test("is where overview, links, visits and new links start", async () => {
    const chosen = await choose("spring", `${HOME}/links`);
    for (const path of ["", "/links", "/visits"])
      expect([path, (await owner.open(HOME + path, chosen)).location]).toEqual([
        path,
        `${HOME}${path}?projectId=spring`,
      ]);
    const form = await owner.open(`${HOME}/links/new?retailer=custom&intent=custom_url`, chosen);
    expect(form.text).toMatch(/<option value="spring" selected=""/);
    const { text } = await owner.open(`${HOME}/members`, chosen);
    expect(menuOf(text).shown).toBe("spring");
    for (const path of ["", "/links", "/visits"])
      expect(text).toContain(`href="${HOME}${path}?projectId=spring"`);
  });

  test("a URL with its own project or filter wins, and one from elsewhere is not remembered", async () => {
    const chosen = await choose("spring");
    const other = await owner.open(`${HOME}/links?projectId=autumn`, { ...chosen, "Sec-Fetch-Site": "none" });
    expect([other.status, menuOf(other.text).shown, cookieOf(other.headers)]).toEqual([
      200,
      "autumn",
      undefined,
    ]);
    const filtered = await owner.open(`${HOME}/links?q=poster`, chosen);
    expect(filtered.text).toContain("Poster of autumn");
    expect(menuOf(filtered.text).shown).toBe("All projects");
    expect(filtered.text).toContain(`href="${HOME}/visits?projectId="`);
  });

  test("is no filter that can be cleared, and stays when filters are", async () => {
    const chosen = await choose("spring");
    for (const view of ["links", "visits"]) {
      const { text } = await owner.open(`${HOME}/${view}?projectId=spring&tag=x&retailer=custom`, chosen);
      expect(text).not.toContain("Project: spring");
      expect(text).toContain(`href="${HOME}/${view}?projectId=spring"`);
    }
    const { text } = await owner.open(`${HOME}/links?projectId=old`);
    expect(text).toContain("No links of old yet");
  });

  test("is forgotten when all projects are chosen", async () => {
    const chosen = await choose("spring");
    const { headers } = await owner.open(`${HOME}/links?projectId=`, chosen);
    const later = { Cookie: cookieOf(headers) ?? "" };
    const again = await owner.open(`${HOME}/links`, later);
    expect([again.status, menuOf(again.text).shown]).toEqual([200, "All projects"]);
  });

  test("is of one member and organization, in a cookie that no other path or site gets", async () => {
    const { headers } = await owner.open(`${HOME}?projectId=spring`);
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Secure-project=mem_\w+\.spring; Max-Age=34560000; Path=\/dashboard\/o\/acme; HttpOnly; Secure; SameSite=Lax$/,
    );
    const chosen = { Cookie: cookieOf(headers) ?? "" };
    expect((await agency.open(`${HOME}/links`, chosen)).status).toBe(200);
    expect((await owner.open("/dashboard/o/globex/links", chosen)).status).toBe(200);
  });

  test("does not matter once it is archived, gone or out of reach", async () => {
    const chosen = await choose("old");
    expect((await owner.open(HOME, chosen)).location).toBe(`${HOME}?projectId=old`);
    await dashboard.service.env.DB.prepare(
      "UPDATE projects SET archived_at = created_at WHERE id = 'old'",
    ).run();
    expect((await owner.open(HOME, chosen)).status).toBe(200);
    expect(menuOf((await owner.open(`${HOME}/visits?projectId=old`, chosen)).text).shown).toBe("old");
    const { headers } = await agency.open(`${HOME}?projectId=autumn`);
    expect(cookieOf(headers)).toBe(undefined);
    const member = (await choose("spring")).Cookie.replace("spring", "nowhere");
    expect((await owner.open(HOME, { Cookie: member })).status).toBe(200);
  });
});
