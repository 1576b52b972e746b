import { expect, test } from "vitest";
import { eventStatement } from "../../src/features/writes/activity-statements.ts";
import type { EventType } from "../../src/features/writes/event.ts";
import { linkBody } from "../bodies.ts";
import { post } from "../requests.ts";
import { hourOf, storeAll } from "../visits/visit-messages.ts";
import { useDashboard } from "./dashboard.ts";

const BASE = "/dashboard/o/acme";
const dashboard = await useDashboard(undefined, { MAIL_FROM: "reports@service.example" });
const { service } = dashboard;
const { DB } = service.env;
const key = await service.issueKey({ createProjects: ["main"] });
for (const role of ["owner", "editor"] as const) await dashboard.add("acme", `${role}@acme.example`, role);
await dashboard.add("globex", "hank@globex.example", "owner");
const owner = await dashboard.as("owner@acme.example");
const idOf = (email: string) =>
  DB.prepare("SELECT id FROM members WHERE email = ?1").bind(email).first<string>("id");
const ALL = {
  mail: ["product.unavailable", "page.failed"],
  attention: ["product.unavailable", "visits.unusual", "code.not_scanned", "link.ending"],
  language: "de",
};

const newLink = async (body: object = {}): Promise<string> =>
  (await post(service, "/v1/links", linkBody("custom custom_url", body), key)).json.data.id;
const happened = (type: EventType, sql: string, now = new Date()) =>
  eventStatement(DB, { type, job: "test", now }, { sql, values: [] }).run();
/** The code of a link was downloaded two weeks ago, and its alert is recorded. */
async function nobodyScanned(linkId: string): Promise<void> {
  const downloadedAt = new Date(Date.now() - 14 * 86_400_000).toISOString();
  await DB.prepare("UPDATE qr_codes SET downloaded_at = ?2 WHERE link_id = ?1")
    .bind(linkId, downloadedAt)
    .run();
  await happened(
    "code.not_scanned",
    `SELECT organization_id, project_id, 'qr_' || id || '_default' AS object_id, json_object('linkId', id, 'identifier', 'default', 'downloadedAt', '${downloadedAt}') AS data
     FROM links WHERE id = '${linkId}'`,
  );
}
const overview = async (email = "owner@acme.example") => (await (await dashboard.as(email)).open(BASE)).text;

test("an owner chooses what comes by mail and is shown, and who gets it in which language", async () => {
  const member = (await idOf("editor@acme.example")) ?? "";
  expect((await owner.open(`${BASE}/members`)).text).toContain(`${BASE}/notify`);
  expect((await owner.open(`${BASE}/notify`)).text).toMatch(/value="quota\.near"[^>]*checked/);
  // Who gets mail comes before what they get.
  expect((await owner.open(`${BASE}/notify`)).text).toMatch(
    /Mail goes to.*Nobody gets mail yet.*Alerts, and where they go/s,
  );
  const saved = await owner.send(`${BASE}/notify`, { ...ALL, members: [member, "mem_of_globex"] });
  expect(saved.location).toBe(`${BASE}/notify?done=saved`);
  const { text } = await owner.open(`${BASE}/notify`);
  expect(text).toMatch(/name="mail" value="page\.failed" checked/);
  expect(text).not.toMatch(/name="mail" value="quota\.near" checked/);
  expect(text).toMatch(new RegExp(`value="${member}"[^>]*checked`));
  const recipients = await DB.prepare("SELECT id, language FROM mail_recipients").all();
  expect(recipients.results).toEqual([{ id: member, language: "de" }]);
  await DB.prepare("UPDATE mail_recipients SET stopped_because = 'unsubscribed'").run();
  expect((await owner.open(`${BASE}/notify`)).text).toContain(
    "Unsubscribed. Nothing is sent. Only they can undo it",
  );
});

