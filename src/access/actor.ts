import type { OperationScope, Scope } from "../core/vocabulary.ts";
import type { ApiKey } from "./api-key.ts";

/** What a member may do in the organization: everything; links and codes; read. */
export const ROLES = ["owner", "editor", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who does something. Every verb takes one first, and access is judged by nothing else.
 *
 * - `api_key`: a program of an integrator, bound to its organization, projects and scopes.
 * - `member`: a person in one organization, bound to a role.
 * - `job`: the service itself (the cron, the queue) or its operator at the command line. It may do everything.
 */
export type Actor =
  | (Pick<ApiKey, "id" | "organizationId" | "scopes" | "projects"> & { type: "api_key" })
  | { type: "member"; id: string; organizationId: string; role: Role }
  | { type: "job"; id: string };

/** A key or a member: whoever acts within one organization. */
export type OrganizationActor = Exclude<Actor, { type: "job" }>;

/** The actor that a request with this key is made by. */
export const keyActor = ({ id, organizationId, scopes, projects }: ApiKey): OrganizationActor => ({
  type: "api_key",
  id,
  organizationId,
  scopes,
  projects,
});

const READING: readonly OperationScope[] = ["links:read"];

/** Whether the actor has `scope`. Roles include every retailer; a viewer only reads. */
export function hasScope(actor: Actor, scope: Scope): boolean {
  switch (actor.type) {
    case "api_key":
      return actor.scopes.includes(scope);
    case "member":
      return actor.role !== "viewer" || READING.some((known) => known === scope);
    case "job":
      return true;
  }
}
