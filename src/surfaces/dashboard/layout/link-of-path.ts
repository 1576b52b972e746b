import { requireScope } from "../../../features/access/permissions.ts";
import { getLink } from "../../../features/links/get-link.ts";
import type { Link } from "../../../features/links/link.ts";
import type { DashboardContext } from "./context.ts";

/** The path of a link below /links. No other path there looks like an id. */
export const LINK = "/:link{lnk_[0-9a-z]+}";

/** The id of the link in the URL. */
export const linkIdIn = (c: DashboardContext): string => c.req.param("link") ?? "";

/** That link, for members with this scope if one is needed. Throws `insufficient_scope` and `not_found`. */
export async function linkIn(c: DashboardContext, scope?: Parameters<typeof requireScope>[1]): Promise<Link> {
  const { workspace, dependencies } = c.var;
  if (scope) requireScope(workspace.actor, scope);
  return (await getLink(workspace.actor, linkIdIn(c), dependencies)).link;
}

/** The path of that link's page. */
export const linkPathIn = (c: DashboardContext): string => `${c.var.workspace.base}/links/${linkIdIn(c)}`;
