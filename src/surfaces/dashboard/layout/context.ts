import type { Context } from "hono";
import type { Env } from "../../../env.ts";
import type { MemberActor } from "../../../features/access/actor.ts";
import { requireScope } from "../../../features/access/permissions.ts";
import { getLink } from "../../../features/links/get-link.ts";
import type { Link } from "../../../features/links/link.ts";
import type { Session } from "../../../features/sign-in/session.ts";
import type { Variables } from "../../http/context.ts";

/** The organization of a screen, and the person. */
export interface Workspace {
  organizationId: string;
  /** The path of the organization's screens, without a slash at the end. */
  base: string;
  /** The email address of the person. */
  email: string;
  actor: MemberActor;
  /** Whether the person has a session of their own, which they can end. */
  hasSession: boolean;
  /** Whether the person is a member of other organizations too. */
  hasOthers: boolean;
  /** The time zone of the organization; null: not chosen yet. */
  timeZone: string | null;
}

/** The bindings and variables of the dashboard. */
export type DashboardEnv = {
  Bindings: Env;
  Variables: Variables & {
    /** The email address of the person. */
    email: string;
    /** The session of the browser; null if Cloudflare Access or the local configuration signs the person in. */
    session: Session | null;
    /** The people who may create organizations; empty if the sign-in opens one organization only. */
    organizationMakers: readonly string[];
    /** Set on the screens of an organization. */
    workspace: Workspace;
  };
};
/** The context of one request to the dashboard. */
export type DashboardContext = Context<DashboardEnv>;

/** The path of an organization's screens. */
export const basePath = (organizationId: string): string =>
  `/dashboard/o/${encodeURIComponent(organizationId)}`;

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
