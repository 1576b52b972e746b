import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MemberActor } from "../../src/features/access/actor.ts";
import {
  getSharedReport,
  listSharedReports,
  revokeSharedReport,
} from "../../src/features/visits/manage-shared-reports.ts";
import { type ShareInput, shareReport } from "../../src/features/visits/share-report.ts";
import {
  findSharedReport,
  isReadable,
  readSharedReport,
  type SharedView,
} from "../../src/features/visits/shared-report.ts";
import { openDependencies } from "../../src/wiring.ts";
import type { SharedService } from "../use-service.ts";
import { storeAll } from "./visit-messages.ts";
import { beforeBatch, emptyCounters, LINK, startCounters } from "./visit-tables.ts";

const NOW = new Date("2026-09-20T12:00:00.000Z");
const member = (more: Partial<MemberActor> = {}): MemberActor => ({
  ...{ type: "member", id: "mem_1", organizationId: "acme", role: "owner", projects: "all", ...more },
});
const OWNER = member();
/** Works with one project, and so manages what it shared itself. */
const SOME = member({ id: "mem_2", role: "editor", projects: ["main"] });
const VIEWER = member({ id: "mem_3", role: "viewer" });
const STRANGER = member({ id: "mem_4", organizationId: "globex" });
const VIEW: SharedView = { filter: {}, period: { days: 30 }, interval: "day" };

let service: SharedService;
beforeAll(async () => {
  service = await startCounters();
});
beforeEach(() => service.env.DB.prepare("DELETE FROM shared_reports").run());

const dependencies = (db: D1Database = service.env.DB, now = NOW) =>
  openDependencies(
    { ...service.env, DB: db },
    () => {},
    () => now,
  );
/** Shares a report, and gives it with its token. */
async function share(actor: MemberActor, more: Partial<ShareInput> = {}) {
  const input = { name: "Report", note: "", view: VIEW, expiresAt: null, idempotency: null, ...more };
  const result = await shareReport(actor, input, dependencies());
  if (result.kind !== "made") throw new Error("the report was shared before");
  return result.value;
}
const nameOf = ({ name }: { name: string }) => name;
const list = async (actor: MemberActor, limit = 100, cursor?: string) => {
  const { reports, nextCursor } = await listSharedReports(actor, { limit, cursor }, dependencies());
  return { names: reports.map(nameOf), nextCursor };
};
const read = async (token: string, now = NOW) => {
  const shared = await findSharedReport(token, dependencies(undefined, now));
  return readSharedReport(shared, dependencies(undefined, now));
};
const notFound = expect.objectContaining({ code: "not_found" });
const refused = expect.objectContaining({ code: "insufficient_scope" });

describe("who manages which reports", () => {
  test("members see all reports in pages; members limited to some projects see their own", async () => {
    for (const name of ["a", "b", "c"]) await share(OWNER, { name });
    await share(SOME, { name: "d" });
    await share(STRANGER, { name: "e" });
    const newest = { names: expect.toSatisfy((names: string[]) => names.sort().join() === "a,b,c,d") };
    expect(await list(OWNER)).toMatchObject({ ...newest, nextCursor: null });
    expect(await list(OWNER, 4)).toMatchObject({ ...newest, nextCursor: null });
    const first = await list(OWNER, 3);
    expect(first.names).toHaveLength(3);
    const second = await list(OWNER, 3, first.nextCursor ?? "");
    expect([second.names.length, second.nextCursor]).toEqual([1, null]);
    expect([...first.names, ...second.names].sort()).toEqual(["a", "b", "c", "d"]);
    expect((await list(SOME)).names).toEqual(["d"]);
    expect((await list(STRANGER)).names).toEqual(["e"]);
    await expect(list(SOME, 3, first.nextCursor ?? "")).rejects.toMatchObject({ code: "validation_failed" });
  });

  test("viewers see no reports, and nobody those of other organizations", async () => {
    const { id } = await share(OWNER);
    const own = await share(SOME, { name: "Own" });
    const get = (actor: MemberActor, of = id) => getSharedReport(actor, { id: of }, dependencies());
    const revoke = (actor: MemberActor) => revokeSharedReport(actor, { id }, dependencies());
    expect([
      nameOf(await get(OWNER)),
      nameOf(await get(SOME, own.id)),
      nameOf(await get(OWNER, own.id)),
    ]).toEqual([...["Report", "Own", "Own"]]);
    for (const actor of [SOME, STRANGER]) {
      await expect(get(actor)).rejects.toEqual(notFound);
      await expect(revoke(actor)).rejects.toEqual(notFound);
    }
    await expect(get(OWNER, "rep_none")).rejects.toEqual(notFound);
    for (const verb of [() => get(VIEWER), () => revoke(VIEWER), () => list(VIEWER), () => share(VIEWER)])
      await expect(verb()).rejects.toEqual(refused);
    expect((await get(OWNER)).revokedAt).toBeNull();
  });
});

