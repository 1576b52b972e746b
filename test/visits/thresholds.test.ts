import { expect, test } from "vitest";
import type { MemberActor } from "../../src/features/access/actor.ts";
import {
  type CreateThresholdInput,
  createThreshold,
  deleteThreshold,
  listThresholds,
} from "../../src/features/visits/manage-thresholds.ts";
import { MAX_THRESHOLDS, type Threshold } from "../../src/features/visits/threshold-store.ts";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { memberOf } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { feedOf } from "../events/feed.ts";
import { get, type Json, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { deliver, messageOf, quarterOf, storeAll } from "./visit-messages.ts";

const service = await useService({}, "acme");
const db = service.env.DB;
const key = await service.issueKey({ createProjects: ["main", "other"] });
const strangerKey = await service.issueKey({ organization: "strangers", createProjects: ["main"] });
const feed = feedOf(service, key);
const HOUR = new Date().toISOString().slice(0, 13);

const newLink = async (by = key, projectId = "main"): Promise<string> =>
  (await post(service, "/v1/links", linkBody("custom custom_url", { projectId }), by)).json.data.id;
const used = dependenciesOf(service.env);
type Body = Omit<CreateThresholdInput, "idempotency">;
const idempotencyOf = async (body: Body, once: string) => ({
  ...(await idempotencyRequest("acme", once, "thresholds", "", body)),
  receipt: ({ id }: Threshold) => id,
});
const owner = memberOf("owner");
const limited = { ...owner, projects: ["other"] };
const stranger = memberOf("owner", "strangers");
const create = async (body: Body, by: MemberActor = owner): Promise<Threshold> => {
  const made = await createThreshold(by, { ...body, idempotency: null }, used);
  if (made.kind !== "made") throw new Error(made.kind);
  return made.value;
};
const listed = async (by: MemberActor = owner) => listThresholds(by, { limit: 1_000 }, used);
const cron = () => service.scheduled("* * * * *", new Date());
/** The thresholds that events tell of since the last call. */
const told = async (): Promise<Json[]> =>
  (await feed.next({ type: "visits.threshold" })).map(({ data, related }) => {
    expect(related).toMatchObject({ type: "threshold", id: data.thresholdId });
    return data;
  });
const visits = (linkId: string, count: number, qr = "") => ({ linkId, hour: HOUR, qr, visits: count });

test("each threshold is told once, by the visits that it counts, exactly when they reach it", async () => {
  const linkId = await newLink();
  const of = (counts: Threshold["counts"], at: number) => create({ linkId, counts, at });
  const [scans, clicks, all] = [await of("scans", 10), await of("clicks", 4), await of("all", 13)];
  await storeAll(db, [
    visits(linkId, 9, "default"),
    visits(linkId, 3),
    { ...visits(linkId, 50), visitor: "robot" },
  ]);
  expect(await told()).toEqual([]);
  await storeAll(db, [visits(linkId, 1, "default")]);
  const reached = await told();
  expect(reached.map(({ thresholdId }) => thresholdId).sort()).toEqual([scans.id, all.id].sort());
  expect(reached.find(({ thresholdId }) => thresholdId === scans.id)).toEqual({
    ...{ thresholdId: scans.id, projectId: "main", linkId, counts: "scans", at: 10 },
  });
  await storeAll(db, [visits(linkId, 5), visits(linkId, 5, "default")]);
  expect((await told()).map(({ thresholdId }) => thresholdId)).toEqual([clicks.id]);
  await cron();
  expect(await told()).toEqual([]);
  expect((await listed()).find(({ id }) => id === scans.id)).toEqual({
    ...{ ...scans, total: 10, reachedAt: expect.any(String) },
  });
});

test("a source counts by its clicks, of days and months before as well, and its event names it", async () => {
  const linkId = await newLink();
  const clicks = async (source: string, count: number, hour = HOUR) => {
    const message = messageOf([{ linkId, hour, visits: count }]);
    await deliver(db, [{ ...message, referrers: [[linkId, `via/${source}`, quarterOf(hour), count]] }]);
  };
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 13);
  await clicks("newsletter", 3, ago(200));
  await clicks("newsletter", 2, ago(1));
  await clicks("other", 50, ago(1));
  await cron();
  const { id, total, source } = await create({ linkId, counts: "all", source: "Newsletter", at: 9 });
  expect([total, source]).toEqual([0, "newsletter"]);
  expect((await listed()).find((each) => each.id === id)?.total).toBe(5);
  await clicks("newsletter", 3);
  await clicks("sms", 50);
  expect(await told()).toEqual([]);
  await clicks("newsletter", 1);
  expect(await told()).toEqual([
    { thresholdId: id, projectId: "main", linkId, counts: "all", source: "newsletter", at: 9 },
  ]);
  for (const wrong of [
    { counts: "scans", source: "sms" },
    { counts: "all", source: "no source" },
  ] as const)
    await expect(create({ linkId, at: 1, ...wrong })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ field: "source" }],
    });
});

