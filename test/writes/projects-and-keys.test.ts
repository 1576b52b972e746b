import { beforeEach, describe, expect, test } from "vitest";
import { issueKey } from "../../src/features/access/issue-key.ts";
import { createProject, renameProject } from "../../src/features/access/manage-projects.ts";
import { rotateKey } from "../../src/features/access/rotate-key.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import { RESERVED_BYTES } from "../../src/features/writes/quota-check.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { setQuotas } from "./quotas.ts";

const service = await useService();
const { DB } = service.env;

let number = 0;
/** A new organization for each test. */
let organization: string;
beforeEach(async () => {
  organization = `quota-${++number}`;
  await service.issueKey({ organization });
});

const owner = () => memberOf("owner", organization);
const count = (sql: string, ...values: string[]) =>
  DB.prepare(sql)
    .bind(...values)
    .first<number>("n");
const refused = (call: Promise<unknown>, quota: string) =>
  expect(call).rejects.toMatchObject({ code: "quota_exceeded", details: [{ field: quota }] });

describe("projects and keys", () => {
  const project = (id: string) =>
    createProject(owner(), { id, name: id, idempotency: null }, dependenciesOf(service.env));
  const request = (name: string) => ({
    organization,
    projects: "all" as const,
    createProjects: [],
    scopes: ["links:read" as const],
    name,
    expiresAt: null,
  });
  const issue = (name: string) =>
    issueKey(owner(), { request: request(name), idempotency: null }, dependenciesOf(service.env));
  const fulfilled = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.filter(({ status }) => status === "fulfilled").length;

  test("of 10 concurrent projects, the quota's number is created; a taken id is reported first", async () => {
    const now =
      (await count("SELECT count(*) AS n FROM projects WHERE organization_id = ?1", organization)) ?? 0;
    await setQuotas(DB, organization, { projects: now + 3 });
    expect(
      fulfilled(await Promise.allSettled(Array.from({ length: 10 }, (_, index) => project(`p${index}`)))),
    ).toBe(3);
    await refused(project("another"), "projects");
    await expect(project("main")).rejects.toMatchObject({ code: "duplicate_identifier" });
  });

  test("of 10 concurrent keys too; a revoked key does not count, rotation without grace needs no quota, the operator is exempt", async () => {
    await setQuotas(DB, organization, { keys: 4 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => issue(`k${index}`)));
    expect(fulfilled(outcomes)).toBe(3);
    await refused(issue("another"), "keys");
    const { apiKeys } = dependenciesOf(service.env);
    const listed = await apiKeys.list(organization, "key_zzz", 10);
    const [first] = listed;
    if (!first) throw new Error("no key");
    const rotate = (grace: "0" | "7d") =>
      rotateKey(owner(), { id: first.id, grace, idempotency: null }, dependenciesOf(service.env));
    await refused(rotate("7d"), "keys");
    const { issued } = madeBy(await rotate("0"));
    await refused(issue("another"), "keys");
    await DB.prepare("UPDATE api_keys SET revoked_at = created_at WHERE id = ?1").bind(issued.id).run();
    await issue("another");
    // That there is no room is not what keeps a revoked key from being rotated.
    const rotateRevoked = rotateKey(
      owner(),
      { id: issued.id, grace: "7d", idempotency: null },
      dependenciesOf(service.env),
    );
    await expect(rotateRevoked).rejects.toMatchObject({ code: "key_inactive" });
    await issueKey(
      OPERATOR,
      { request: request("of the operator"), idempotency: null },
      dependenciesOf(service.env),
    );
  });

  test("an exhausted byte quota rejects both, and without the reserve also renaming a project", async () => {
    await setQuotas(DB, organization, { storedBytes: 1 });
    await refused(project("another"), "storedBytes");
    await refused(issue("another"), "storedBytes");
    await setQuotas(DB, organization, { storedBytes: -RESERVED_BYTES });
    const renaming = { projectId: "main", name: "Renamed", idempotency: null };
    await refused(renameProject(owner(), renaming, dependenciesOf(service.env)), "storedBytes");
  });
});
