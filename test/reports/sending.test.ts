import { beforeEach, describe, expect, test } from "vitest";
import { nextTime } from "../../src/extras/reports/schedule-store.ts";
import { sendReports } from "../../src/extras/reports/send-reports.ts";
import { DAY_MS, dayOf, HOUR_MS } from "../../src/ground/core/days.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { UTC, zoneOf } from "../../src/ground/core/zone.ts";
import { useDashboard, type Visitor } from "../dashboard/dashboard.ts";
import { daysAgo, makeSeason } from "../dashboard/visits.ts";
import { mailing, type SentMail } from "../mail/mailing.ts";
import type { SharedService } from "../use-service.ts";
import { hourOf, storeAll } from "../visits/visit-messages.ts";

const ACME = "/dashboard/o/acme";
const OWNER = "owner@acme.example";
const CLIENT = "client@client.example";

const dashboard = await useDashboard(undefined, { MAIL_FROM: "reports@service.example" });
const season = await makeSeason(dashboard.service);
// In this week and the one before, whatever day it is.
await storeAll(
  dashboard.service.env.DB,
  Array.from({ length: 14 }, (_, days) => days).flatMap((days) =>
    [season.poster, season.cart].map(({ id: linkId }) => ({ linkId, hour: daysAgo(days) })),
  ),
);
await dashboard.add("acme", OWNER, "owner");
await dashboard.add("acme", "viewer@acme.example", "viewer");
await dashboard.add("globex", "hank@globex.example", "owner");
const [owner, viewer, hank] = (await Promise.all(
  [OWNER, "viewer@acme.example", "hank@globex.example"].map((email) => dashboard.as(email)),
)) as [Visitor, Visitor, Visitor];
// A dashboard runs on a shared service.
const on = await mailing(dashboard.service as SharedService);
const { DB } = dashboard.service.env;

/** Shares a report, and gives the path of its screen. */
async function report(query = "?days=30"): Promise<string> {
  await owner.send(`${ACME}/visits/share${query}`, {
    name: "For the client",
    note: "Thanks!",
    expiresAt: "",
  });
  const { text } = await owner.open(`${ACME}/reports`);
  return /href="([^"]+)"><bdi>For the client</.exec(text)?.[1] ?? "";
}
const schedule = (path: string, fields: Record<string, string> = {}) =>
  owner.send(`${path}/schedule`, {
    ...{ cadence: "weekly", recipients: `${OWNER}\n${CLIENT}`, language: "de" },
    ...fields,
  });
const pathIn = (mail: SentMail | undefined, pattern: RegExp): string =>
  new URL(pattern.exec(mail?.text ?? "")?.[0] ?? "https://x.example/no-link").pathname;
const post = (path: string) => dashboard.service.fetch(path, { method: "POST" });
const to = (address: string) => on.sent.filter(({ to: recipient }) => recipient === address);
/** Moves the clock to the next Monday at 08:00. */
const toMonday = () => on.pass(nextTime("weekly", UTC, on.now()).getTime() - on.now().getTime());
const queue = () => sendReports(on.dependencies);

beforeEach(async () => {
  await DB.prepare("DELETE FROM report_schedules").run();
  await on.empty();
  on.aheadOfWorker();
  await DB.prepare("DELETE FROM shared_reports").run();
});

