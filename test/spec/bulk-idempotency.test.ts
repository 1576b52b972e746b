import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError } from "../expectations.ts";
import { LATER } from "../faults/faults.ts";
import { type Answer, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { expectRows, madeLink, outcomesOf, sendRows } from "./bulk.ts";

const DAY_MS = 24 * 60 * 60_000;

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const full = await service.issueKey();

let used = 0;
/** Rows with a unique name, and a new Idempotency-Key. */
const fresh = (count = 3) => {
  const name = `bulk ${++used}`;
  return {
    name,
    idempotencyKey: `bulk-key-${used}`,
    bodies: Array.from({ length: count }, () => linkBody("custom custom_url", { name })),
  };
};
const count = (name: string) =>
  service.env.DB.prepare("SELECT count(*) AS n FROM links WHERE name = ?1").bind(name).first<number>("n");
const replayed = ({ headers }: Answer) => headers.get("Idempotent-Replayed");
const keyed = (idempotencyKey: string, key = full.key) => ({ key, idempotencyKey });

test("a retry of a bulk request gets the same response, marked as a replay, and creates nothing", async () => {
  const { name, idempotencyKey, bodies } = fresh();
  const first = await sendRows(service, bodies, keyed(idempotencyKey));
  const again = await sendRows(service, bodies, keyed(idempotencyKey));
  expect(again.text).toBe(first.text);
  expect([replayed(first), replayed(again)]).toEqual([null, "true"]);
  expect(await count(name)).toBe(3);
});

test("a retry creates only missing rows: rejected rows are tried again", async () => {
  const { name, idempotencyKey, bodies } = fresh();
  const missing = linkBody("custom custom_url", { name, projectId: `late-${used}` });
  const rows = [bodies[0], missing, { name }, bodies[1]];
  const first = expectRows(await sendRows(service, rows, keyed(idempotencyKey)));
  expect(outcomesOf(first)).toEqual(["201", "403 project_access_denied", "400 validation_failed", "201"]);
  await service.issueKey({ createProjects: [`late-${used}`] });
  const second = await sendRows(service, rows, keyed(idempotencyKey));
  expect(replayed(second)).toBeNull();
  const made = expectRows(second);
  expect(outcomesOf(made)).toEqual(["201", "201", "400 validation_failed", "201"]);
  expect([made[0], made[3]]).toEqual([first[0], first[3]]);
  const third = await sendRows(service, rows, keyed(idempotencyKey));
  expect(replayed(third)).toBe("true");
  const last = expectRows(third);
  expect([last[0], last[1], last[3]]).toEqual([made[0], made[1], made[3]]);
  expect(await count(name)).toBe(3);
});

test("the same key with different rows is a conflict, however few rows were created", async () => {
  const { name, idempotencyKey, bodies } = fresh();
  const rows = [{ name }, { name }, bodies[0]];
  expect(outcomesOf(expectRows(await sendRows(service, rows, keyed(idempotencyKey))))[2]).toBe("201");
  for (const other of [[bodies[0]], [bodies[0], { name }, { name }], [...rows, bodies[1]]]) {
    expectError(await sendRows(service, other, keyed(idempotencyKey)), 409, "idempotency_conflict");
  }
  expect(await count(name)).toBe(1);
});

test("a retried row gets its first response although its project was archived since", async () => {
  const { name, idempotencyKey, bodies } = fresh(2);
  const projectId = `archived-${used}`;
  await service.issueKey({ createProjects: [projectId] });
  const rows = [
    { ...bodies[0], projectId },
    { ...bodies[1], projectId, name: "" },
  ];
  const first = expectRows(await sendRows(service, rows, keyed(idempotencyKey)));
  await service.env.DB.prepare("UPDATE projects SET archived_at = created_at WHERE id = ?1")
    .bind(projectId)
    .run();
  const again = expectRows(await sendRows(service, rows, keyed(idempotencyKey)));
  expect(again[0]).toEqual(first[0]);
  expect(outcomesOf(again)).toEqual(["201", "400 validation_failed"]);
  expect(await count(name)).toBe(1);
});

test("a bulk request that created nothing does not use up its key", async () => {
  const { name, idempotencyKey, bodies } = fresh();
  expect(outcomesOf(expectRows(await sendRows(service, [{ name }], keyed(idempotencyKey))))).toEqual([
    "400 validation_failed",
  ]);
  expect(outcomesOf(expectRows(await sendRows(service, bodies, keyed(idempotencyKey))))).toEqual([
    "201",
    "201",
    "201",
  ]);
});

test("a bulk request and a single creation can use the same key independently", async () => {
  const { name, idempotencyKey, bodies } = fresh(1);
  await sendRows(service, bodies, keyed(idempotencyKey));
  const alone = await post(service, "/v1/links", bodies[0], keyed(idempotencyKey));
  expect([alone.status, replayed(alone)]).toEqual([201, null]);
  expect(await count(name)).toBe(2);
});

test("a retry with a rotated API key creates nothing twice; a key with fewer scopes gets only its rows", async () => {
  const { name, idempotencyKey, bodies } = fresh(2);
  const rows = [bodies[0], linkBody("bigbox_w add_to_cart", { name })];
  const first = await sendRows(service, rows, keyed(idempotencyKey));
  const rotated = await service.issueKey();
  expect((await sendRows(service, rows, keyed(idempotencyKey, rotated.key))).text).toBe(first.text);
  const poor = await service.issueKey({ scopes: ["links:write", "retailers:custom"] });
  const partly = expectRows(await sendRows(service, rows, keyed(idempotencyKey, poor.key)));
  expect(outcomesOf(partly)).toEqual(["201", "403 insufficient_scope"]);
  expect(await count(name)).toBe(2);
});

test("another organization's identical request is independent", async () => {
  const { name, idempotencyKey, bodies } = fresh(2);
  const globex = await service.issueKey({ organization: "globex" });
  const [ours, theirs] = [
    expectRows(await sendRows(service, bodies, keyed(idempotencyKey))).map(madeLink),
    expectRows(await sendRows(service, bodies, keyed(idempotencyKey, globex.key))).map(madeLink),
  ];
  expect(new Set([...ours, ...theirs].map(({ id }) => id)).size).toBe(4);
  expect(await count(name)).toBe(4);
});

test("identical concurrent requests create each row once and get the same response", async () => {
  const { name, idempotencyKey, bodies } = fresh(20);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => sendRows(service, bodies, keyed(idempotencyKey))),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
  expect(await count(name)).toBe(20);
});

test("of different concurrent requests with one key, one is completed and the others are conflicts", async () => {
  const { name, idempotencyKey, bodies } = fresh(5);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      sendRows(service, [...bodies, { row: index }], keyed(idempotencyKey)),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
  expect(await count(name)).toBe(5);
});

test("a retry is a new request only after 24 hours", async () => {
  const { name, idempotencyKey, bodies } = fresh(2);
  const at = (milliseconds: number) => ({
    ...keyed(idempotencyKey),
    headers: { [LATER]: String(milliseconds) },
  });
  const first = await sendRows(service, bodies, at(0));
  expect((await sendRows(service, bodies, at(DAY_MS - 60_000))).text).toBe(first.text);
  const later = await sendRows(service, bodies, at(DAY_MS + 60_000));
  expect(replayed(later)).toBeNull();
  expect(outcomesOf(expectRows(later))).toEqual(["201", "201"]);
  expect(await count(name)).toBe(4);
  // Also with different rows.
  const other = await sendRows(service, bodies.slice(1), at(2 * DAY_MS + 180_000));
  expect(outcomesOf(expectRows(other))).toEqual(["201"]);
});
