import { expect, test } from "vitest";
import { type Actor, hasScope, memberActor, ROLES, type Role } from "../../src/features/access/actor.ts";
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

test("a member acts only in its projects, and an owner in all of them", () => {
  const projectsOf = (role: Role) =>
    memberActor({ id: "mem_1", organizationId: "acme", role, projects: ["main"] }).projects;
  expect(ROLES.map((role) => [role, projectsOf(role)])).toEqual(
    ROLES.map((role) => [role, role === "owner" ? "all" : ["main"]]),
  );
});
