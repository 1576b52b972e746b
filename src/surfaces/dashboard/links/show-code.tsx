import { Hono } from "hono";
import { getLink } from "../../../features/links/get-link.ts";
import { shownAddress, urlText } from "../../../features/links/shown-address.ts";
import { getQrCode } from "../../../features/qr-codes/get-qr-codes.ts";
import { count } from "../charts/numbers.ts";
import { pageResponse } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import { codeFileName, codeImages } from "../layout/code-images.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { allTexts, optionalText, queryReader } from "../layout/forms.ts";
import { Document } from "../layout/layout.tsx";
import { LINK, linkIdIn, linkPathIn } from "../layout/link-of-path.ts";
import { noSuchPage } from "../layout/problem-page.tsx";
import { LIVE_PATH, visitsToday } from "../visit-report/live.tsx";
import { listAgain, listQuery } from "./list-query.ts";
import { readPage } from "./list-view.ts";
import css from "./show-code.css";

const SHOW_CODE_STYLE = stylesheet(css);

/** A full-screen code, to be scanned from the screen, below /links. */
export const showCode = new Hono<DashboardEnv>().get(`${LINK}/show`, show);

const codeQuery = queryReader({
  code: optionalText,
  list: allTexts.transform(([list]): string | undefined => list),
});

/**
 * Shows the code in `?code=`, or the default one, as large as the screen, on white even in dark mode, with the address to
 * type. `?list=` is the query of the list that it was opened from, for "Next"
 * and "Previous".
 */
async function show(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const linkId = linkIdIn(c);
  const { code: identifier, list } = codeQuery(c);
  const { link, qrCode } = await getLink(workspace.actor, linkId, dependencies);
  const [code, neighbors, { scans }, images] = await Promise.all([
    identifier === undefined ? qrCode : getQrCode(workspace.actor, { linkId, identifier }, dependencies),
    list === undefined ? null : neighborsOf(c, linkId, list),
    visitsToday(c, { link: linkId }),
    codeImages(workspace.actor.organizationId, [link.projectId], dependencies),
  ]);
  if (!code) throw noSuchPage();
  const name = link.publicName ?? link.name;
  const live = `${workspace.base}${LIVE_PATH}?${new URLSearchParams({ link: linkId })}`;
  const close = list === undefined ? linkPathIn(c) : listAgain(`${workspace.base}/links`, list);
  return pageResponse(
    <Document title={`${name} · code`} scripts={["showCode"]} styles={[SHOW_CODE_STYLE]} installable>
      <main class="show-code" id="content">
        <p class="top">
          <a href={close} data-key="Escape">
            Close
          </a>
          {neighbors && (
            <span>
              {neighbors.number} of {neighbors.of}
            </span>
          )}
        </p>
        <img src={images(code, link.projectId, "svg", codeFileName(link, code))} alt={`QR code of ${name}`} />
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p class="address">
          <bdi>{urlText(shownAddress(dependencies.origins, link))}</bdi>
        </p>
        {link.status === "inactive" && (
          <p class="off">This link is off. Scans show “This offer has ended”.</p>
        )}
        <p class="live" role="status" data-scans={String(scans)} data-url={live}>
          {count(scans)} {scans === 1 ? "scan" : "scans"} today
        </p>
        <p class="hint">Turn up the brightness of this screen.</p>
        {neighbors && (
          <nav aria-label="Codes of the list">
            {neighbors.previous && (
              <a href={neighbors.previous} rel="prev" data-key="ArrowLeft">
                Previous
              </a>
            )}
            {neighbors.next && (
              <a href={neighbors.next} rel="next" data-key="ArrowRight">
                Next
              </a>
            )}
          </nav>
        )}
      </main>
    </Document>,
  );
}

/** The codes before and after this one on the same page of a list, and its position; null if it is not there. */
async function neighborsOf(c: DashboardContext, linkId: string, list: string) {
  const { workspace } = c.var;
  const { links } = await readPage(c, listQuery(new URLSearchParams(list)));
  // Links without a code are skipped.
  const ids = links.filter(({ qrCode }) => qrCode !== null).map(({ link }) => link.id);
  const at = ids.indexOf(linkId);
  if (at < 0) return null;
  const addressOf = (id: string | undefined) =>
    id === undefined ? null : `${workspace.base}/links/${id}/show?${new URLSearchParams({ list })}`;
  return { previous: addressOf(ids[at - 1]), next: addressOf(ids[at + 1]), number: at + 1, of: ids.length };
}
