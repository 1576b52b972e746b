import { alertsOfLink } from "./alerts-panel.tsx";
import { healthOfLink } from "./health.tsx";
import type { LinkPanels } from "./panel.ts";
import { salesOfLink } from "./sales-panel.tsx";

/** The panels of extras on the page of a link. */
export const LINK_PANELS: LinkPanels = {
  alerts: alertsOfLink,
  health: healthOfLink,
  sales: salesOfLink,
};
