import { getProject } from "../../../features/access/get-projects.ts";
import { mayReadQuotas } from "../../../features/access/permissions.ts";
import { findProductDetails } from "../../../features/availability/product-details.ts";
import { getLink, getLinkHistory } from "../../../features/links/get-link.ts";
import { getLinkDestination } from "../../../features/links/get-link-destination.ts";
import { shownAddress } from "../../../features/links/shown-address.ts";
import { getChosenQrCodes, getCodeQuotaUse, listQrCodes } from "../../../features/qr-codes/get-qr-codes.ts";
import { getVisitReport } from "../../../features/visits/get-visit-report.ts";
import { backupsOf, productsOf } from "../labels/products.tsx";
import { stylesheet } from "../layout/assets.ts";
import { codeImages } from "../layout/code-images.ts";
import type { DashboardContext } from "../layout/context.ts";
import { oneOf, oneText, optionalText, PAGE_SIZE, queryReader } from "../layout/forms.ts";
import { linkIdIn, linkPathIn } from "../layout/link-of-path.ts";
import type { LinkPanels } from "../panels/panel.ts";
import { chartNotes } from "../visit-report/chart-notes.tsx";
import css from "./link.css";

/** What the screens of one link add to the style of every screen. */
export const LINK_STYLE = stylesheet(css);

/** How many changes the page of a link shows. The history has all. */
const MAX_CHANGES = 10;

/** The tabs of the page of a link. */
export const LINK_TABS = ["visits", "codes", "details", "history"] as const;
export type LinkTab = (typeof LINK_TABS)[number];
export const DEFAULT_TAB: LinkTab = "visits";

const linkQuery = queryReader({ tab: oneOf(LINK_TABS), codes: optionalText, done: oneText, via: oneText });

/** Everything that the page of a link shows, and of its tabs only the one in front. Its parts take from it what they need. */
export async function loadLink(c: DashboardContext, linkPanels: LinkPanels) {
  const { workspace, dependencies } = c.var;
  const { origins } = dependencies;
  const { actor } = workspace;
  const linkId = linkIdIn(c);
  const query = linkQuery(c);
  const { tab = DEFAULT_TAB } = query;
  const isOfVisits = tab === "visits";
  const isOfCodes = tab === "codes";
  // After a change, the history has the version for Undo.
  const needsHistory = tab === "history" || query.done !== "";
  // First, so that everything else is queried only for a link that this member may see.
  const { link, qrCode } = await getLink(actor, linkId, dependencies);
  const report = {
    interval: "day",
    filter: { link: linkId },
    by: [
      "source",
      ...(isOfVisits && link.retailer === "choice" ? (["choice"] as const) : []),
      ...(isOfVisits && link.gtin !== undefined ? (["lot"] as const) : []),
    ],
    compare: isOfVisits ? "previous" : undefined,
  } as const;
  const ofTill = { qrCodeIds: [], linkIds: [linkId], ofLinks: "till" } as const;
  const [destination, codes, visits, history, uses, project, zone, images, ofGtin, panels] =
    await Promise.all([
      getLinkDestination(actor, linkId, dependencies),
      isOfCodes ? listQrCodes(actor, { linkId, limit: PAGE_SIZE, cursor: query.codes }, dependencies) : null,
      getVisitReport(actor, report, dependencies),
      needsHistory ? getLinkHistory(actor, { linkId, limit: MAX_CHANGES }, dependencies) : null,
      isOfCodes && mayReadQuotas(actor) ? getCodeQuotaUse(actor, { linkId }, dependencies) : [],
      getProject(actor, { projectId: link.projectId }, dependencies),
      dependencies.zones.find(actor.organizationId),
      codeImages(actor.organizationId, [link.projectId], dependencies),
      link.gtin === undefined ? undefined : getChosenQrCodes(actor, ofTill, dependencies),
      Promise.all(Object.values(linkPanels).map((panel) => panel(c, link, { isOfVisits }))),
    ]);
  const [notes, details] = await Promise.all([
    isOfVisits ? chartNotes(c, visits, `/links/${link.id}#visits`) : null,
    findProductDetails([...productsOf(link), ...backupsOf(link)], 0, dependencies),
  ]);
  const forTill = ofGtin?.chosen.flatMap(({ qrCode: found }) => (found.isDefault ? [] : [found])) ?? [];
  return {
    ...{ workspace, origins, link, destination, codes, visits, history, uses, project, zone, images, panels },
    ...{ tab, notes, details, word: query.via, done: query.done, path: linkPathIn(c) },
    shortLink: shownAddress(origins, link),
    /** The code for print, then the default code if it is another one; empty for a link without codes. */
    ownCodes: [...forTill, ...(qrCode ? [qrCode] : [])],
    /** The retailers that report availability. */
    catalogs: dependencies.catalogs,
    now: dependencies.now(),
  };
}

export type LinkView = Awaited<ReturnType<typeof loadLink>>;
