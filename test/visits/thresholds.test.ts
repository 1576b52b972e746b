import { expect, test } from "vitest";
import { MAX_THRESHOLDS } from "../../src/features/visits/threshold-store.ts";
import { linkBody } from "../bodies.ts";
import { feedOf } from "../events/feed.ts";
import { expectError } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { deliver, messageOf, storeAll } from "./visit-messages.ts";

const service = await useService();
const db = service.env.DB;
const key = await service.issueKey({ createProjects: ["main", "other"] });
const limited = await service.issueKey({ projects: ["other"] });
const stranger = await service.issueKey({ organization: "strangers", createProjects: ["main"] });
const feed = feedOf(service, key);
const HOUR = new Date().toISOString().slice(0, 13);

const newLink = async (by = key, projectId = "main"): Promise<string> =>
  (await post(service, "/v1/links", linkBody("custom custom_url", { projectId }), by)).json.data.id;
const create = async (body: object, by = key): Promise<Json> => {
  const answer = await post(service, "/v1/thresholds", body, by);
  expect([answer.status, answer.status === 201 || answer.text]).toEqual([201, true]);
  return answer.json.data;
};
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
  const of = (counts: string, at: number) => create({ linkId, counts, at });
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
  const { json } = await get(service, `/v1/thresholds/${scans.id}`, key);
  expect(json.data).toEqual({ ...scans, reachedAt: expect.any(String) });
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
  const theirs = await newLink(stranger);
  const { id } = await create({ projectId: "other", counts: "all", at: 10 });
  const strange = await create({ projectId: "main", counts: "all", at: 7 }, stranger);
  await storeAll(db, [visits(first, 4), visits(second, 5), visits(await newLink(), 6), visits(theirs, 6)]);
  expect(await told()).toEqual([]);
  await storeAll(db, [visits(second, 1), visits(theirs, 1)]);
  expect(await told()).toMatchObject([{ thresholdId: id, projectId: "other" }]);
  const { json } = await get(service, "/v1/events?type=visits.threshold", stranger);
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

test("thresholds are listed by link, project and reach, and deleted", async () => {
  const linkId = await newLink(key, "other");
  const made = [
    await create({ linkId, counts: "all", at: 1_000 }),
    await create({ linkId, counts: "scans", at: 5 }),
  ];
  const list = async (query: string, by = key) =>
    (await get(service, `/v1/thresholds?${query}`, by)).json.data.map(({ id }: Json) => id);
  expect(await list(`linkId=${linkId}`)).toEqual(made.map(({ id }) => id));
  expect(await list("projectId=other")).not.toContain(made[0]?.id);
  const first = await get(service, `/v1/thresholds?linkId=${linkId}&limit=1`, key);
  expect(await list(`linkId=${linkId}&cursor=${first.json.nextCursor}`)).toEqual([made[1]?.id]);
  const reached = await list("limit=100", limited);
  expect(reached).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  expect((await list("limit=100")).length).toBeGreaterThan(reached.length);
  const path = `/v1/thresholds/${made[0]?.id}`;
  expectError(await send(service, "DELETE", path, undefined, stranger), 404, "not_found");
  expect((await send(service, "DELETE", path, undefined, limited)).json.data).toEqual(made[0]);
  expectError(await get(service, path, key), 404, "not_found");
  await storeAll(db, [visits(linkId, 2_000)]);
  expect(await told()).toEqual([]);
});

test("links of others, other projects, a choice of both and too many are refused", async () => {
  const fields = { counts: "all", at: 1_000 };
  const linkId = await newLink();
  const refused = (body: object, by = key) => post(service, "/v1/thresholds", { ...fields, ...body }, by);
  expectError(await refused({ linkId }, stranger), 404, "not_found");
  expectError(await refused({ linkId }, limited), 403, "project_access_denied");
  expectError(await refused({ projectId: "main" }, limited), 403, "project_access_denied");
  expectError(await refused({ projectId: "nowhere" }), 403, "project_access_denied");
  expectError(await refused({}), 400, "validation_failed");
  expectError(await refused({ linkId, projectId: "main" }), 400, "validation_failed");
  expectError(await refused({ linkId, at: 0 }), 400, "validation_failed");
  const once = { ...key, idempotencyKey: "threshold-once" };
  const [one, again] = [await refused({ linkId }, once), await refused({ linkId }, once)];
  expect(again.json).toEqual(one.json);
  for (let n = 1; n < MAX_THRESHOLDS; n++) await create({ ...fields, linkId });
  expectError(await refused({ linkId }), 403, "quota_exceeded");
});
