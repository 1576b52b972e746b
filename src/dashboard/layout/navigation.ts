import type { MemberActor } from "../../access/actor.ts";
import { mayExport, mayManageKeys, mayManageMembers } from "../../access/permissions.ts";

/** A screen that the navigation offers. */
export interface NavigationEntry {
  /** Its name in the navigation, as its heading and in the command menu. */
  name: string;
  /** Below the organization's base path; empty for the first screen. */
  path: string;
  group: "Work" | "Manage";
  /** Whether it is for this member; absent where it is for all. */
  isFor?: (actor: MemberActor) => boolean;
}

/** The screens in the order of the navigation. */
export const NAVIGATION = [
  { name: "Overview", path: "", group: "Work" },
  { name: "Links", path: "/links", group: "Work" },
  { name: "Visits", path: "/visits", group: "Work" },
  { name: "Projects", path: "/projects", group: "Work" },
  { name: "Activity", path: "/activity", group: "Work" },
  { name: "API keys", path: "/keys", group: "Manage", isFor: mayManageKeys },
  { name: "Members", path: "/members", group: "Manage", isFor: mayManageMembers },
  { name: "Exports", path: "/exports", group: "Manage", isFor: mayExport },
] as const satisfies readonly NavigationEntry[];

/** The screens as people may type them, without an organization. */
export const SCREEN_PATHS: readonly string[] = NAVIGATION.map(({ path }) => path).filter(
  (path) => path !== "",
);

/** Screens outside of the navigation that people type all the same. */
export const FORM_PATHS: readonly string[] = ["/links/new", "/links/import"];

/** The name of a screen in the navigation. */
export type ScreenName = (typeof NAVIGATION)[number]["name"];

/** What a member sees in the navigation. */
export const navigationFor = (actor: MemberActor): readonly NavigationEntry[] => {
  const entries: readonly NavigationEntry[] = NAVIGATION;
  return entries.filter(({ isFor }) => isFor?.(actor) ?? true);
};
