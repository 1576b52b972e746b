import { beforeEach, expect, test } from "vitest";
import { apiKeyStore } from "../../src/features/access/api-key-store.ts";
import { issueFirstKey, issueKey, type KeyRequest } from "../../src/features/access/issue-key.ts";
import { createProject, renameProject } from "../../src/features/access/manage-projects.ts";
import { rotateKey } from "../../src/features/access/rotate-key.ts";
import { idempotencyRequest, madeBy } from "../../src/features/writes/claim.ts";
import { RESERVED_BYTES } from "../../src/features/writes/quota-check.ts";
import { ACCESS_BYTES, CHANGE_BYTES } from "../../src/features/writes/usage-statements.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { intercepted } from "../faults/faults.ts";
import { useService } from "../use-service.ts";
import { setQuotas } from "./quotas.ts";

/** What keys and projects take of the quotas, to the byte and to the moment. */
const service = await useService();
const { DB } = service.env;
const deps = () => dependenciesOf(service.env);

let number = 0;
/** A new organization for each test, without a key. */
let organization: string;
beforeEach(async () => {
  organization = `room-${++number}`;
  await DB.prepare("INSERT INTO organizations (id, name, created_at) VALUES (?1, ?1, '')")
    .bind(organization)
    .run();
});

const owner = () => memberOf("owner", organization);
const request = (changes: Partial<KeyRequest> = {}): KeyRequest => ({
  organization,
  projects: "all",
  createProjects: [],
  scopes: ["links:read"],
  name: "Website",
  expiresAt: null,
  ...changes,
});
const issue = (changes: Partial<KeyRequest> = {}, actor: Parameters<typeof issueKey>[0] = owner()) =>
  issueKey(actor, { request: request(changes), idempotency: null }, deps());
const project = (id: string) => createProject(owner(), { id, name: id, idempotency: null }, deps());
const rename = (projectId: string, name: string) =>
  renameProject(owner(), { projectId, name, idempotency: null }, { ...deps(), db: DB });
const refused = (call: Promise<unknown>, quota: string) =>
  expect(call).rejects.toMatchObject({ code: "quota_exceeded", details: [{ field: quota }] });
const ask = async (sql: string) => Number(await DB.prepare(sql).bind(organization).first("n"));
const stored = () => ask("SELECT stored_bytes AS n FROM organization_usage WHERE organization_id = ?1");

test("each activity, key and project counts, regardless of the actor", async () => {
  await issue({ projects: ["winter"], createProjects: ["spring"] }, OPERATOR);
  await project("summer");
  const { id } = madeBy(await issue());
  await rotateKey(owner(), { id, grace: "7d", idempotency: null }, deps());
  const records = `SELECT sum(${CHANGE_BYTES} + octet_length(changes)) AS n FROM activity WHERE organization_id = ?1`;
  const projects = `SELECT sum(${ACCESS_BYTES} + octet_length(name)) AS n FROM projects WHERE organization_id = ?1`;
  const keys = `SELECT ${ACCESS_BYTES} * count(*) AS n FROM api_keys WHERE organization_id = ?1`;
  expect(await stored()).toBe((await ask(records)) + (await ask(projects)) + (await ask(keys)));
  const before = (await stored()) - (await ask(records));
  await rename("summer", "A season");
  expect((await stored()) - (await ask(records))).toBe(before);
});

test("a key needs quota for its name, end, projects and scopes", async () => {
  await project("main");
  await setQuotas(DB, organization, { storedBytes: 0 });
  const needed = async (changes: Partial<KeyRequest>) => {
    const refusal = await issue(changes).catch(String);
    return Number(/this needs (\d+) more/.exec(String(refusal))?.[1]);
  };
  const size = (value: unknown) => JSON.stringify(value).length;
  const least = await needed({});
  for (const longer of [
    { name: "A name that says where the key is used" },
    { expiresAt: "2099-01-01T00:00:00.000Z" },
    { projects: ["main"] },
    { scopes: ["links:read", "projects:read"] },
  ] satisfies Partial<KeyRequest>[]) {
    const more = size(request(longer)) - size(request());
    expect([longer, await needed(longer)]).toEqual([longer, least + more]);
  }
});

test("a change that uses up the reserve is made, and the next is not", async () => {
  await project("main");
  await setQuotas(DB, organization, { storedBytes: (await stored()) + CHANGE_BYTES + 100 - RESERVED_BYTES });
  expect(await rename("main", "Renamed")).toMatchObject({ kind: "made", value: { name: "Renamed" } });
  await refused(rename("main", "Once more"), "storedBytes");
});

test("an owner's first key is subject to the quota", async () => {
  const first = () => issueFirstKey(owner(), request(), deps());
  await setQuotas(DB, organization, { keys: 0 });
  await refused(first(), "keys");
  expect(await ask("SELECT count(*) AS n FROM api_keys WHERE organization_id = ?1")).toBe(0);
  await setQuotas(DB, organization, { keys: 2 });
  expect(await first()).toMatchObject({ name: "Website" });
  expect(await first()).toBeNull();
});

test("a key rejected just before quota became free can be retried", async () => {
  await setQuotas(DB, organization, { keys: 0 });
  const db = intercepted(DB, async (name, call) => {
    const result = await call();
    if (name === "batch") await setQuotas(DB, organization, { keys: 100 });
    return result;
  });
  const input = { request: request(), idempotency: null };
  const refusal = issueKey(owner(), input, { ...deps(), apiKeys: apiKeyStore(db, () => {}) });
  await expect(refusal).rejects.toMatchObject({ code: "service_unavailable" });
  expect(await issue()).toMatchObject({ kind: "made" });
});

test("a repeated form is replayed for 24 hours, and needs quota afterwards", async () => {
  const start = Date.parse("2026-11-21T12:00:00.000Z");
  const form = await idempotencyRequest(organization, "POST", "/dashboard/keys", "form", {});
  const idempotency = { ...form, receipt: () => "first answer" };
  const send = (hours: number) => {
    const now = () => new Date(start + hours * 3_600_000);
    return issueKey(owner(), { request: request(), idempotency }, { ...deps(), now });
  };
  await setQuotas(DB, organization, { keys: 1 });
  expect(await send(0)).toMatchObject({ kind: "made" });
  expect(await send(23.9)).toEqual({ kind: "replayed", receipt: "first answer" });
  await refused(send(24), "keys");
});