describe("a scheduled report", () => {
  test("reaches each recipient once for a period, whatever runs twice, with numbers and a link to the report", async () => {
    const path = await report();
    expect((await schedule(path)).location).toBe(`${path}?done=scheduled`);
    await on.run();
    expect(on.sent.map((mail) => mail.to)).toEqual([CLIENT]);
    expect((await owner.open(path)).text).toContain("Unconfirmed");
    await post(pathIn(on.sent[0], /http\S+\/confirm/));
    on.sent.length = 0;
    await queue();
    await on.run();
    expect(on.sent).toEqual([]);

    toMonday();
    await Promise.all([queue(), queue()]);
    await queue();
    await Promise.all([on.run(), on.run()]);
    await on.run();
    expect(on.sent.map((mail) => mail.to).sort()).toEqual([CLIENT, OWNER]);
    const [mine] = to(OWNER);
    const [theirs] = to(CLIENT);
    expect(theirs?.subject).toMatch(/^For the client: \d/);
    for (const text of ["Thanks!", "Besuche", "Häufigste Links", "Bericht öffnen", "Abbestellen"])
      expect(theirs?.text).toContain(text);
    for (const text of ["Everything for dinner", "Poster <spring>"]) expect(theirs?.text).toContain(text);
    expect(theirs?.text).not.toMatch(/lnk_|\/dashboard/);
    expect(mine?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");

    const shared = pathIn(theirs, /http\S+\/shared\/\S+/);
    const page = await dashboard.service.fetch(shared);
    expect([page.status, (await page.text()).includes("Thanks!")]).toEqual([200, true]);
    const screen = (await owner.open(path)).text;
    expect(screen).not.toContain("Unconfirmed");
    expect((await owner.open(`${ACME}/reports`)).text).toContain("Weekly");

    toMonday();
    await queue();
    await on.run();
    expect(on.sent).toHaveLength(4);
    // Who unsubscribes no longer reads reports by the links in mails.
    await post(pathIn(theirs, /http\S+\/unsubscribe/));
    expect((await owner.open(path)).text).toMatch(/Unsubscribed[\s\S]*Only they can undo it/);
    expect((await dashboard.service.fetch(shared)).status).toBe(404);
    await post(pathIn(theirs, /http\S+\/unsubscribe/).replace("unsubscribe", "resume"));
    expect((await owner.open(path)).text).not.toContain("Unsubscribed");
    expect((await dashboard.service.fetch(shared)).status).toBe(200);
  });

  test.each(["before", "after"])(
    "is sent once if a run dies right %s it has queued the mails",
    async (when) => {
      await schedule(await report(), { recipients: OWNER });
      toMonday();
      const { schedules } = on.dependencies;
      const dying: typeof schedules = {
        ...schedules,
        async advance(planned, mails, ...values) {
          if (mails.length === 0) return schedules.advance(planned, mails, ...values);
          if (when === "after") await schedules.advance(planned, mails, ...values);
          throw new Error("killed");
        },
      };
      await sendReports({ ...on.dependencies, schedules: dying });
      expect(on.logged).toMatchObject([["error", "report mail", { cause: { message: "killed" } }]]);
      await queue();
      await on.run();
      expect(on.sent).toHaveLength(when === "after" ? 1 : 0);
      on.pass(HOUR_MS);
      await queue();
      await on.run();
      expect(on.sent).toHaveLength(1);
    },
  );

  test.each([
    ["changes its recipients is sent for that period", { recipients: `${OWNER}\nviewer@acme.example` }, 1],
    ["changes when it is sent waits for its next time", { cadence: "monthly" }, 0],
  ])("that is due while somebody %s", async (_, changes, sent) => {
    const path = await report();
    await schedule(path, { recipients: OWNER });
    const due = nextTime("weekly", UTC, new Date(on.now().getTime() - 8 * DAY_MS));
    await DB.prepare("UPDATE report_schedules SET next_at = ?1").bind(due.toISOString()).run();
    await schedule(path, { recipients: OWNER, ...changes });
    await queue();
    await on.run();
    expect(to(OWNER)).toHaveLength(sent);
  });

  test("of a month begins its first week with the month, and compares no number with zero", async () => {
    await schedule(await report(), {
      recipients: OWNER,
      language: "en",
      cadence: "monthly",
    });
    // A month that begins in the middle of a week, and behind which no other test has visits.
    const first = (months: number): Date =>
      new Date(Date.UTC(on.now().getUTCFullYear(), on.now().getUTCMonth() + months, 1));
    const next = [2, 3].find((months) => first(months).getUTCDay() !== 1) ?? 2;
    const [start, end] = [first(next), first(next + 1)];
    await storeAll(DB, [
      { linkId: season.cart.id, qr: "default", hour: hourOf(start.getTime()) },
      { linkId: season.cart.id, hour: hourOf(end.getTime() - DAY_MS), visits: 3 },
      { linkId: season.cart.id, hour: hourOf(start.getTime() - 5 * DAY_MS), visits: 2 },
    ]);
    // All people of these days came once.
    const days = [start.getTime(), end.getTime() - DAY_MS, start.getTime() - 5 * DAY_MS].map((time) =>
      dayOf(new Date(time)),
    );
    await DB.prepare(
      "UPDATE visit_days SET visitors = json_object('*', scans + clicks) WHERE day IN (SELECT value FROM json_each(?1))",
    )
      .bind(JSON.stringify(days))
      .run();
    on.pass(end.getTime() + 9 * HOUR_MS - on.now().getTime());
    await queue();
    await on.run();
    const text = to(OWNER)[0]?.text ?? "";
    const day = (time: Date) => time.toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" });
    const monday = new Date(start.getTime() - ((start.getUTCDay() + 6) % 7) * DAY_MS);
    expect(text).toContain(`\n${day(start)}: 1\n`);
    expect(text).not.toContain(`${day(monday)}: `);
    expect(text).toContain("Visits | 4 | Before 2 (+100%)\n");
    expect(text).toContain("Scans | 1 | Before 0\n");
    expect(text).toContain("Daily visitors | 4 | Before 2 (+100%)\n");
  });

  test("holds up no other report if it fails, and is tried again for two days", async () => {
    const paths = [await report("?days=30"), await report("?days=30"), await report("?days=30")];
    for (const path of paths) await schedule(path, { recipients: OWNER });
    toMonday();
    const { sharedReports } = on.dependencies;
    const failing: typeof sharedReports = {
      ...sharedReports,
      async find(id) {
        if (!paths[2]?.endsWith(id)) throw serviceUnavailable(new Error("too slow"));
        return sharedReports.find(id);
      },
    };
    const run = () => sendReports({ ...on.dependencies, sharedReports: failing });
    await run();
    await run();
    await on.run();
    expect(on.sent).toHaveLength(1);
    on.pass(47 * HOUR_MS);
    await queue();
    await queue();
    await on.run();
    expect(on.sent).toHaveLength(3);
    toMonday();
    for (let n = 0; n < 100; n++) {
      await run();
      on.pass(HOUR_MS / 2);
    }
    // The next is for the next week.
    const due = (await on.dependencies.schedules.list("acme")).map(({ nextAt }) => nextAt);
    expect(new Set(due)).toEqual(new Set([nextTime("weekly", UTC, on.now()).toISOString()]));
  });

  test("is of the newest period if the cron was down, and waits while mail is off", async () => {
    await schedule(await report(), { recipients: OWNER });
    on.pass(21 * DAY_MS);
    await sendReports({ ...on.dependencies, mailSender: null });
    await queue();
    await on.run();
    expect(on.sent).toHaveLength(1);
  });

  test("waits for 08:00 in a new time zone", async () => {
    await schedule(await report(), { recipients: OWNER });
    toMonday();
    // Five hours behind UTC in summer too.
    const moved = { ...on.dependencies, zones: { find: async () => zoneOf("America/Bogota") } };
    await sendReports(moved);
    on.pass(5 * HOUR_MS - 1);
    await sendReports(moved);
    await on.run();
    expect(on.sent).toEqual([]);
    on.pass(1);
    await sendReports(moved);
    await on.run();
    expect(on.sent).toHaveLength(1);
  });

  test("is not lost when the organization moves to the other end of the world", async () => {
    await schedule(await report(), { recipients: OWNER });
    const [west, east] = ["Pacific/Pago_Pago", "Pacific/Kiritimati"].map(zoneOf);
    if (!west || !east) throw new Error("unknown time zones");
    const planned = nextTime("weekly", west, on.now());
    await DB.prepare("UPDATE report_schedules SET next_at = ?1").bind(planned.toISOString()).run();
    on.pass(planned.getTime() - on.now().getTime());
    await sendReports({ ...on.dependencies, zones: { find: async () => east } });
    await on.run();
    expect(on.sent).toHaveLength(1);
  });

  test("tells members, and only them, what needs attention, with links to it", async () => {
    const end = new Date(on.now().getTime() + 2 * DAY_MS).toISOString();
    await DB.prepare("UPDATE links SET active_until = ?2 WHERE id = ?1").bind(season.poster.id, end).run();
    const path = await report();
    await schedule(path);
    await on.run();
    await post(pathIn(on.sent[0], /http\S+\/confirm/));
    await owner.send(`${path}/send`, {});
    await on.run();
    expect(to(OWNER)[0]?.text).toMatch(/Braucht Aufmerksamkeit[\s\S]*Poster <spring>: Endet am/);
    expect(to(OWNER)[0]?.text).toContain(`${ACME}/links/${season.poster.id}`);
    expect(to(CLIENT)[1]?.text).toContain("Poster <spring>");
    expect(to(CLIENT)[1]?.text).not.toMatch(/Aufmerksamkeit|\/dashboard/);
  });

  test("shows a member of some projects only what needs attention there, and the end of a link in the organization's zone", async () => {
    await dashboard.add("acme", "limited@acme.example", "editor");
    await DB.prepare(
      "UPDATE members SET projects = '[\"nothing\"]' WHERE email = 'limited@acme.example'",
    ).run();
    // Midnight in UTC is the evening before in New York.
    const end = `${new Date(on.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10)}T03:00:00.000Z`;
    await DB.batch([
      DB.prepare("UPDATE links SET active_until = ?2 WHERE id = ?1").bind(season.poster.id, end),
      DB.prepare(
        `INSERT INTO destination_checks (link_id, url, organization_id, project_id, outcome, broken_at, due_at)
         SELECT id, destination, organization_id, project_id, 'not_found', '2026-11-01', '2999' FROM links WHERE id = ?1`,
      ).bind(season.poster.id),
    ]);
    const path = await report();
    await schedule(path, { recipients: `${OWNER}\nlimited@acme.example`, language: "en" });
    // Five hours behind UTC in summer too.
    const moved = { ...on.dependencies, zones: { find: async () => zoneOf("America/Bogota") } };
    toMonday();
    on.pass(DAY_MS);
    await DB.prepare("UPDATE report_schedules SET next_at = '2026-01-01'").run();
    await sendReports(moved);
    await on.run();
    expect(to("limited@acme.example")[0]?.text).toContain("Poster <spring>");
    expect(to("limited@acme.example")[0]?.text).not.toMatch(/Needs attention|no longer works|\/dashboard/);
    expect(to(OWNER)[0]?.text).toContain("Poster <spring>: A destination no longer works");
    await DB.prepare("DELETE FROM destination_checks").run();
  });

  test("is not sent once the report is revoked, and its mails no longer open it", async () => {
    const path = await report();
    await schedule(path, { recipients: OWNER });
    toMonday();
    await queue();
    await on.run();
    const shared = pathIn(on.sent[0], /http\S+\/shared\/\S+/);
    expect((await dashboard.service.fetch(shared)).status).toBe(200);
    await owner.send(`${path}/revoke`, {});
    expect((await dashboard.service.fetch(shared)).status).toBe(404);
    toMonday();
    await queue();
    await on.run();
    expect(on.sent).toHaveLength(1);
  });

  test("is not sent to a member who was removed, which the screen shows", async () => {
    await dashboard.add("acme", "leaver@acme.example", "editor");
    const path = await report();
    await schedule(path, { recipients: `leaver@acme.example ${OWNER}` });
    await DB.prepare("DELETE FROM members WHERE email = 'leaver@acme.example'").run();
    toMonday();
    await queue();
    await on.run();
    expect(on.sent.map((mail) => mail.to)).toEqual([OWNER]);
    const { text } = await owner.open(path);
    expect(text).toContain("No longer a member");
    expect(text).not.toContain("leaver@");
    expect((await owner.open(`${ACME}/reports`)).text).toContain("to 1 of 2 recipients");
  });
});

describe("the screen", () => {
  test("sends a report now, once an hour", async () => {
    const path = await report();
    await schedule(path, { recipients: OWNER, cadence: "monthly" });
    expect((await owner.send(`${path}/send`, {})).location).toBe(`${path}?done=sent`);
    expect((await owner.send(`${path}/send`, {})).location).toBe(`${path}?done=not-sent`);
    await on.run();
    expect(on.sent).toHaveLength(1);
    expect((await owner.open(path)).text).toMatch(/Gets mail[\s\S]*<time datetime/);
  });

  test("offers no sending if nobody gets mail, or the report has expired, and says so", async () => {
    const path = await report();
    await schedule(path, { recipients: CLIENT });
    const unconfirmed = (await owner.open(path)).text;
    expect(unconfirmed).toContain("to 0 of 1 recipient");
    expect(unconfirmed).not.toContain("Send now");
    await schedule(path, { recipients: OWNER });
    expect((await owner.open(path)).text).toContain("Send now");
    await DB.prepare("UPDATE shared_reports SET expires_at = '2026-01-01T00:00:00.000Z'").run();
    const expired = (await owner.open(path)).text;
    expect(expired).toContain("the report has expired");
    expect(expired).not.toMatch(/Send now|Change schedule/);
  });

  test("changes and ends a schedule; its recipients keep their languages", async () => {
    const path = await report();
    await schedule(path);
    await schedule(path, { cadence: "monthly", language: "ja" });
    const languages = (await on.dependencies.recipients.list("acme")).map(({ language }) => language);
    expect(languages).toEqual(["de", "de"]);
    expect((await owner.open(`${path}/schedule`)).text).toContain(`${OWNER}\n${CLIENT}`);
    expect((await schedule(path, { cadence: "" })).location).toBe(`${path}?done=unscheduled`);
    toMonday();
    await queue();
    await on.run();
    expect(to(OWNER)).toEqual([]);
    const { text } = await owner.open(`${ACME}/activity?kind=shared_report`);
    expect(text).toMatch(
      /no longer sends[\s\S]* by mail[\s\S]* monthly to 2 people[\s\S]* weekly to 2 people/,
    );
    expect(text).not.toContain(CLIENT);
  });

  test.each([
    ["ada", "include ada: it must be an email address"],
    [" ", "Must be 1 to 30 email addresses"],
    [Array.from({ length: 31 }, (_, n) => `a${n}@x.example`).join("\n"), "Must be 1 to 30 email addresses"],
  ])("refuses the recipients %j", async (recipients, problem) => {
    const path = await report();
    const { status, text } = await schedule(path, { recipients });
    expect([status, text.includes(problem)]).toEqual([400, true]);
    expect(await on.dependencies.schedules.list("acme")).toEqual([]);
  });

  test("is only for those who manage the report", async () => {
    const path = await report();
    await schedule(path, { recipients: OWNER });
    for (const [person, status] of [
      [viewer, 403],
      [hank, 404],
    ] as const) {
      expect((await person.open(`${path}/schedule`)).status).toBe(status);
      expect((await person.send(`${path}/schedule`, { cadence: "", recipients: "" })).status).toBe(status);
      expect((await person.send(`${path}/send`, {})).status).toBe(status);
    }
    expect(await on.dependencies.schedules.list("acme")).toHaveLength(1);
  });
});
