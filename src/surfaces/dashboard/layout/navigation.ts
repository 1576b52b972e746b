import { hasScope, type MemberActor } from "../../../features/access/actor.ts";
import {
  mayExport,
  mayManageKeys,
  mayManageMembers,
  mayManageOrganization,
  mayManageWebhooks,
} from "../../../features/access/permissions.ts";

/** Whether the member may share reports of visits. */
const mayShare = (actor: MemberActor): boolean => hasScope(actor, "links:write");

/** A screen in the navigation. */
export interface NavigationEntry {
  /** The name in the navigation and the command menu, and the heading. */
  name: string;
  /** Below the organization's base path; empty for the first screen. */
  path: string;
  group: "Work" | "Manage";
  /** Whether it is for this member; absent if it is for all. */
  isFor?: (actor: MemberActor) => boolean;
}

/** The screens in the order of the navigation. */
export const NAVIGATION = [
  { name: "Overview", path: "", group: "Work" },
  { name: "Links", path: "/links", group: "Work" },
  { name: "Visits", path: "/visits", group: "Work" },
  { name: "Reports", path: "/reports", group: "Work", isFor: mayShare },
  { name: "Projects", path: "/projects", group: "Work" },
  { name: "Activity", path: "/activity", group: "Work" },
  { name: "API keys", path: "/keys", group: "Manage", isFor: mayManageKeys },
  { name: "Webhooks", path: "/webhooks", group: "Manage", isFor: mayManageWebhooks },
  { name: "Members", path: "/members", group: "Manage", isFor: mayManageMembers },
  { name: "Exports", path: "/exports", group: "Manage", isFor: mayExport },
  { name: "Settings", path: "/settings", group: "Manage", isFor: mayManageOrganization },
] as const satisfies readonly NavigationEntry[];

/** Paths that people may type without an organization. */
export const SCREEN_PATHS: readonly string[] = NAVIGATION.map(({ path }) => path).filter(
  (path) => path !== "",
);

/** The same for screens outside the navigation. */
export const FORM_PATHS: readonly string[] = ["/links/new", "/links/import"];

/** The name of a screen in the navigation. */
export type ScreenName = (typeof NAVIGATION)[number]["name"];

/** What a member sees in the navigation. */
export const navigationFor = (actor: MemberActor): readonly NavigationEntry[] => {
  const entries: readonly NavigationEntry[] = NAVIGATION;
  return entries.filter(({ isFor }) => isFor?.(actor) ?? true);
};
