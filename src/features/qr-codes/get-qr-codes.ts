import { decodeCursor, pageOf } from "../../ground/core/cursor.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { parseQrCodeId } from "../../ground/core/ids.ts";
import { searchForm } from "../../ground/core/text.ts";
import { allRows } from "../../ground/platform/d1.ts";
import type { Actor, OrganizationActor } from "../access/actor.ts";
import { reachableProjects, requireOwned, requireQuotaReader, requireScope } from "../access/permissions.ts";
import { GET_QR_CODES_SCOPE } from "../access/scopes.ts";
import { type QuotaUse, quotaUses } from "../writes/quota-check.ts";
import { type ChosenQrCode, type CodeOfLinks, chosenQrCodes, qrCodeOfEachLink } from "./chosen-store.ts";
import type { QrCode } from "./qr-code.ts";
import { codesOf, type QrCodeStore } from "./qr-code-store.ts";

/** The 404 for a code that the link does not have. */
export const qrCodeNotFound = (): ServiceError =>
  new ServiceError("not_found", "The link has no such QR code.");

/**
 * A page of a link's codes in the order of their identifiers. Throws `not_found`, `project_access_denied`, and
 * `validation_failed` for the cursor.
 */
export async function listQrCodes(
  actor: Actor,
  { linkId, limit, cursor }: { linkId: string; limit: number; cursor?: string | undefined },
  { qrCodes }: { qrCodes: QrCodeStore },
): Promise<{ qrCodes: QrCode[]; nextCursor: string | null }> {
  requireScope(actor, GET_QR_CODES_SCOPE);
  const link = requireOwned(actor, await qrCodes.findLink(linkId));
  const list = `qr-codes ${link.organizationId} ${linkId}`;
  const after = cursor === undefined ? "" : decodeCursor(list, cursor);
  const found = await qrCodes.list(linkId, after, limit + 1);
  const { items, nextCursor } = pageOf(list, found, limit, ({ identifier }) => identifier);
  return { qrCodes: items, nextCursor };
}

/** One code of a link. Throws `not_found` and `project_access_denied`. */
export async function getQrCode(
  actor: Actor,
  { linkId, identifier }: { linkId: string; identifier: string },
  { qrCodes }: { qrCodes: QrCodeStore },
): Promise<QrCode> {
  requireScope(actor, GET_QR_CODES_SCOPE);
  const [link, qrCode] = await Promise.all([qrCodes.findLink(linkId), qrCodes.find(linkId, identifier)]);
  requireOwned(actor, link);
  if (!qrCode) throw qrCodeNotFound();
  return qrCode;
}

/** A link's usage of its quota of codes. Throws `not_found` and `project_access_denied`. */
export async function getCodeQuotaUse(
  actor: Actor,
  { linkId }: { linkId: string },
  { db, qrCodes }: { db: D1Database; qrCodes: QrCodeStore },
): Promise<QuotaUse[]> {
  const { organizationId } = requireOwned(actor, await qrCodes.findLink(linkId));
  requireQuotaReader(actor, organizationId);
  return quotaUses(db, organizationId, [{ quota: "codesPerLink", used: codesOf(linkId) }]);
}

export type { CodeOfLinks };

/** Maximum codes per request, also for printing. */
export const MAX_CHOSEN_CODES = 100;

/**
 * The chosen codes, and a code of each chosen link, without duplicates. Codes that do not exist or that the actor may not
 * read are left out and counted as `missing`. Throws `validation_failed` for `code` if there are none or too many.
 */
export async function getChosenQrCodes(
  actor: OrganizationActor,
  {
    qrCodeIds,
    linkIds,
    ofLinks = "phone",
  }: { qrCodeIds: readonly string[]; linkIds: readonly string[]; ofLinks?: CodeOfLinks },
  { db }: { db: D1Database },
): Promise<{ chosen: ChosenQrCode[]; missing: number }> {
  requireScope(actor, GET_QR_CODES_SCOPE);
  const [codes, links] = [[...new Set(qrCodeIds)], [...new Set(linkIds)]];
  const count = codes.length + links.length;
  const problem = (message: string) => validationFailed([{ field: "code", message }]);
  if (count === 0) throw problem("choose at least one code");
  if (count > MAX_CHOSEN_CODES) throw problem(`choose at most ${MAX_CHOSEN_CODES} codes`);
  const projects = reachableProjects(actor);
  const [named, defaults] = await Promise.all([
    chosenQrCodes(
      db,
      codes.flatMap((id) => parseQrCodeId(id) ?? []),
    ),
    qrCodeOfEachLink(db, links, ofLinks),
  ]);
  const own = [...named, ...defaults].filter(
    ({ link }) =>
      link.organizationId === actor.organizationId &&
      (projects === "all" || projects.includes(link.projectId)),
  );
  // A code may be chosen directly and as the default of its link.
  const chosen = new Map(own.map((each) => [`${each.qrCode.linkId} ${each.qrCode.identifier}`, each]));
  return { chosen: [...chosen.values()], missing: count - own.length };
}

/** A code in search results. */
interface FoundQrCode {
  linkId: string;
  identifier: string;
  name: string;
  linkName: string;
}

/** How many of the newest links and of their codes a search examines. */
const MAX_LINKS = 200;
const MAX_CODES = 2000;

/** The newest codes of the projects ?2, without unchanged default codes. */
const NEWEST = `SELECT qr_codes.link_id AS linkId, qr_codes.identifier, qr_codes.name, newest.name AS linkName FROM (
    SELECT id, name, project_id FROM links INDEXED BY links_by_organization
    WHERE organization_id = ?1 ORDER BY id DESC LIMIT ${MAX_LINKS}) AS newest
  CROSS JOIN qr_codes ON qr_codes.link_id = newest.id
  WHERE qr_codes.is_default = 0 AND (?2 IS NULL OR newest.project_id IN (SELECT value FROM json_each(?2)))
  LIMIT ${MAX_CODES}`;

/**
 * Codes whose name or identifier contains a text, among the newest links that the actor may read. Reads a bounded number of
 * links and codes.
 */
export async function findQrCodes(
  actor: OrganizationActor,
  { text, limit }: { text: string; limit: number },
  { db }: { db: D1Database },
): Promise<FoundQrCode[]> {
  requireScope(actor, GET_QR_CODES_SCOPE);
  const projects = reachableProjects(actor);
  const among = projects === "all" ? null : JSON.stringify(projects);
  const results = await allRows<FoundQrCode>(db, NEWEST, actor.organizationId, among);
  const search = searchForm(text);
  // Not in SQL, which lowers only ASCII letters.
  const fits = ({ name, identifier }: FoundQrCode) =>
    [name, identifier].some((each) => searchForm(each).includes(search));
  return results.filter(fits).slice(0, limit);
}