describe("a report is revoked", () => {
  const activities = async () =>
    await service.env.DB.prepare(
      "SELECT count(*) AS n FROM activity WHERE object_id LIKE 'rep%'",
    ).first<number>("n");

  test("once, permanently, without affecting others", async () => {
    const [one, other] = [await share(OWNER, { name: "one" }), await share(OWNER, { name: "other" })];
    const before = (await activities()) ?? 0;
    const revoke = (db?: D1Database) => revokeSharedReport(SOME_OWNER, { id: one.id }, dependencies(db));
    expect(await revoke()).toEqual({ already: false });
    expect(await revoke()).toEqual({ already: true });
    expect(await activities()).toBe(before + 1);
    await expect(read(one.token)).rejects.toEqual(notFound);
    await read(other.token);
    expect((await getSharedReport(OWNER, { id: one.id }, dependencies())).revokedAt).toBe(NOW.toISOString());
  });

  test("by exactly one of two concurrent calls", async () => {
    const { id } = await share(OWNER);
    await share(OWNER, { name: "Another" });
    const before = (await activities()) ?? 0;
    const first = () => revokeSharedReport(OWNER, { id }, dependencies());
    const overtaken = dependencies(beforeBatch(service.env.DB, first));
    expect(await revokeSharedReport(OWNER, { id }, overtaken)).toEqual({ already: true });
    expect(await activities()).toBe(before + 1);
  });
});

const SOME_OWNER = member({ id: "mem_5" });

