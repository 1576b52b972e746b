import {
  fromQrCodeRow,
  type QrCode,
  STORED_QR_CODE_COLUMNS,
  type StoredQrCodeRow,
} from "../../features/qr-codes/qr-code.ts";
import type { CodeStyle } from "../../features/qr-codes/style.ts";
import { allRows, firstValue } from "../../ground/platform/d1.ts";

/** Codes, slugs and visits of one query. A code has metadata of up to 16 KiB. */
const MAX_CODES = 500;
const MAX_VISITS = 20_000;
/** Links whose visits one query reads. */
const VISITED_LINKS = 100;

/** A code with what its image depends on. */
interface ExportedCode {
  qrCode: QrCode;
  projectId: string;
  style: CodeStyle | null;
}

/** A slug that a link has or had, or the path of its GTIN. */
export interface ExportedSlug {
  linkId: string;
  host: string;
  name: string;
}

/** Visits that are equal in everything but their number. */
interface ExportedVisits {
  day: string;
  link: string;
  code: string;
  country: string;
  device: string | null;
  class: string;
  visits: number;
}

/** After which visits the next are read: all of a link up to a day, `~` being its last. */
export interface VisitPlace {
  project: string;
  link: string;
  day: string;
}

const CODES = `SELECT ${STORED_QR_CODE_COLUMNS.map((column) => `qr_codes.${column}`).join(", ")}, project_id
  FROM links INDEXED BY links_by_organization CROSS JOIN qr_codes ON link_id = links.id
  WHERE organization_id = ?1 AND links.id >= ?2 AND (links.id, identifier) > (?2, ?3)
  ORDER BY links.id, identifier LIMIT ${MAX_CODES}`;

/** Codes of an organization after a link and an identifier, in their order; none after the last. */
export async function readCodes(
  db: D1Database,
  organizationId: string,
  [linkId, identifier]: readonly [string, string],
): Promise<ExportedCode[]> {
  const values = [organizationId, linkId, identifier];
  const results = await allRows<StoredQrCodeRow & { project_id: string }>(db, CODES, ...values);
  return results.map((row) => {
    const qrCode = fromQrCodeRow(row);
    return { qrCode, projectId: row.project_id, style: qrCode.style ?? null };
  });
}

/** Every slug that these links have or had, the oldest first. */
export async function readSlugs(db: D1Database, linkIds: readonly string[]): Promise<ExportedSlug[]> {
  const sql = `SELECT link_id AS linkId, host, name FROM json_each(?1) AS wanted
    CROSS JOIN link_addresses ON link_id = wanted.value ORDER BY wanted.key, created_at, host, name`;
  return allRows<ExportedSlug>(db, sql, JSON.stringify(linkIds));
}

/** How many links an organization has. */
export const countLinksOf = async (db: D1Database, organizationId: string): Promise<number> => {
  const sql = "SELECT count(*) AS n FROM links WHERE organization_id = ?1";
  return (await firstValue<number>(db, sql, organizationId)) ?? 0;
};

/** When the organization or its oldest link was made, ISO 8601. */
export async function beginningOf(db: D1Database, organizationId: string): Promise<string> {
  const sql = `SELECT min(created_at, coalesce((SELECT links.created_at FROM links WHERE organization_id = ?1
    ORDER BY links.id LIMIT 1), created_at)) AS at FROM organizations WHERE id = ?1`;
  return (await firstValue<string>(db, sql, organizationId)) ?? "";
}

const LINKS_AFTER = (
  comparison: ">" | ">=",
) => `SELECT project_id AS project, id FROM links INDEXED BY links_by_project
  WHERE organization_id = ?1 AND (project_id, id) ${comparison} (?2, ?3) ORDER BY project_id, id LIMIT ${VISITED_LINKS}`;

/** Months and days are named one by one, so that the rows of each are found by the keys of both tables. */
const VISITS = `SELECT day, link, code, country, device, class, sum(visits) AS visits FROM visits
  WHERE organization = ?1 AND project = ?2 AND link BETWEEN ?3 AND ?4 AND (link > ?5 OR day > ?6)
    AND month IN (SELECT value FROM json_each(?7)) AND day IN (SELECT value FROM json_each(?8))
  GROUP BY link, day, code, country, device, class ORDER BY link, day LIMIT ${MAX_VISITS}`;

/**
 * Visits of an organization after a place, and the next place; null after the last link. One query reads all days of some
 * links, so that the job that moves days into months can't move any between two queries.
 */
export async function readVisits(
  db: D1Database,
  organizationId: string,
  days: readonly string[],
  place: VisitPlace,
): Promise<{ visits: ExportedVisits[]; links: number; next: VisitPlace | null }> {
  const isWhole = place.day === "~";
  const after = LINKS_AFTER(isWhole ? ">" : ">=");
  type Found = { project: string; id: string };
  const found = await allRows<Found>(db, after, organizationId, place.project, place.link);
  const [first] = found;
  if (!first) return { visits: [], links: 0, next: null };
  const links = found.filter(({ project }) => project === first.project);
  const last = links.at(-1)?.id ?? first.id;
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const values = [
    organizationId,
    first.project,
    first.id,
    last,
    isWhole ? "" : place.link,
    place.day,
    JSON.stringify(months),
    JSON.stringify(days),
  ];
  const visits = await allRows<ExportedVisits>(db, VISITS, ...values);
  const cut = visits.length === MAX_VISITS ? visits.at(-1) : undefined;
  if (!cut) return { visits, links: links.length, next: { project: first.project, link: last, day: "~" } };
  // The last day may not be whole, and is read again.
  const whole = visits.filter(({ link, day }) => link !== cut.link || day !== cut.day);
  const end = whole.at(-1);
  if (!end) throw new RangeError(`a day of the link ${cut.link} has too many visits to export`);
  return { visits: whole, links: 0, next: { project: first.project, link: end.link, day: end.day } };
}
