import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { get, post } from "../requests.ts";
import { hourOf, storeAll } from "../visits/visit-messages.ts";
import { fourPeople, useDashboard } from "./dashboard.ts";

const PROJECTS = "/dashboard/o/acme/projects";
const ACTIVITY = "/dashboard/o/acme/activity";

const dashboard = await useDashboard();
const { owner, editor, viewer, hank } = await fourPeople(dashboard);

const create = (name: string, id = "") => owner.send(`${PROJECTS}/new`, { name, id });

describe("projects", () => {
  test("an owner creates, renames, archives and restores one", async () => {
    expect((await hank.open("/dashboard/o/globex/projects")).text).toContain("No projects yet");
    expect(await create("Summer Sale!")).toMatchObject({ status: 303, location: `${PROJECTS}?done=created` });
    const path = `${PROJECTS}/summer-sale`;
    expect((await owner.open(PROJECTS)).text).toContain(`href="${path}"><bdi>Summer Sale!</bdi>`);
    expect(await owner.send(path, { name: "Autumn" })).toMatchObject({
      location: `${PROJECTS}/summer-sale?done=renamed`,
    });
    expect((await owner.open(path)).text).toContain("<bdi>Autumn</bdi>");

    const { key } = await dashboard.service.issueKey({ createProjects: [] });
    const link = () =>
      post(dashboard.service, "/v1/links", linkBody(undefined, { projectId: "summer-sale" }), { key });
    const made = await link();
    expect(made.status).toBe(201);
    expect((await owner.open(`${path}/archive`)).text).toContain("no longer accepts new links");
    expect(await owner.send(`${path}/archive`, { action: "archive" })).toMatchObject({ status: 303 });
    expect((await link()).status).toBe(403);
    const { shortId } = made.json.data;
    expect((await get(dashboard.service, `/${shortId}`)).status).toBe(302);
    expect((await owner.open(`${PROJECTS}?show=archived`)).text).toContain("Autumn");
    expect((await owner.open(PROJECTS)).text).not.toContain("Autumn");
    await owner.send(`${path}/archive`, { action: "restore" });
    expect((await link()).status).toBe(201);
  });

  test("the time zone has an address of its own, beside a project of that name, and its change is in the activity", async () => {
    await create("Zones", "time-zone");
    expect((await owner.open(`${PROJECTS}/time-zone`)).text).toContain("<bdi>Zones</bdi>");
    const path = "/dashboard/o/acme/time-zone";
    expect((await owner.open("/dashboard/o/acme/members")).text).toContain(`href="${path}"`);
    expect((await owner.send(path, { timeZone: "New York" })).text).toContain('id="timeZone-error"');
    for (const timeZone of ["America/New_York", "America/New_York"]) {
      expect(await owner.send(path, { timeZone })).toMatchObject({
        location: `${path}?done=changed`,
      });
    }
    const { text } = await owner.open(`${ACTIVITY}?kind=organization`);
    expect(text.match(/Time zone:/g)).toHaveLength(1);
    expect(text).toContain("Organization");
    expect(text).toContain("America/New_York");
    expect((await editor.open(path)).status).toBe(403);
  });

  test("the list says how many links and visits each has", async () => {
    await create("Counted", "counted");
    const { key } = await dashboard.service.issueKey({ createProjects: [] });
    const body = linkBody(undefined, { projectId: "counted" });
    const made = await post(dashboard.service, "/v1/links", body, { key });
    await post(dashboard.service, "/v1/links", body, { key });
    await storeAll(dashboard.service.env.DB, [
      { linkId: made.json.data.id, hour: hourOf(Date.now()), visits: 7 },
    ]);
    const { text } = await viewer.open(PROJECTS);
    expect(text).toMatch(/Counted<\/bdi>.*?>2<\/td>.*?"7 visits in the last 30 days.*?7<\/span>/s);
  });

  test("errors stand beside their field", async () => {
    await create("Taken", "taken");
    const taken = await create("Another", "taken");
    expect(taken.status).toBe(409);
    expect(taken.text).toMatch(/id="id-error">This is already used by another project/);
    const wrong = await create("", "no spaces");
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('id="name-error"');
    expect(wrong.text).toMatch(/id="id-error">Must begin with a letter or digit/);
    expect(wrong.text).toContain('value="no spaces"');
    const unnamed = await create("日本", "");
    expect(unnamed.text).toContain('id="id-error"');
  });

  test("an archived one is in no menu", async () => {
    await create("Attic", "attic");
    const { key } = await dashboard.service.issueKey({ createProjects: ["main"] });
    await post(dashboard.service, "/v1/links", linkBody(), { key });
    const menus = [
      "",
      "/links",
      "/visits",
      "/activity",
      "/keys/new",
      "/members/new",
      "/domains/new",
      "/links/import",
      "/links/new?retailer=custom&intent=custom_url",
      "/find?q=attic",
    ];
    const offering = async () => {
      const texts = await Promise.all(
        menus.map(async (path) => (await owner.open(`/dashboard/o/acme${path}`)).text),
      );
      return menus.filter((_, index) => /value="attic"|projectId=attic/.test(texts[index] ?? ""));
    };
    expect(await offering()).toEqual(menus);
    await owner.send(`${PROJECTS}/attic/archive`, { action: "archive" });
    expect(await offering()).toEqual([]);
  });

  test("many are paged", async () => {
    for (let count = 0; count < 26; count++)
      await create(`Page ${count}`, `page-${String(count).padStart(2, "0")}`);
    const { text } = await owner.open(PROJECTS);
    const [, next = ""] = /href="([^"]+)" rel="next"/.exec(text) ?? [];
    const second = await owner.open(next.replaceAll("&amp;", "&"));
    expect(second.text).toContain("First page");
    expect(text.match(/data-row/g)).toHaveLength(25);
    expect((await owner.open(`${PROJECTS}?cursor=wrong`)).status).toBe(400);
  });
});

