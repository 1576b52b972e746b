import type { Context } from "hono";
import type { Env } from "../../../env.ts";
import type { MemberActor } from "../../../features/access/actor.ts";
import type { Project } from "../../../features/access/project.ts";
import type { Session } from "../../../features/sign-in/identity.ts";
import type { Variables } from "../../http/context.ts";

/** A project as the navigation shows it. */
export interface ShownProject {
  id: string;
  name: string;
  /** The path of its logo. */
  logo: string | null;
  /** The color of its brand, as in `#9a3412`. */
  color: string | null;
}

/** The organization of a screen, and the person. */
export interface Workspace {
  organizationId: string;
  /** The path of the organization's screens, without a slash at the end. */
  base: string;
  email: string;
  actor: MemberActor;
  /** What signed the person in, which is also what can sign them out; the local configuration can't. */
  signedInBy: "session" | "cloudflare-access" | "local-configuration";
  /** Whether the person is a member of other organizations too. */
  hasOthers: boolean;
  /** The time zone of the organization; null: not chosen yet. */
  timeZone: string | null;
  /** Filled by `openProjects`. */
  openProjects?: Promise<readonly Project[]>;
  /** The first hundred open projects of the person, for the menu of projects. */
  projects: readonly ShownProject[];
  /** The project of this screen, or that with which other screens start; null: all projects. */
  project: ShownProject | null;
  /** The query that leads to the same project on other screens; empty if they start with it. */
  projectQuery: string;
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
