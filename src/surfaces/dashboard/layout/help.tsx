import { Icon } from "./icon.tsx";
import type { ScreenName } from "./navigation.ts";

/** The guides of /docs that help on a screen, by their ids. */
const GUIDES = {
  "first-link": "A first link in five minutes",
  variants: "Carts, products and web pages",
  printing: "Print QR codes",
  visits: "How visits are counted",
  changes: "Follow changes",
  webhooks: "Receive events with webhooks",
  client: "Connect your website",
  security: "Keys and security",
  errors: "Errors and what to do",
  limits: "Limits and quotas",
} as const;
type Guide = keyof typeof GUIDES;

/** The three guides that fit each screen best. */
const HELP: Readonly<Record<ScreenName, readonly [Guide, Guide, Guide]>> = {
  Overview: ["first-link", "visits", "variants"],
  Links: ["variants", "printing", "first-link"],
  Visits: ["visits", "printing", "changes"],
  Sales: ["visits", "variants", "security"],
  Reports: ["visits", "changes", "security"],
  Projects: ["limits", "first-link", "security"],
  Settings: ["security", "limits", "client"],
  Exports: ["printing", "visits", "security"],
  Domains: ["security", "limits", "client"],
  "Notify me": ["changes", "visits", "webhooks"],
  "Time zone": ["visits", "limits", "client"],
  Activity: ["changes", "security", "limits"],
  "API keys": ["security", "client", "errors"],
  Webhooks: ["webhooks", "changes", "errors"],
  Members: ["security", "limits", "first-link"],
};

/** Links to the guides that fit a screen. */
export const Help = ({ tab }: { tab: ScreenName | null }) => (
  <details class="drop help">
    <summary data-command="Help" data-key="?">
      <Icon name="help" />
      <span>Help</span>
    </summary>
    <div class="panel">
      {HELP[tab ?? "Overview"].map((guide) => (
        <a href={`/docs#${guide}`}>{GUIDES[guide]}</a>
      ))}
    </div>
  </details>
);