describe("activity", () => {
  test("an owner sees who did what, and filters it", async () => {
    await create("Watched", "watched");
    await owner.send(`${PROJECTS}/watched`, { name: "Watched closely" });
    const all = await owner.open(`${ACTIVITY}?kind=project&project=watched`);
    expect(all.status).toBe(200);
    expect(all.text).toContain("owner@acme.example");
    expect(all.text).toMatch(/renamed <bdi>Watched<\/bdi> to <a [^>]+><bdi>Watched closely/);
    expect((await owner.open(`${ACTIVITY}?kind=member`)).text).toContain("editor@acme.example");
    expect((await owner.open(`${ACTIVITY}?kind=member`)).text).not.toContain("renamed <bdi>Watched</bdi>");
    expect((await owner.open(`${ACTIVITY}?to=2020-01-01`)).text).toContain("Nothing here");
    const at = await dashboard.service.env.DB.prepare(
      "SELECT max(at) FROM activity WHERE organization_id = 'acme' AND object_id = 'watched'",
    ).first<string>("max(at)");
    /** Whether the activity of a period, in days from that of the change, has the change. */
    const shows = async (period: Record<string, number>) => {
      const days = Object.entries(period).map(([name, days]): [string, string] => [
        name,
        new Date(Date.parse(at ?? "") + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10),
      ]);
      const { text } = await owner.open(`${ACTIVITY}?project=watched&${new URLSearchParams(days)}`);
      return text.includes("renamed <bdi>Watched</bdi>");
    };
    // Both days are part of the period.
    for (const period of [{ to: 0 }, { from: 0 }, { from: 0, to: 0 }, { from: -1, to: 1 }])
      expect([period, await shows(period)]).toEqual([period, true]);
    for (const period of [{ to: -1 }, { from: 1 }, { from: -3, to: -1 }])
      expect([period, await shows(period)]).toEqual([period, false]);
    const actor = /actor=(member%3Amem_[^"]+)"/.exec(all.text)?.[1] ?? "";
    expect((await owner.open(`${ACTIVITY}?actor=${actor}`)).text).toContain("Watched closely");
    expect((await owner.open(`${ACTIVITY}?actor=member%3Amem_none`)).text).toContain("Nothing here");
  });

  test("others see what happened to links and codes alone", async () => {
    const { key } = await dashboard.service.issueKey();
    await post(dashboard.service, "/v1/links", linkBody(undefined, { name: "Seen by all" }), { key });
    for (const reader of [editor, viewer]) {
      const { text } = await reader.open(ACTIVITY);
      expect(text).toContain("Seen by all");
      expect(text).not.toContain("renamed <bdi>Watched</bdi>");
      expect((await reader.open(`${ACTIVITY}?kind=member`)).text).not.toContain(
        "editor@acme.example</bdi></a><br",
      );
      expect((await reader.open(`${ACTIVITY}?kind=api_key`)).text).toContain("Nothing here");
    }
    expect((await hank.open(ACTIVITY)).status).toBe(404);
    expect((await hank.open("/dashboard/o/globex/activity")).text).not.toContain("Seen by all");
  });
});
