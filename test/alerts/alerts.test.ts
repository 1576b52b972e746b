import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { sentenceOf } from "../../src/extras/alerts/alert-messages.ts";
import type { AlertSettings } from "../../src/extras/alerts/alerts.ts";
import { recordDailyAlerts } from "../../src/extras/alerts/daily-alerts.ts";
import { mailAlerts } from "../../src/extras/alerts/mail-alerts.ts";
import { changeAlertSettings, getAlerts } from "../../src/extras/alerts/manage-alerts.ts";
import { ALERT_TYPES, type AlertType } from "../../src/extras/events/event.ts";
import { recordExpiringKeys } from "../../src/features/access/key-activity.ts";
import { settleSilence } from "../../src/features/qr-codes/settle-silence.ts";
import { eventStatement } from "../../src/features/writes/activity-statements.ts";
import { setQuotas } from "../../src/features/writes/quota-check.ts";
import { UTC, zoneOf } from "../../src/ground/core/zone.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { mailing, ORIGIN } from "../mail/mailing.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { storeAll } from "../visits/visit-messages.ts";

const DAY = 86_400_000;
const service = await useService();
const db = service.env.DB;
const mail = await mailing(service);
const { dependencies } = mail;
const key = await service.issueKey({ organization: "acme", createProjects: ["main", "other"] });
const stranger = await service.issueKey({ organization: "strangers", createProjects: ["main"] });
const owner = memberOf("owner");

await db.batch(
  [
    ["mem_ana", "ana@acme.example", null],
    ["mem_ben", "ben@acme.example", '["other"]'],
  ].map(([id, email, projects]) =>
    db
      .prepare(
        "INSERT INTO members (id, organization_id, email, role, created_at, projects) VALUES (?1, 'acme', ?2, 'editor', '2026-01-01', ?3)",
      )
      .bind(id, email, projects),
  ),
);

const NOW = new Date();
/** The next time at which daily queries run. */
const noon = new Date(`${new Date(NOW.getTime() + DAY).toISOString().slice(0, 10)}T16:00:10.000Z`);
const daily = (due = noon) => recordDailyAlerts({ db, due });
const set = (changes: Partial<AlertSettings> & { language?: "en" | "de" } = {}) =>
  changeAlertSettings(
    owner,
    {
      ...{ members: ["mem_ana", "mem_ben"], mailOff: [], attentionOff: [], language: "en" },
      origin: ORIGIN,
      ...changes,
    },
    dependencies,
  );
/** Runs the jobs of mail. Gives who got which subjects. */
const mailed = async (): Promise<[to: string, subject: string][]> => {
  mail.sent.length = 0;
  mail.pass(15 * 60_000);
  await mailAlerts(dependencies);
  await mail.run();
  return mail.sent.map(({ to, subject }) => [to.slice(0, 3), subject]);
};
const newLink = async (body: object = {}, by = key): Promise<string> =>
  (await post(service, "/v1/links", linkBody("custom custom_url", { name: "Poster", ...body }), by)).json.data
    .id;
const eventsOf = async (type: AlertType, by = key): Promise<Json[]> =>
  (await get(service, `/v1/events?type=${type}&limit=100`, by)).json.data;
const hours = (time: number) => new Date(time).toISOString().slice(0, 13);

beforeEach(async () => {
  await mail.empty();
  await db.batch(
    ["activity", "alert_settings", "visit_days", "visit_senders"].map((table) =>
      db.prepare(`DELETE FROM ${table}`),
    ),
  );
  await db.prepare("UPDATE links SET status = 'inactive'").run();
  await set();
});

