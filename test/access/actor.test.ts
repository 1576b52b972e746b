import { expect, test } from "vitest";
import {
  type Actor,
  hasScope,
  keyActor,
  memberActor,
  ROLES,
  type Role,
} from "../../src/features/access/actor.ts";
import type { ApiKey } from "../../src/features/access/api-key.ts";
import {
  OFFER_RETAILERS,
  OPERATION_SCOPES,
  retailerScope,
  SCOPES,
} from "../../src/ground/core/vocabulary.ts";
import { OPERATOR } from "../dependencies.ts";

const scopesOf = (actor: Actor) => SCOPES.filter((scope) => hasScope(actor, scope));
const member = (role: Role): Actor => ({
  type: "member",
  id: "mem_1",
  organizationId: "acme",
  role,
  projects: "all",
});
const apiKey = (scopes: ApiKey["scopes"]): ApiKey => ({
  id: "key_1",
  organizationId: "acme",
  scopes,
  projects: ["main"],
  expiresAt: "2026-11-20T00:00:00.000Z",
  revokedAt: null,
});

test("an API key has exactly the scopes that it was issued with", () => {
  expect(scopesOf(keyActor(apiKey([])))).toEqual([]);
  for (const scope of SCOPES) expect(scopesOf(keyActor(apiKey([scope])))).toEqual([scope]);
  expect(scopesOf(keyActor(apiKey(SCOPES)))).toEqual(SCOPES);
});

test("owners and editors have every scope, viewers only read, and jobs may do everything", () => {
  const granted = Object.fromEntries(ROLES.map((role) => [role, scopesOf(member(role))]));
  expect(granted).toEqual({
    owner: SCOPES,
    editor: SCOPES,
    viewer: ["links:read", "projects:read", "events:read"],
  });
  expect(scopesOf(OPERATOR)).toEqual(SCOPES);
});

test("there is one scope per operation and one per retailer", () => {
  expect(SCOPES).toEqual([...OPERATION_SCOPES, ...OFFER_RETAILERS.map(retailerScope)]);
  expect(new Set(SCOPES).size).toBe(OPERATION_SCOPES.length + OFFER_RETAILERS.length);
});

test("the actor of a request has only the properties of the key that access depends on", () => {
  expect(keyActor(apiKey(["links:read"]))).toEqual({
    type: "api_key",
    id: "key_1",
    organizationId: "acme",
    scopes: ["links:read"],
    projects: ["main"],
  });
});

test("a member acts only in its projects, and an owner in all of them", () => {
  const projectsOf = (role: Role) =>
    memberActor({ id: "mem_1", organizationId: "acme", role, projects: ["main"] }).projects;
  expect(ROLES.map((role) => [role, projectsOf(role)])).toEqual(
    ROLES.map((role) => [role, role === "owner" ? "all" : ["main"]]),
  );
});
