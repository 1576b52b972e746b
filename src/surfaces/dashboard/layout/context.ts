import type { Context } from "hono";
import type { Env } from "../../../env.ts";
import type { MemberActor } from "../../../features/access/actor.ts";
import type { Session } from "../../../features/sign-in/identity.ts";

import type { Variables } from "../../http/context.ts";

/** The organization of a screen, and the person. */
export interface Workspace {
  organizationId: string;
  /** The path of the organization's screens, without a slash at the end. */
  base: string;
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
