import type { DashboardContext } from "./context.ts";

/** A link in an address below /links: no other screen there has such a name. */
export const LINK = "/:link{lnk_[0-9a-z]+}";

/** The id of the link that the address names. */
export const linkIdIn = (c: DashboardContext): string => c.req.param("link") ?? "";

/** The path of that link's page. */
export const linkPathIn = (c: DashboardContext): string => `${c.var.place.base}/links/${linkIdIn(c)}`;
