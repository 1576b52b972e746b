import { type LocalHour, type Zone, zoneOf } from "../core/zone.ts";
import { onD1 } from "../platform/d1.ts";
import { jsonRows } from "../platform/json-rows.ts";
import { DayRows, type RowOwner } from "./day-rows.ts";
import { addDays } from "./day-statements.ts";
import type { VisitMessage } from "./message.ts";
import { addLateToRankings } from "./ranking-source.ts";

const COUNTED = "SELECT id FROM visit_messages WHERE id IN (SELECT value FROM json_each(?1))";
const FIND_LINKS = `SELECT links.id AS linkId, links.organization_id AS organizationId, project_id AS projectId, retailer,
    time_zone AS timeZone
  FROM json_each(?1) AS wanted CROSS JOIN links ON links.id = wanted.value
    CROSS JOIN organizations ON organizations.id = links.organization_id`;
const FIND_CODES = `SELECT link_id AS linkId, identifier FROM json_each(?1) AS wanted
  CROSS JOIN qr_codes ON link_id = wanted.value ->> 0 AND identifier = wanted.value ->> 1`;

const RANKED = "SELECT day FROM visit_rank_state";

/**
 * Without ON CONFLICT: an id that is there already takes the whole transaction back. So does null, where ?2, the first day that
 * is not added to the rankings, has come to be ranked meanwhile.
 */
const NOTE = `INSERT INTO visit_messages (id)
  SELECT iif((SELECT day FROM visit_rank_state) >= ?2, NULL, value) FROM json_each(?1)`;
/** What the errors of both say. */
const OVERTAKEN = "constraint failed: visit_messages.id";

/** What has to be known of the links of messages before their visits can be counted. */
interface Known {
  links: ReadonlyMap<string, RowOwner & { zone: Zone }>;
  /** As `codeKey` writes them. */
  codes: ReadonlySet<string>;
}

const codeKey = (linkId: string, identifier: string): string => `${linkId} ${identifier}`;

/** Another consumer may count the same messages at the same moment, or the job rank their days. The second try sees what it did. */
const TRIES = 3;

/**
 * Adds the visits of `messages` to the counters, each message once however often it is given: counting it and noting its id
 * are one transaction. Visits of links that are not there are not counted.
 */
export async function addVisits(db: D1Database, messages: readonly VisitMessage[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await addNew(db, messages);
    } catch (error) {
      const isOvertaken = error instanceof Error && error.message.includes(OVERTAKEN);
      if (tries >= TRIES || !isOvertaken) throw error;
    }
  }
}

async function addNew(db: D1Database, messages: readonly VisitMessage[]): Promise<void> {
  const once = new Map(messages.map((message) => [message.id, message]));
  const { known, counted, ranked } = await find(db, [...once.values()]);
  for (const id of counted) once.delete(id);
  if (once.size === 0) return;
  const rows = dayRowsOf([...once.values()], known);
  // Rows of days that are ranked are few, and what adds to the rankings reads no others.
  const late = rows.filter(([day]) => day <= ranked);
  const [firstOpen = null] = rows
    .map(([day]) => day)
    .filter((day) => day > ranked)
    .sort();
  const statements = [
    ...jsonRows(rows).map((part) => db.prepare(addDays()).bind(part)),
    ...jsonRows(late).flatMap((part) => addLateToRankings().map((sql) => db.prepare(sql).bind(part))),
  ];
  const note = db.prepare(NOTE).bind(JSON.stringify([...once.keys()]), firstOpen);
  await onD1(() => db.batch([note, ...statements]));
}

async function find(
  db: D1Database,
  messages: readonly VisitMessage[],
): Promise<{ known: Known; counted: string[]; ranked: string }> {
  const linkIds = new Set<string>();
  const wanted = new Map<string, [string, string]>();
  for (const { counts, referrers = [], taps = [] } of messages) {
    for (const [linkId] of [...counts, ...referrers, ...taps]) linkIds.add(linkId);
    for (const [linkId, code] of counts) if (code !== "") wanted.set(codeKey(linkId, code), [linkId, code]);
  }
  const [ids, links, codes, state] = await onD1(() =>
    db.batch([
      db.prepare(COUNTED).bind(JSON.stringify(messages.map(({ id }) => id))),
      db.prepare(FIND_LINKS).bind(JSON.stringify([...linkIds])),
      db.prepare(FIND_CODES).bind(JSON.stringify([...wanted.values()])),
      db.prepare(RANKED),
    ]),
  );
  // The columns of the statements above.
  const found = (links?.results ?? []) as (RowOwner & { timeZone: string })[];
  const known = (codes?.results ?? []) as { linkId: string; identifier: string }[];
  const [{ day: ranked = "" } = {}] = (state?.results ?? []) as { day?: string }[];
  return {
    known: {
      links: new Map(found.map((link) => [link.linkId, { ...link, zone: zoneOf(link.timeZone) }])),
      codes: new Set(known.map(({ linkId, identifier }) => codeKey(linkId, identifier))),
    },
    counted: ((ids?.results ?? []) as { id: string }[]).map(({ id }) => id),
    // The last day of which rows are ranked; empty: none.
    ranked,
  };
}

/** The rows that the visits are added to. An identifier that names no QR code of the link counts as none. */
function dayRowsOf(messages: readonly VisitMessage[], { links, codes }: Known) {
  const sums = new DayRows();
  for (const { counts, quarters = [], referrers = [], taps = [] } of messages) {
    for (const [index, [linkId, qr, hour, country, device, visitor, visits]] of counts.entries()) {
      const link = links.get(linkId);
      if (!link) continue;
      const code = codes.has(codeKey(linkId, qr)) ? qr : "";
      const at = localHour(link.zone, hour, quarters[index]);
      sums.addVisits(link, { at, code, country, device, visitor, visits });
    }
    for (const [linkId, host, hour, quarter, visits] of referrers) {
      const link = links.get(linkId);
      if (link) sums.addReferrer(link, localHour(link.zone, hour, quarter).day, host, visits);
    }
    for (const [linkId, offer, came, hour, quarter, visits] of taps) {
      const link = links.get(linkId);
      const letter = came === "scan" ? "s" : "k";
      if (link) sums.addTaps(link, localHour(link.zone, hour, quarter).day, offer, letter, visits);
    }
  }
  return sums.rows();
}

/** The hour of a time in UTC, as it is in a zone. */
const localHour = (zone: Zone, hour: string, quarter = 0): LocalHour =>
  zone.hourOf(new Date(Date.parse(`${hour}:00:00Z`) + quarter * 15 * 60_000));

/** Deletes up to `limit` noted ids that sort before `id`, and gives their number. */
export async function deleteVisitMessages(db: D1Database, id: string, limit: number): Promise<number> {
  const { meta } = await onD1(() =>
    db
      .prepare(
        "DELETE FROM visit_messages WHERE id IN (SELECT id FROM visit_messages WHERE id < ?1 ORDER BY id LIMIT ?2)",
      )
      .bind(id, limit)
      .run(),
  );
  return meta.changes;
}
