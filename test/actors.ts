import type { Actor, MemberActor } from "../src/features/access/actor.ts";
import { SCOPES, type Scope } from "../src/ground/core/vocabulary.ts";

/** A member of an organization with a role in all of its projects. */
export const memberOf = (role: MemberActor["role"], organizationId = "acme"): MemberActor => ({
  type: "member",
  id: "mem_1",
  organizationId,
  role,
  projects: "all",
});

/** An API key of `acme` for all of its projects. */
export const programWith = (scopes: readonly Scope[] = SCOPES): Extract<Actor, { type: "api_key" }> => ({
  type: "api_key",
  id: "key_1",
  organizationId: "acme",
  scopes,
  projects: "all",
});