test("a message that comes twice is counted once", async () => {
  const linkId = await newLink();
  await create({ linkId, counts: "all", at: 10 });
  const message = messageOf([visits(linkId, 6)]);
  await deliver(db, [message]);
  await deliver(db, [message]);
  expect(await told()).toEqual([]);
  await storeAll(db, [visits(linkId, 4)]);
  expect(await told()).toHaveLength(1);
});

test("visits from before the threshold count, from days and from months that were rolled up", async () => {
  const linkId = await newLink();
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 13);
  await storeAll(db, [
    { linkId, hour: ago(200), visits: 5, qr: "default" },
    { linkId, hour: ago(201), visits: 2 },
    { linkId, hour: ago(40), visits: 3, qr: "default" },
  ]);
  await cron();
  await create({ linkId, counts: "scans", at: 9 });
  await create({ linkId, counts: "all", at: 11 });
  const reached = await create({ linkId, counts: "all", at: 10 });
  await cron();
  expect((await told()).map(({ thresholdId }) => thresholdId)).toEqual([reached.id]);
  await storeAll(db, [visits(linkId, 1, "default")]);
  expect(await told()).toHaveLength(2);
});

test("a project counts the visits of all its links, and of no other project and organization", async () => {
  const [first, second] = [await newLink(key, "other"), await newLink(key, "other")];
  const theirs = await newLink(strangerKey);
  const { id } = await create({ projectId: "other", counts: "all", at: 10 });
  const strange = await create({ projectId: "main", counts: "all", at: 7 }, stranger);
  await storeAll(db, [visits(first, 4), visits(second, 5), visits(await newLink(), 6), visits(theirs, 6)]);
  expect(await told()).toEqual([]);
  await storeAll(db, [visits(second, 1), visits(theirs, 1)]);
  expect(await told()).toMatchObject([{ thresholdId: id, projectId: "other" }]);
  const { json } = await get(service, "/v1/events?type=visits.threshold", strangerKey);
  expect(json.data).toMatchObject([{ data: { thresholdId: strange.id } }]);
});

test("a kill between counting and the event loses nothing: the cron records it", async () => {
  const linkId = await newLink();
  const { id } = await create({ linkId, counts: "all", at: 2 });
  await db.prepare("UPDATE visit_thresholds SET total = 2 WHERE id = ?1").bind(id).run();
  await cron();
  await cron();
  expect(await told()).toMatchObject([{ thresholdId: id, linkId }]);
});

test("thresholds are listed as far as an owner reaches, and deleted", async () => {
  const linkId = await newLink(key, "other");
  const made = [
    await create({ linkId, counts: "all", at: 1_000 }),
    await create({ linkId, counts: "scans", at: 5 }),
  ];
  const ids = async (by?: MemberActor) => (await listed(by)).map(({ id }) => id);
  expect(await ids(limited)).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  expect((await ids()).length).toBeGreaterThan((await ids(limited)).length);
  expect(await ids(stranger)).not.toContain(made[0]?.id);
  const input = { thresholdId: made[0]?.id ?? "" };
  await expect(deleteThreshold(stranger, input, used)).rejects.toMatchObject({ code: "not_found" });
  await expect(deleteThreshold(memberOf("editor"), input, used)).rejects.toMatchObject({
    code: "insufficient_scope",
  });
  expect(await deleteThreshold(limited, input, used)).toMatchObject({ id: input.thresholdId });
  await expect(deleteThreshold(owner, input, used)).rejects.toMatchObject({ code: "not_found" });
  await storeAll(db, [visits(linkId, 2_000)]);
  expect((await told()).map(({ thresholdId }) => thresholdId)).not.toContain(input.thresholdId);
});

test("links of others, other projects, a choice of both and too many are refused", async () => {
  const fields = { counts: "all", at: 1_000 } as const;
  const linkId = await newLink();
  const refused = async (code: string, body: Partial<Body>, by = owner) =>
    expect(create({ ...fields, ...body }, by)).rejects.toMatchObject({ code });
  await refused("not_found", { linkId }, stranger);
  await refused("project_access_denied", { linkId }, limited);
  await refused("project_access_denied", { projectId: "main" }, limited);
  await refused("project_access_denied", { projectId: "nowhere" });
  await refused("validation_failed", {});
  await refused("validation_failed", { linkId, projectId: "main" });
  await refused("insufficient_scope", { linkId }, memberOf("editor"));
  const before = (await listed()).length;
  for (let turn = 0; turn < 2; turn++) {
    const idempotency = await idempotencyOf({ ...fields, linkId }, "threshold-once");
    await createThreshold(owner, { ...fields, linkId, idempotency }, used);
  }
  expect((await listed()).length).toBe(before + 1);
  for (let n = 1; n < MAX_THRESHOLDS; n++) await create({ ...fields, linkId });
  await refused("quota_exceeded", { linkId });
});
