import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { post, send } from "../requests.ts";
import { useDashboard } from "./dashboard.ts";

const ACTIVITY = "/dashboard/o/acme/activity";
const BASE = "/dashboard/o/acme";

const dashboard = await useDashboard();
const { service } = dashboard;
const key = await service.issueKey({ createProjects: ["main", "shop"] });
await dashboard.add("acme", "ana@acme.example", "owner");
const ana = await dashboard.as("ana@acme.example");

/** The actions of the activity as people read them, newest first. */
async function actions(query = ""): Promise<string[]> {
  const { status, text } = await ana.open(`${ACTIVITY}${query}`);
  expect(status).toBe(200);
  return Array.from(text.matchAll(/<div class="happened">(.*?)<\/div><\/t[dh]>/gs), ([, action = ""]) =>
    action
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&#39;", "'")
      .replace(/\s+/g, " ")
      .trim(),
  );
}

const createLink = async (name: string): Promise<string> => {
  const { json } = await post(service, "/v1/links", linkBody(undefined, { name }), key);
  return json.data.id;
};
const patch = (id: string, body: object) => send(service, "PATCH", `/v1/links/${id}`, body, key);

describe("the activity tells in sentences", () => {
  test("what happened to a link", async () => {
    const id = await createLink("Poster");
    await patch(id, { status: "inactive" });
    await patch(id, { status: "active" });
    await patch(id, { name: "Large poster" });
    await patch(id, { tracking: { tags: ["summer"] } });
    await patch(id, { publicName: "Pancakes", customUrl: "https://example.com/new" });
    const [changed, tagged, renamed, on, off, created] = await actions("?kind=link");
    expect(changed).toMatch(/changed the [\w ]+ and public name of Large poster .*Public name: Pancakes$/);
    expect(tagged).toMatch(/tagged Large poster with #summer$/);
    expect(renamed).toMatch(/renamed Poster to Large poster$/);
    expect(on).toMatch(/switched on Large poster$/);
    expect(off).toMatch(/switched off Large poster$/);
    expect(created).toMatch(/^API key .* created the link Large poster$/);
  });

  test("an action on many links as one row, which opens to show each", async () => {
    const ids: string[] = [];
    for (const name of ["One", "Two", "Three"]) ids.push(await createLink(name));
    for (const id of ids) await patch(id, { status: "inactive" });
    const [off, created] = await actions("?kind=link");
    expect(off).toMatch(/switched off 3 links Show all 3 Three Two One$/);
    expect(created).toMatch(/created 3 links Show all 3 Three Two One$/);
  });

  test("what happened to members, keys and projects, by their names", async () => {
    await ana.send(`${BASE}/projects/new`, { name: "Maple & Pine", id: "maple" });
    const form = { email: "bo@acme.example", role: "viewer", reach: "selected", projects: "maple" };
    const added = await ana.send(`${BASE}/members/new`, form);
    const member = added.location?.replace(/\?.*/, "") ?? "";
    await ana.send(member, { role: "editor", reach: "selected", projects: "maple" });
    expect((await actions("?kind=member")).slice(0, 2)).toEqual([
      "ana@acme.example changed the role of bo@acme.example from viewer to editor",
      "ana@acme.example added bo@acme.example as viewer Projects: Maple &amp; Pine",
    ]);
    await ana.send(`${member}/remove`, {});
    expect((await actions("?kind=member"))[0]).toBe("ana@acme.example removed a member who has left");
    expect((await actions("?kind=project"))[0]).toBe("ana@acme.example created the project Maple &amp; Pine");
    await ana.send(`${BASE}/projects/maple/archive`, { action: "archive" });
    expect((await actions("?kind=project"))[0]).toBe("ana@acme.example archived Maple &amp; Pine");
  });

  test("notes on days, once each", async () => {
    const note = { day: "2026-10-12", text: "Flyer <42>", noteProject: "", back: "/visits" };
    for (const path of ["notes", "notes", "notes/remove", "notes/remove"])
      expect((await ana.send(`${BASE}/visits/${path}`, note)).status).toBe(303);
    expect(await actions("?kind=day_note")).toEqual([
      "ana@acme.example removed a note on 12 Oct 2026: “Flyer &lt;42&gt;”",
      "ana@acme.example added a note on 12 Oct 2026: “Flyer &lt;42&gt;”",
    ]);
  });

  test("a page ends between actions, and the next one continues there", async () => {
    const id = await createLink("Often changed");
    for (let n = 0; n < 14; n++) {
      await patch(id, { status: "inactive" });
      await patch(id, { status: "active" });
    }
    const { text } = await ana.open(`${ACTIVITY}?kind=link`);
    expect(text.match(/class="happened"/g)).toHaveLength(25);
    const [, next = ""] = /href="([^"]*cursor=[^"]*)"/.exec(text) ?? [];
    const rest = await actions(next.replaceAll("&amp;", "&").replace(ACTIVITY, ""));
    expect(rest.slice(0, 4).map((action) => action.replace(/^.*(switched \w+|created).*$/, "$1"))).toEqual([
      "switched off",
      "switched on",
      "switched off",
      "created",
    ]);
  });
});
