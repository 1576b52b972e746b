import type { OperationScope, Scope } from "../../ground/core/vocabulary.ts";

/** The projects of its organization that a key or a member may use; `all` includes those created later. */
export type Projects = "all" | readonly string[];

/** The roles of members. An owner may do everything, an editor may write links and QR codes, a viewer may only read. */
export const ROLES = ["owner", "editor", "viewer"] as const;
/** A member's role in its organization. */
export type Role = (typeof ROLES)[number];

/**
 * Who performs an action. It is the first parameter of every verb, and access depends on nothing else. `correlationId` is that
 * of the request, which events record.
 *
 * - `api_key`: a program of an integrator, bound to its organization, projects and scopes.
 * - `member`: a person in one organization, bound to a role and to projects.
 * - `job`: the service itself (the cron, the queue) or its operator at the command line. It may do everything.
 */
export type Actor =
  | {
      type: "api_key";
      id: string;
      organizationId: string;
      scopes: readonly Scope[];
      projects: Projects;
      correlationId?: string;
    }
  | {
      type: "member";
      id: string;
      organizationId: string;
      role: Role;
      projects: Projects;
      correlationId?: string;
    }
  | { type: "job"; id: string; correlationId?: never };

/** An API key or a member, which act within one organization. */
export type OrganizationActor = Exclude<Actor, { type: "job" }>;

/** A person in one organization. */
export type MemberActor = Extract<Actor, { type: "member" }>;

/** The service itself, or its operator. */
type JobActor = Extract<Actor, { type: "job" }>;

/** The actor of requests with this key. */
export const keyActor = ({
  id,
  organizationId,
  scopes,
  projects,
}: Omit<Extract<Actor, { type: "api_key" }>, "type" | "correlationId">): OrganizationActor => ({
  type: "api_key",
  id,
  organizationId,
  scopes,
  projects,
});

/** The actor of a member's action: on a screen, or in work that continues after it. */
export const memberActor = ({
  id,
  organizationId,
  role,
  projects,
}: Omit<MemberActor, "type" | "correlationId">): MemberActor => ({
  type: "member",
  id,
  organizationId,
  role,
  // An owner is responsible for the whole organization, and could lift a limit without anybody else.
  projects: role === "owner" ? "all" : projects,
});

/** The service itself or its operator as an actor. `name` is that of the job or of the command. */
export const jobActor = (name: string): JobActor => ({ type: "job", id: name });

const READING: readonly OperationScope[] = ["links:read", "projects:read", "events:read"];

/** Whether the actor has `scope`. Roles cover every retailer; a viewer has only the reading scopes. */
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
