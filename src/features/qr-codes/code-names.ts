import { allRows } from "../../ground/platform/d1.ts";
import type { Actor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { GET_QR_CODES_SCOPE } from "../access/scopes.ts";

/** The most codes that are named. */
const MAX_NAMED = 100;

const NAMES = `SELECT identifier, qr_codes.name AS name FROM links JOIN qr_codes ON link_id = links.id
  WHERE links.id = ?1 AND organization_id = ?2 ORDER BY identifier LIMIT ${MAX_NAMED}`;

/** The codes of a link that the actor has found, by identifier and name. */
export async function listCodeNames(
  actor: Actor,
  { id, organizationId }: { id: string; organizationId: string },
  { db }: { db: D1Database },
): Promise<{ identifier: string; name: string }[]> {
  requireScope(actor, GET_QR_CODES_SCOPE);
  return allRows<{ identifier: string; name: string }>(db, NAMES, id, organizationId);
}
