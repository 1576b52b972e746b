import type { DashboardContext } from "./context.ts";

/** The path of a link below /links. No other path there looks like an id. */
export const LINK = "/:link{lnk_[0-9a-z]+}";

/** The id of the link in the URL. */
export const linkIdIn = (c: DashboardContext): string => c.req.param("link") ?? "";

/** The path of that link's page. */
export const linkPathIn = (c: DashboardContext): string => `${c.var.workspace.base}/links/${linkIdIn(c)}`;
