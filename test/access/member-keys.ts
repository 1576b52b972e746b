import type { Actor, Role } from "../../src/features/access/actor.ts";
import { apiKeyStore } from "../../src/features/access/api-key-store.ts";
import { issueKey, type KeyRequest } from "../../src/features/access/issue-key.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { useService } from "../use-service.ts";

/** When the verbs run. */
export const NOW = new Date("2026-11-21T12:00:00.000Z");

export const member = (id: string, organizationId = "acme", role: Role = "owner"): Actor => ({
  type: "member",
  id,
  organizationId,
  role,
  projects: "all",
});
/** An owner of acme. */
export const ada = member("mem_ada");

/** A key that an owner of acme requests, with these changes. */
export const request = (changes: Partial<KeyRequest> = {}): KeyRequest => ({
  organization: "acme",
  projects: ["main"],
  createProjects: [],
  scopes: ["links:read"],
  name: "Website",
  expiresAt: null,
  ...changes,
});

/** Starts the service with owners of two organizations. */
export async function startMemberKeyService() {
  const service = await useService({}, "acme");
  await service.issueKey({ createProjects: ["main", "old"] });
  await service.issueKey({ organization: "globex", createProjects: ["theirs"] });
  for (const [id, organization] of [
    ["mem_ada", "acme"],
    ["mem_bob", "acme"],
    ["mem_eve", "globex"],
  ]) {
    await service.env.DB.prepare(
      `INSERT INTO members (id, organization_id, email, role, created_at)
       VALUES (?1, ?2, ?1 || '@example.com', 'owner', '2026-11-01T00:00:00.000Z')`,
    )
      .bind(id, organization)
      .run();
  }

  function deps(fault?: Fault) {
    const db = fault ? faulty(service.env.DB, fault) : service.env.DB;
    return { apiKeys: apiKeyStore(db, () => {}), projects: projectStore(db), now: () => NOW };
  }
  const issue = async (changes?: Partial<KeyRequest>, actor = ada) =>
    madeBy(await issueKey(actor, { request: request(changes), idempotency: null }, deps()));
  const count = async (table: string, condition: string) =>
    Number(await service.env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`).first("n"));
  return { service, deps, issue, count };
}
