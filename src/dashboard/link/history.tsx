import { getLink } from "../../links/get-link.ts";
import { getLinkHistory } from "../../links/get-link-history.ts";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { linkIdIn } from "../layout/link-address.ts";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { HistoryPage } from "./history-page.tsx";

/** All changes of a link, a page at a time. */
export async function showHistory(c: DashboardContext): Promise<Response> {
  const { place, dependencies } = c.var;
  const input = { linkId: linkIdIn(c), limit: PAGE_SIZE, cursor: c.req.query("cursor") };
  const [{ link }, history] = await Promise.all([
    getLink(place.actor, input.linkId, dependencies),
    getLinkHistory(place.actor, input, dependencies),
  ]);
  return pageResponse(<HistoryPage place={place} link={link} history={history} cursor={input.cursor} />);
}
