import { searchForm } from "../../ground/core/text.ts";
import { allRows } from "../../ground/platform/d1.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { reachableProjects, requireScope } from "../access/permissions.ts";
import { GET_QR_CODES_SCOPE } from "./get-qr-codes.ts";

/** A code in search results. */
export interface FoundQrCode {
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
