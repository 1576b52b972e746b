import { Hono } from "hono";
import { shortLinkUrl } from "../../core/origins.ts";
import { getLink } from "../../links/get-link.ts";
import { listLinks } from "../../links/list-links.ts";
import { getQrCode } from "../../qr-codes/get-qr-codes.ts";
import { pageResponse } from "../layout/answers.ts";
import { codeFileName, codeImages } from "../layout/code-images.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { LINK, linkIdIn, linkPathIn } from "../layout/link-address.ts";
import { noSuchPage } from "../layout/no-such-page.ts";
import { LIVE_PATH, visitsToday } from "../visit-report/live.tsx";
import { listAgain, listInput } from "./list-query.ts";
import { type Neighbours, ShowCodePage } from "./show-code-page.tsx";

/** A code full screen, to be scanned from the screen itself, below /links. */
export const showCode = new Hono<DashboardEnv>().get(`${LINK}/show`, show);

/**
 * Shows the code that `?code=` names, or the link's default one. `?list=` is the query of the list that it was opened
 * from, in which it goes on to the next link.
 */
async function show(c: DashboardContext): Promise<Response> {
  const { place, dependencies, origins } = c.var;
  const linkId = linkIdIn(c);
  const identifier = c.req.query("code");
  const list = c.req.query("list");
  const { link, qrCode } = await getLink(place.actor, linkId, dependencies);
  const [code, neighbours, { scans }, images] = await Promise.all([
    identifier === undefined ? qrCode : getQrCode(place.actor, { linkId, identifier }, dependencies),
    list === undefined ? null : neighboursOf(c, linkId, list),
    visitsToday(c, { link: linkId }),
    codeImages(place.actor.organizationId, [link.projectId], dependencies),
  ]);
  if (!code) throw noSuchPage();
  const page = (
    <ShowCodePage
      link={link}
      image={images(code, link.projectId, "svg", codeFileName(link, code))}
      live={`${place.base}${LIVE_PATH}?${new URLSearchParams({ link: linkId })}`}
      close={list === undefined ? linkPathIn(c) : listAgain(`${place.base}/links`, list)}
      shortLink={shortLinkUrl(origins, link)}
      neighbours={neighbours}
      scans={scans}
    />
  );
  return pageResponse(page);
}

/** The links before and after this one on the same page of a list; null where that page does not have it. */
async function neighboursOf(c: DashboardContext, linkId: string, list: string): Promise<Neighbours | null> {
  const { place, dependencies } = c.var;
  const input = listInput(list);
  if (!input) return null;
  const { links } = await listLinks(place.actor, input, dependencies);
  // Whoever looks through codes wants links that have one.
  const ids = links.filter(({ qrCode }) => qrCode !== null).map(({ link }) => link.id);
  const at = ids.indexOf(linkId);
  if (at < 0) return null;
  const addressOf = (id: string | undefined) =>
    id === undefined ? null : `${place.base}/links/${id}/show?${new URLSearchParams({ list })}`;
  return { previous: addressOf(ids[at - 1]), next: addressOf(ids[at + 1]), number: at + 1, of: ids.length };
}