/** Makes each alert happen in acme, in the project "main". */
const CAUSES: Record<AlertType, () => Promise<unknown>> = {
  "link.ending": async () => {
    await newLink({ schedule: { activeUntil: new Date(noon.getTime() + 2 * DAY).toISOString() } });
    await newLink({ schedule: { activeUntil: new Date(noon.getTime() + 4 * DAY).toISOString() } });
  },
  "code.not_scanned": async () => {
    const ids = [await newLink(), await newLink()];
    for (const id of ids) await service.fetch(`/qr/qr_${id}_default.pdf`);
    const downloaded = "SELECT count(*) AS codes FROM qr_codes WHERE downloaded_at > ?1";
    await expect
      .poll(() => db.prepare(downloaded).bind(NOW.toISOString()).first("codes"), { timeout: 30_000 })
      .toBe(2);
    const before = new Date(noon.getTime() - 15 * DAY);
    await db
      .prepare("UPDATE qr_codes SET downloaded_at = ?1 WHERE downloaded_at > ?2")
      .bind(before.toISOString(), NOW.toISOString())
      .run();
    // The code of the second is used; the first is only clicked, also today.
    await storeAll(db, [
      { linkId: ids[0] ?? "", hour: hours(noon.getTime()) },
      { linkId: ids[1] ?? "", qr: "default", hour: hours(noon.getTime() - 3 * DAY) },
    ]);
  },
  "visits.unusual": async () => {
    const [linkId, other] = [await newLink(), await newLink({ projectId: "other" })];
    const weeks = [7, 14, 21, 28].map((days) => ({ hour: hours(noon.getTime() - (days + 1) * DAY) }));
    await storeAll(db, [
      ...weeks.map((week) => ({ linkId, ...week, visits: 120 })),
      { linkId, hour: hours(noon.getTime() - DAY), visits: 12 },
      // As usual, and on other days of the week.
      ...weeks.map((week) => ({ linkId: other, ...week, visits: 9 })),
      { linkId: other, hour: hours(noon.getTime() - DAY), visits: 95 },
      { linkId: other, hour: hours(noon.getTime() - 2 * DAY), visits: 900 },
    ]);
  },
  "quota.near": () => setQuotas(db, "acme", { projects: 2 }),
  "api_key.expiring": async () => {
    await service.issueKey({
      organization: "acme",
      expiresAt: new Date(NOW.getTime() + 60 * DAY).toISOString(),
    });
    await db
      .prepare("UPDATE api_keys SET expiry_event = NULL, expires_at = ?1 WHERE expires_at IS NOT NULL")
      .bind(new Date(NOW.getTime() + 5 * DAY).toISOString())
      .run();
  },
  "product.unavailable": async () => happened("product.unavailable", await newLink()),
  "product.back": async () => happened("product.back", await newLink()),
  "page.failed": async () => happened("page.failed", await newLink()),
  "link.broken": async () => happened("link.broken", await newLink()),
  "webhook.disabled": async () => happened("webhook.disabled", await newLink()),
};

/** An event that other jobs record: test/events/every-write.test.ts makes each of them happen. */
const happened = (type: AlertType, linkId: string) =>
  eventStatement(
    db,
    { type, job: "test", now: new Date() },
    {
      sql: "SELECT organization_id, project_id, id AS object_id, '{}' AS data FROM links WHERE id = ?",
      values: [linkId],
    },
  ).run();

describe.each(ALERT_TYPES)("%s", (type) => {
  test("is an event and a mail, once, however often the jobs run", async () => {
    await CAUSES[type]();
    await daily();
    await recordExpiringKeys(dependencies);
    await Promise.all([daily(), mailAlerts(dependencies), mailAlerts(dependencies)]);
    expect(await eventsOf(type)).toHaveLength(1);
    await mail.run();
    const mails = mail.sent.filter(({ to }) => to.startsWith("ana"));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`${ORIGIN}/dashboard/o/acme`);
    await daily();
    await daily(new Date(noon.getTime() + 20 * 60_000));
    expect(await mailed()).toEqual([]);
    expect(await eventsOf(type)).toHaveLength(1);
    expect(await eventsOf(type, stranger)).toEqual([]);
  });

  test("that is switched off sends no mail, and not later either", async () => {
    await set({ mailOff: [type] });
    await CAUSES[type]();
    await daily();
    await recordExpiringKeys(dependencies);
    expect(await mailed()).toEqual([]);
    await set();
    expect(await mailed()).toEqual([]);
  });
});

