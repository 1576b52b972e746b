import { expect } from "vitest";
import type { Actor } from "../../src/features/access/actor.ts";
import { apiKeyStore } from "../../src/features/access/api-key-store.ts";
import { issueKey as issueKeyVerb, type KeyRequest } from "../../src/features/access/issue-key.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { type Grace, rotateKey as rotateKeyVerb } from "../../src/features/access/rotate-key.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { useService } from "../use-service.ts";

export const HOUR = 3_600_000;
/** The time at which the verbs run, unless a test sets it. */
export const NOW = new Date("2026-11-21T12:00:00.000Z");
/** The time this many milliseconds after `NOW`. */
export const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

/** A caller that may manage the keys of every organization. */
export const job: Actor = { type: "job", id: "test" };

/** A key of acme that reads links of every project, with these changes. */
export const request = (changes: Partial<KeyRequest> = {}): KeyRequest => ({
  organization: "acme",
  projects: "all",
  createProjects: [],
  scopes: ["links:read"],
  name: "key",
  expiresAt: null,
  ...changes,
});
/** An error with this code. */
export const code = (expected: string) => expect.objectContaining({ code: expected });

/** Starts the service for tests of the verbs that manage keys. */
export async function startKeyService() {
  const service = await useService({}, "acme");

  function deps(now = NOW, fault?: Fault) {
    const db = fault ? faulty(service.env.DB, fault) : service.env.DB;
    return { apiKeys: apiKeyStore(db, () => {}), projects: projectStore(db), now: () => now };
  }
  type Deps = ReturnType<typeof deps>;
  /** The verbs without an idempotency key. */
  const issueKey = async (actor: Actor, request: KeyRequest, dependencies: Deps) =>
    madeBy(await issueKeyVerb(actor, { request, idempotency: null }, dependencies));
  const rotateKey = async (actor: Actor, input: { id: string; grace: Grace }, dependencies: Deps) =>
    madeBy(await rotateKeyVerb(actor, { ...input, idempotency: null }, dependencies));
  const issue = (changes: Partial<KeyRequest> = {}, now = NOW) => issueKey(job, request(changes), deps(now));
  const rows = async (sql: string) => (await service.env.DB.prepare(sql).all()).results;
  return { service, deps, issueKey, rotateKey, issue, rows };
}
