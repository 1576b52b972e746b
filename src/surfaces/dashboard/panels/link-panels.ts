import type { Link } from "../../../features/links/link.ts";
import type { DashboardContext } from "../layout/context.ts";
import { alertsOfLink } from "./alerts.tsx";
import { healthOfLink } from "./health.tsx";
import type { LinkPanel } from "./panel.ts";

/** The panels of extras on the page of a link. */
export const LINK_PANELS: readonly ((c: DashboardContext, link: Link) => Promise<LinkPanel>)[] = [
  alertsOfLink,
  healthOfLink,
];