const attention = async () =>
  (await getAlerts(owner, { projectId: undefined }, { ...dependencies, now: () => noon })).alerts;

test("a code needs attention until it is scanned, even if its link is clicked", async () => {
  await CAUSES["code.not_scanned"]();
  await daily();
  const [alert, ...others] = await attention();
  expect([alert?.type, others]).toEqual(["code.not_scanned", []]);
  await storeAll(db, [
    { linkId: String(alert?.data.linkId), qr: "default", hour: hours(noon.getTime()), visits: 1 },
  ]);
  expect(await attention()).toEqual([]);
});

test("a member who asked to be reminded of a code is told again after two weeks", async () => {
  await CAUSES["code.not_scanned"]();
  await daily();
  const [event] = await eventsOf("code.not_scanned");
  const { linkId, identifier } = event.data;
  await settleSilence(owner, { linkId, identifier, isPrinted: true }, { ...dependencies, now: () => noon });
  await daily(new Date(noon.getTime() + 13 * DAY));
  expect(await eventsOf("code.not_scanned")).toHaveLength(1);
  await daily(new Date(noon.getTime() + 14 * DAY));
  await daily(new Date(noon.getTime() + 15 * DAY));
  expect(await eventsOf("code.not_scanned")).toHaveLength(2);
  await settleSilence(owner, { linkId, identifier, isPrinted: false }, dependencies);
  await daily(new Date(noon.getTime() + 16 * DAY));
  expect(await eventsOf("code.not_scanned")).toHaveLength(2);
});

test("a member gets what concerns the own projects only, in the own language, as one mail", async () => {
  await set({ members: [] });
  await mail.empty();
  await set({ members: ["mem_ben"], language: "de" });
  await set();
  await happened("product.unavailable", await newLink());
  for (let n = 0; n < 22; n++) await happened("page.failed", await newLink({ projectId: "other" }));
  expect(await mailed()).toEqual([
    ["ana", "Poster: a product and its backups are sold out. (+22)"],
    ["ben", "Poster: Die Liefer-App hat die Seite nicht erstellt. (+21)"],
  ]);
  expect(mail.sent[0]?.text).toContain("and 3 more");
  await happened("page.failed", await newLink({}, stranger));
  expect(await mailed()).toEqual([]);
});

test("who is chosen gets mail about what happens from then on, and a removed member none", async () => {
  await set({ members: [] });
  await happened("page.failed", await newLink());
  await set({ members: ["mem_ana", "mem_of_others"] });
  expect(await mailed()).toEqual([]);
  await db.prepare("UPDATE members SET id = 'mem_gone' WHERE id = 'mem_ana'").run();
  await happened("page.failed", await newLink());
  expect(await mailed()).toEqual([]);
  await db.prepare("UPDATE members SET id = 'mem_ana' WHERE id = 'mem_gone'").run();
});

test("alerts within a quarter of an hour after a mail wait for the next, which has them all", async () => {
  await happened("page.failed", await newLink());
  expect(await mailed()).toHaveLength(1);
  for (const type of ["page.failed", "link.broken"] as const) {
    await happened(type, await newLink());
    mail.sent.length = 0;
    await mailAlerts(dependencies);
    await mail.run();
    expect(mail.sent).toEqual([]);
  }
  expect(await mailed()).toEqual([["ana", "Poster: the delivery app did not make the page. (+1)"]]);
});

