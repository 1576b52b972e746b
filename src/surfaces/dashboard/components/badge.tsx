import type { Child } from "hono/jsx";
import { Icon, type IconName } from "../layout/icon.tsx";

const BADGE_ICONS = { good: "check", quiet: "dot", bad: "cross", warn: "warning" } as const;

/** A state in one word, with an icon, so that states differ in more than color. */
export const Badge = ({
  kind,
  icon = BADGE_ICONS[kind],
  children,
}: {
  kind: keyof typeof BADGE_ICONS;
  icon?: IconName;
  children: Child;
}) => (
  <span class={`badge ${kind}`}>
    <Icon name={icon} />
    {children}
  </span>
);
