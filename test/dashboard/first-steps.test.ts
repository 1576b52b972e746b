import { expect, test } from "vitest";
import { storeAll } from "../visits/visit-messages.ts";
import { useLinksDashboard } from "./links.ts";

const HOME = "/dashboard/o/acme";
const STEPS = `${HOME}/first-steps`;

const on = await useLinksDashboard();
const { DB } = on.dashboard.service.env;

const overview = async () => (await on.owner.open(HOME)).text;
const doneIn = (text: string) =>
  Array.from(text.matchAll(/<li data-step="(\w+)" class="done"/g), ([, step]) => step);
/** Every link of acme: its project, and whether it is switched on. */
const links = async () => {
  const { results } = await DB.prepare(
    "SELECT id, name, project_id AS project, status FROM links WHERE organization_id = 'acme' ORDER BY id",
  ).all<{ id: string; name: string; project: string; status: string }>();
  return results;
};

test("owners see the checklist until every step is done", async () => {
  const zone = await on.owner.open(`${HOME}/time-zone`);
  expect(zone.text).toContain('<option value="UTC" selected="">');
  // There are members and a key.
  expect(doneIn(await overview())).toEqual(["invite", "key"]);
  expect((await on.editor.open(HOME)).text).not.toContain("data-step");
  const { id } = await on.create();
  expect(doneIn(await overview())).toEqual(["link", "invite", "key"]);
  await storeAll(DB, [{ linkId: id }]);
  expect(doneIn(await overview())).toEqual(["link", "invite", "key"]);
  await storeAll(DB, [{ linkId: id, qr: "default" }]);
  expect(doneIn(await overview())).toEqual(["link", "scan", "invite", "key"]);
  // A script fills in the time zone of the browser.
  expect(await overview()).toMatch(/<div data-zone-offer="" hidden="">.*name="back" value="overview"/s);
  const offered = { timeZone: "", back: "overview" };
  expect((await on.owner.send(`${HOME}/time-zone`, offered)).status).toBe(400);
  // UTC is the time zone before, but nobody chose it.
  await on.owner.send(`${HOME}/time-zone`, { timeZone: "UTC" });
  expect(await overview()).not.toContain("data-step");
});

test("once hidden, no owner sees the checklist again", async () => {
  expect((await on.hank.open("/dashboard/o/globex")).text).toContain("1 of 5 done");
  expect((await on.editor.send(`${STEPS}/dismiss`, {})).status).toBe(403);
  const { status, location } = await on.hank.send("/dashboard/o/globex/first-steps/dismiss", {});
  expect([status, location]).toEqual([303, "/dashboard/o/globex"]);
  expect((await on.hank.open("/dashboard/o/globex")).text).not.toContain("data-step");
  // The form of another window, which was still open.
  const dismissed = () =>
    DB.prepare("SELECT dismissed_at FROM first_steps WHERE organization_id = 'globex'").first();
  const first = await dismissed();
  expect((await on.hank.send("/dashboard/o/globex/first-steps/dismiss", {})).status).toBe(303);
  expect(await dismissed()).toEqual(first);
});

test("examples are added once, and only they are removed and restored", async () => {
  const before = await links();
  await Promise.all([on.owner.send(`${STEPS}/examples`, {}), on.owner.send(`${STEPS}/examples`, {})]);
  const made = (await links()).filter(({ id }) => !before.some((each) => each.id === id));
  expect(made.map(({ project, status }) => [project, status])).toEqual(
    Array.from({ length: 3 }, () => ["examples", "active"]),
  );
  const { location } = await on.owner.send(`${STEPS}/examples`, {});
  expect((await links()).length).toBe(before.length + 3);
  expect((await on.owner.open(location ?? "")).text).toContain("Three example links were added.");
  // They were made through the verbs: by the member, with a history.
  expect((await on.history(made[0]?.id ?? ""))[0].actor).toMatchObject({ type: "member" });

  const own = await on.create({ projectId: "examples", name: "Own link among the examples" });
  expect((await on.editor.send(`${STEPS}/remove-examples`, {})).status).toBe(403);
  expect((await on.owner.open(`${STEPS}/remove-examples`)).text).toContain(
    "The example links are switched off",
  );
  await on.owner.send(`${STEPS}/remove-examples`, {});
  const off = (await links()).filter(({ status }) => status === "inactive").map(({ id }) => id);
  expect(off).toEqual(made.map(({ id }) => id));
  const archived = () =>
    DB.prepare("SELECT archived_at FROM projects WHERE organization_id = 'acme' AND id = 'examples'").first(
      "archived_at",
    );
  // Somebody has an own link there.
  expect([own.status, await archived()]).toEqual(["active", null]);

  await on.owner.send(`${STEPS}/examples`, {});
  expect((await links()).filter(({ status }) => status === "inactive")).toEqual([]);
  expect((await links()).length).toBe(before.length + 4);
});

test("removing the examples archives their project, but not another one with the same name", async () => {
  const home = "/dashboard/o/globex";
  await on.dashboard.service.issueKey({ organization: "globex", createProjects: ["examples"] });
  await on.hank.send(`${home}/first-steps/examples`, {});
  await on.hank.send(`${home}/first-steps/remove-examples`, {});
  const { results } = await DB.prepare(
    "SELECT id FROM projects WHERE organization_id = 'globex' AND archived_at IS NOT NULL",
  ).all();
  expect(results).toEqual([{ id: "examples-2" }]);
});

test("open pages poll two numbers, and get 304 while they are unchanged", async () => {
  const { id } = await on.create({ name: "Watched" });
  const first = await on.viewer.open(`${HOME}/live?link=${id}`);
  expect(JSON.parse(first.text)).toEqual({ scans: 0, clicks: 0 });
  const again = async (etag: string | null) => {
    const answer = await fetch(`${on.dashboard.service.url.origin}${HOME}/live?link=${id}`, {
      headers: { ...(await on.dashboard.identity("viewer@acme.example")), "If-None-Match": etag ?? "" },
    });
    return [answer.status, await answer.text()];
  };
  expect(await again(first.headers.get("ETag"))).toEqual([304, ""]);
  await storeAll(DB, [{ linkId: id, qr: "default", visits: 2 }, { linkId: id }]);
  expect(await again(first.headers.get("ETag"))).toEqual([200, '{"scans":2,"clicks":1}']);
  expect((await on.hank.open(`${HOME}/live`)).status).toBe(404);
  expect((await on.hank.open(`/dashboard/o/globex/live?link=${id}`)).status).toBe(404);
});