test("days are those of the organization, and a name is a name even if it looks like a day", () => {
  const alert = {
    id: "act_1",
    sequence: 1,
    at: "",
    objectId: "lnk_1",
    projectId: "main",
    name: "2026-12-24",
  };
  const ending = {
    ...alert,
    type: "link.ending" as const,
    data: { activeUntil: "2026-12-01T04:30:00.000Z" },
  };
  expect(sentenceOf(ending, "en", zoneOf("America/New_York"))).toBe("2026-12-24 ends on November 30, 2026.");
  expect(sentenceOf(ending, "en", UTC)).toBe("2026-12-24 ends on December 1, 2026.");
  const unusual = { ...alert, type: "visits.unusual" as const };
  const data = { day: "2026-12-01", visits: 1_200, usual: 100 };
  expect(sentenceOf({ ...unusual, data }, "de", zoneOf("Pacific/Auckland"))).toBe(
    "2026-12-24: 1.200 Besuche am 1. Dezember 2026, sonst 100.",
  );
});

test("the name of a quota is words", () => {
  const alert = { id: "act_1", sequence: 1, at: "", objectId: "main", projectId: "main", name: "Season" };
  const near = { ...alert, type: "quota.near" as const };
  const data = { quota: "linksPerDay", used: 800, allowed: 1_000 };
  expect(sentenceOf({ ...near, data }, "en", UTC)).toBe(
    "80% of a quota is used: links per day, 800 of 1,000.",
  );
});

test("while mail is off, alerts are not kept for later", async () => {
  await happened("page.failed", await newLink());
  await mailAlerts({ ...dependencies, mailSender: null });
  expect(await mailed()).toEqual([]);
});

test("a link that ends soon needs attention until its end is moved", async () => {
  const until = (days: number) => ({
    schedule: { activeUntil: new Date(noon.getTime() + days * DAY).toISOString() },
  });
  const id = await newLink(until(2));
  await daily();
  expect((await attention()).map(({ type, objectId }) => [type, objectId])).toEqual([["link.ending", id]]);
  await send(service, "PATCH", `/v1/links/${id}`, until(30), key);
  expect(await attention()).toEqual([]);
});

test("each day that nearly uses up a quota of links is a cause, and an hour of the same day is none", async () => {
  await setQuotas(db, "acme", { linksPerDay: 10 });
  onTestFinished(() => setQuotas(db, "acme", { linksPerDay: null }));
  for (const [day, events] of [
    [0, 1],
    [1, 2],
  ] as const) {
    const due = noon.getTime() + day * DAY;
    await db
      .prepare("UPDATE organization_usage SET links_day = ?1, links_made = 9 WHERE organization_id = 'acme'")
      .bind(new Date(due).toISOString().slice(0, 10))
      .run();
    for (const hour of [0, 1]) await daily(new Date(due + hour * 3_600_000));
    const told = (await eventsOf("quota.near")).filter(({ data }) => data.quota === "linksPerDay");
    expect(told).toHaveLength(events);
  }
});

test("another end of a link is another cause", async () => {
  const id = await newLink({ schedule: { activeUntil: new Date(noon.getTime() + 2 * DAY).toISOString() } });
  await daily();
  const schedule = { activeUntil: new Date(noon.getTime() + DAY).toISOString() };
  await send(service, "PATCH", `/v1/links/${id}`, { schedule }, key);
  await daily();
  expect(await eventsOf("link.ending")).toHaveLength(2);
});

test("a tenfold day is unusual, small numbers and new projects are not", async () => {
  const linkId = await newLink();
  const visits = (daysBefore: number, count: number) =>
    storeAll(db, [{ linkId, hour: hours(noon.getTime() - (daysBefore + 1) * DAY), visits: count }]);
  await visits(0, 150);
  await daily();
  await visits(7, 30);
  await daily();
  expect(await eventsOf("visits.unusual")).toEqual([]);
  await visits(14, 30);
  await daily();
  expect((await eventsOf("visits.unusual"))[0].data).toMatchObject({
    projectId: "main",
    visits: 150,
    usual: 15,
  });
});