test("the overview shows alerts while they are true, unless they are switched off", async () => {
  await owner.send(`${BASE}/notify`, ALL);
  const activeUntil = new Date(Date.now() + 86_400_000).toISOString();
  const ending = await newLink({ name: "Ends soon", schedule: { activeUntil } });
  const unscanned = await newLink({ name: "Never scanned" });
  await happened(
    "link.ending",
    `SELECT organization_id, project_id, id AS object_id, json_object('activeUntil', active_until) AS data FROM links WHERE id = '${ending}'`,
  );
  await nobodyScanned(unscanned);
  const unusual = (day: string, now: Date) =>
    happened(
      "visits.unusual",
      `SELECT 'acme' AS organization_id, 'main' AS project_id, 'main' AS object_id,
         json_object('day', '${day}', 'visits', 1200, 'usual', 100) AS data`,
      now,
    );
  await unusual("2026-11-20", new Date());
  await unusual("2026-11-02", new Date(Date.now() - 4 * 86_400_000));
  await storeAll(DB, [{ linkId: unscanned, hour: hourOf(Date.now()), visits: 3 }]);
  const shown = await overview();
  expect(shown).toContain("main: 1,200 visits on November 20, 2026, usually 100.");
  expect(shown).not.toContain("November 2,");
  expect(shown).toMatch(/Ends soon ends on/);
  expect(shown).toMatch(/Never scanned<\/bdi><\/a> Nobody has scanned this code since \d+ \w+\./);
  const theirs = await dashboard.as("hank@globex.example");
  expect((await theirs.open("/dashboard/o/globex")).text).not.toContain("usually");
  // One is switched off here, the others have ended.
  await owner.send(`${BASE}/notify`, { ...ALL, attention: ["link.ending", "code.not_scanned"] });
  await DB.prepare("UPDATE links SET active_until = NULL WHERE id = ?1").bind(ending).run();
  await storeAll(DB, [{ linkId: unscanned, qr: "default", hour: hourOf(Date.now()) }]);
  expect(await overview()).not.toMatch(/usually|ends on|Nobody has scanned/);
});

test("on its page, a code that nobody scans can be settled", async () => {
  await owner.send(`${BASE}/notify`, ALL);
  const linkId = await newLink({ name: "Newsletter" });
  const path = `${BASE}/links/${linkId}`;
  const [editor, viewer] = await Promise.all(
    (["editor", "viewer"] as const).map(async (role) => {
      await dashboard.add("acme", `settling-${role}@acme.example`, role);
      return dashboard.as(`settling-${role}@acme.example`);
    }),
  );
  if (!editor || !viewer) throw new Error("nobody is there");
  const asked = async () => (await editor.open(path)).text.includes("Nobody has scanned this code since");
  for (const [answer, since] of [
    ["not-printed", null],
    ["later", expect.stringContaining(new Date().toISOString().slice(0, 10))],
  ] as const) {
    await nobodyScanned(linkId);
    expect(await asked()).toBe(true);
    expect(await overview()).toContain(`${path}#silent`);
    expect((await viewer.open(path)).text).not.toContain("It isn't printed");
    expect((await viewer.send(`${path}/silence/default`, { answer })).status).toBe(403);
    const settled = await editor.send(`${path}/silence/default`, { answer });
    expect((await editor.open(settled.location ?? "")).text).toMatch(
      /told (about this code again|if nobody)/,
    );
    expect(await asked()).toBe(false);
    expect(await overview()).not.toContain(`${path}#silent`);
    const code = DB.prepare("SELECT downloaded_at AS since FROM qr_codes WHERE link_id = ?1").bind(linkId);
    expect(await code.first("since")).toEqual(since);
  }
  const theirs = await dashboard.as("hank@globex.example");
  expect((await theirs.send(`/dashboard/o/globex/links/${linkId}/silence/default`, {})).status).toBe(404);
});

test("problems of links that are switched off are not shown", async () => {
  const linkId = await newLink({ name: "Sold out" });
  await DB.prepare(
    `INSERT INTO availability_checks (link_id, offer_key, organization_id, project_id, retailer, outcome, failures, due_at, visits)
     VALUES (?1, '', 'acme', 'main', 'custom', 'unavailable', 0, '2999', 0)`,
  )
    .bind(linkId)
    .run();
  await owner.send(`${BASE}/notify`, ALL);
  expect(await overview()).toContain("A product and its backups are unavailable.");
  await owner.send(`${BASE}/notify`, { ...ALL, attention: [] });
  expect(await overview()).not.toContain("A product and its backups are unavailable.");
});
