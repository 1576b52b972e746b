import type { Role } from "../../access/actor.ts";

/** A screen that the navigation offers. */
export interface NavigationEntry {
  /** Its name in the navigation, as its heading and in the command menu. */
  name: string;
  /** Below the organization's base path; empty for the first screen. */
  path: string;
  group: "Work" | "Manage";
  /** Who sees it. */
  roles: readonly Role[];
}

const ALL: readonly Role[] = ["owner", "editor", "viewer"];

/** The screens in the order of the navigation. */
export const NAVIGATION = [
  { name: "Overview", path: "", group: "Work", roles: ALL },
  { name: "Links", path: "/links", group: "Work", roles: ALL },
  { name: "Visits", path: "/visits", group: "Work", roles: ALL },
  { name: "Projects", path: "/projects", group: "Work", roles: ALL },
  { name: "Activity", path: "/activity", group: "Work", roles: ALL },
  { name: "API keys", path: "/keys", group: "Manage", roles: ["owner"] },
  { name: "Members", path: "/members", group: "Manage", roles: ["owner"] },
] as const satisfies readonly NavigationEntry[];

/** The screens as people may type them, without an organization. */
export const SCREEN_PATHS: readonly string[] = NAVIGATION.map(({ path }) => path).filter(
  (path) => path !== "",
);

/** The name of a screen in the navigation. */
export type ScreenName = (typeof NAVIGATION)[number]["name"];

/** What a member with this role sees in the navigation. */
export const navigationFor = (role: Role): readonly NavigationEntry[] => {
  const entries: readonly NavigationEntry[] = NAVIGATION;
  return entries.filter(({ roles }) => roles.includes(role));
};
