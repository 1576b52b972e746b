import { hasScope, type MemberActor } from "../../../features/access/actor.ts";
import {
  mayExport,
  mayManageKeys,
  mayManageMembers,
  mayManageOrganization,
  mayManageWebhooks,
} from "../../../features/access/permissions.ts";

import { maySeeSalesReports } from "../../../features/access/sales-permissions.ts";

/** Whether the member may share reports of visits. */
const mayShare = (actor: MemberActor): boolean => hasScope(actor, "links:write");

/** Whether the settings have a tab for the member. */
const maySet = (actor: MemberActor): boolean => SETTINGS.some(({ isFor }) => isFor(actor));

/** A screen in the navigation, or a tab of the settings. */
interface Entry {
  /** The name in the navigation and the command menu, and the heading. */
  name: string;
  /** Below the organization's base path; empty for the first screen. */
  path: string;
  /** Whether it is for this member; absent if it is for all. */
  isFor?: (actor: MemberActor) => boolean;
}

/** The list of projects, which the menu of projects opens. */
export const PROJECTS = { name: "Projects", path: "/projects" } as const;

/** The tabs of the settings. */
export const SETTINGS = [
  { name: "Members", path: "/members", isFor: mayManageMembers },
  { name: "API keys", path: "/keys", isFor: mayManageKeys },
  { name: "Domains", path: "/domains", isFor: mayManageOrganization },
  { name: "Notify me", path: "/notify", isFor: mayManageOrganization },
  { name: "Webhooks", path: "/webhooks", isFor: mayManageWebhooks },
  { name: "Exports", path: "/exports", isFor: mayExport },
  { name: "Time zone", path: "/time-zone", isFor: mayManageOrganization },
] as const satisfies readonly Entry[];

/** The screens that show one project or all. */
export const VIEWS = [
  { name: "Overview", path: "", icon: "home" },
  { name: "Links", path: "/links", icon: "links" },
  { name: "Visits", path: "/visits", icon: "visits" },
] as const satisfies readonly (Entry & { icon: string })[];

/** The screens in the order of the navigation. The settings open with their first tab. */
export const NAVIGATION = [
  ...VIEWS,
  { name: "Sales", path: "/sales", icon: "sales", isFor: maySeeSalesReports },
  { name: "Reports", path: "/reports", icon: "report", isFor: mayShare },
  { name: "Settings", path: SETTINGS[0].path, icon: "settings", isFor: maySet },
] as const satisfies readonly (Entry & { icon: string })[];

/** In the menu of the account. */
export const ACTIVITY = { name: "Activity", path: "/activity" } as const;

/** Paths that people may type without an organization. */
export const SCREEN_PATHS: readonly string[] = [
  ...NAVIGATION.slice(1, -1),
  PROJECTS,
  ...SETTINGS,
  ACTIVITY,
].map(({ path }) => path);

/** The same for screens outside the navigation. */
export const FORM_PATHS: readonly string[] = ["/links/new", "/links/import"];

/** The name of a screen in the navigation, of a tab of the settings, or of a screen that a menu opens. */
export type ScreenName = (typeof NAVIGATION | typeof SETTINGS)[number]["name"] | "Activity" | "Projects";

/** The entries that a member sees. */
export const entriesFor = <E extends Entry>(entries: readonly E[], actor: MemberActor): readonly E[] =>
  entries.filter(({ isFor }) => isFor?.(actor) ?? true);

/** Whether a screen is a tab of the settings. */
export const isSetting = (tab: ScreenName | null): boolean => SETTINGS.some(({ name }) => name === tab);
