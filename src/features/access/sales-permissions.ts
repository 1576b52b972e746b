import { ServiceError } from "../../ground/core/errors.ts";
import { hasScope, type OrganizationActor } from "./actor.ts";
import { requireScope } from "./permissions.ts";
import { CREATE_LINK_SCOPE, GET_VISITS_SCOPE } from "./scopes.ts";

/** Whether the actor may add and undo sales reports: it may create links, in all projects, because a report can be of any. */
export const mayManageSales = (actor: OrganizationActor): boolean =>
  hasScope(actor, CREATE_LINK_SCOPE) && actor.projects === "all";

/** Throws 403 unless the actor may add and undo sales reports. */
export function requireSalesManager(actor: OrganizationActor): void {
  requireScope(actor, CREATE_LINK_SCOPE);
  requireAllProjects(actor);
}

/** Whether the actor may see the sales reports themselves, not only the sales of its projects. */
export const maySeeSalesReports = (actor: OrganizationActor): boolean =>
  hasScope(actor, GET_VISITS_SCOPE) && actor.projects === "all";

/** Throws 403 unless the actor may see the sales reports themselves. */
export function requireSalesReader(actor: OrganizationActor): void {
  requireScope(actor, GET_VISITS_SCOPE);
  requireAllProjects(actor);
}

function requireAllProjects(actor: OrganizationActor): void {
  if (actor.projects === "all") return;
  throw new ServiceError("project_access_denied", "Sales reports are for people with all projects.");
}