describe("what is shared", () => {
  test("has a name, a future end and a valid range", async () => {
    const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds).toISOString();
    await expect(share(OWNER, { name: "", expiresAt: at(0) })).rejects.toMatchObject({
      details: [
        { field: "name", message: "must be one line of 1 to 120 characters" },
        { field: "expiresAt", message: "must be a day that has not ended" },
      ],
    });
    for (const wrong of [{ name: "" }, { expiresAt: at(0) }])
      await expect(share(OWNER, wrong)).rejects.toMatchObject({ details: { length: 1 } });
    const { token } = await share(OWNER, { expiresAt: at(1) });
    await read(token);
    await expect(read(token, new Date(at(1)))).rejects.toEqual(notFound);
    expect(isReadable({ revokedAt: null, expiresAt: at(0) }, NOW)).toBe(false);
    const long = { ...VIEW, period: { days: 60 }, interval: "hour" as const };
    await expect(share(OWNER, { view: long })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(share(OWNER, { view: { ...VIEW, filter: { link: "lnk_none" } } })).rejects.toEqual(notFound);
  });

  test("is shared once under one idempotency key", async () => {
    const scope = (crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", "");
    const receipt = ({ name }: { name: string }) => `Shared ${name}`;
    const idempotency = { scope, fingerprint: "0".repeat(64), organizationId: "acme", receipt };
    const again = () =>
      shareReport(
        OWNER,
        { name: "Once", note: "", view: VIEW, expiresAt: null, idempotency },
        dependencies(),
      );
    expect(await again()).toMatchObject({ kind: "made", value: { name: "Once" } });
    expect(await again()).toEqual({ kind: "replayed", receipt: "Shared Once" });
    expect((await list(OWNER)).names).toEqual(["Once"]);
    const { results } = await service.env.DB.prepare(
      "SELECT changes FROM activity WHERE object_id IN (SELECT id FROM shared_reports)",
    ).all<{ changes: string }>();
    expect(results.map(({ changes }) => JSON.parse(changes))).toEqual([[{ field: "name", to: "Once" }]]);
  });

  test("limits its readers to the projects of the member who shared it", async () => {
    await emptyCounters(service.env.DB);
    await storeAll(service.env.DB, [
      { linkId: LINK.second, hour: "2026-09-19T10", visits: 2 },
      { linkId: LINK.first, hour: "2026-09-19T10", visits: 5 },
    ]);
    const clicks = async (actor: MemberActor, view: Partial<SharedView> = {}) => {
      const { series } = await read((await share(actor, { view: { ...VIEW, ...view } })).token);
      return "totals" in series ? series.totals.clicks : series;
    };
    expect([await clicks(OWNER), await clicks(SOME)]).toEqual([7, 2]);
    expect(await clicks(OWNER, { filter: { projectId: "rare" } })).toBe(5);
    expect(await clicks(OWNER, { filter: { link: LINK.first } })).toBe(5);
    expect(await clicks(OWNER, { filter: { link: LINK.first, projectId: "rare" } })).toBe(5);
    for (const filter of [{}, { projectId: "rare" }])
      expect((await share(OWNER, { view: { ...VIEW, filter } })).view).not.toHaveProperty("projects");
    expect((await share(SOME)).view).toMatchObject({ projects: ["main"] });
    const { link, breakdowns } = await read(
      (await share(OWNER, { view: { ...VIEW, filter: { link: LINK.first } } })).token,
    );
    expect([link?.name, breakdowns.length]).toEqual(["Needle", 10]);
  });

  test("is not found if its link no longer exists or belongs to another organization", async () => {
    const { token, id } = await share(OWNER, { view: { ...VIEW, filter: { link: LINK.second } } });
    await read(token);
    const move =
      "UPDATE shared_reports SET view = json_set(view, '$.filter.link', ?1), organization_id = ?2 WHERE id = ?3";
    await service.env.DB.prepare(move).bind("lnk_none", "acme", id).run();
    await expect(read(token)).rejects.toEqual(notFound);
    await service.env.DB.prepare(move).bind(LINK.second, "globex", id).run();
    await expect(read(token)).rejects.toEqual(notFound);
    await expect(read("short")).rejects.toEqual(notFound);
  });

  test("is compared with its saved comparison, or else the previous period", async () => {
    const compared = async (compare?: SharedView["compare"]) => {
      const view = compare === undefined ? VIEW : { ...VIEW, compare };
      const { comparison } = await read((await share(OWNER, { view })).token);
      return comparison && "from" in comparison ? comparison.from.toISOString().slice(0, 10) : comparison;
    };
    expect([await compared(null), await compared("month"), await compared()]).toEqual([
      null,
      "2026-07-22",
      "2026-07-18",
    ]);
  });

  test("by the hour becomes daily once its hours are no longer stored", async () => {
    const period = { from: "2026-09-18", to: "2026-09-19" };
    const { token } = await share(OWNER, { view: { ...VIEW, period, interval: "hour" } });
    const intervalAt = async (time: string) => (await read(token, new Date(time))).interval;
    expect(await intervalAt("2026-12-17T00:30:00Z")).toBe("hour");
    expect(await intervalAt("2026-12-17T01:30:00Z")).toBe("day");
    const days = await share(OWNER, { view: { ...VIEW, period, interval: "week" } });
    expect((await read(days.token, new Date("2027-12-17"))).interval).toBe("week");
    expect((await read(days.token)).interval).toBe("week");
  });
});
