import { DAY_MS } from "../../ground/core/days.ts";
import { GTIN_CODE } from "../../ground/core/gtin.ts";
import { newId } from "../../ground/core/ids.ts";
import { type LocalHour, type Zone, zoneOf } from "../../ground/core/zone.ts";
import { isLastTry, type Received, retry } from "../../ground/platform/background.ts";
import { isTaken, runBatch, runStatement } from "../../ground/platform/d1.ts";
import { jsonRows } from "../../ground/platform/json-rows.ts";
import type { Log } from "../../ground/platform/log.ts";
import { ADD_DAYS } from "./counter-statements.ts";
import { type DayAddition, DayAdditions, type RowOwner } from "./day-rows.ts";
import { OPEN_DAYS } from "./sheet-periods.ts";
import { addUnknownStatements } from "./unknown-paths.ts";
import type { VisitMessage } from "./visit-counts.ts";
import { readVisitMessage } from "./visit-message.ts";

/** The longest delay between two attempts, in seconds. Ten attempts take less than three hours. */
const MAX_DELAY = 1_200;

/**
 * How long the id of a counted message is stored: two days, because a message can come again during the three hours of
 * its attempts. And how many ids a run deletes: those of a minute with 1,600 messages a second.
 */
const IDS_KEPT_MS = 2 * DAY_MS;
const IDS_PER_RUN = 100_000;

/**
 * Queue: adds a batch of visit messages to the counters. Failures are retried up to the limit in wrangler.toml and then
 * go to the dead-letter queue.
 */
export async function storeVisits(
  received: readonly Received[],
  { db, log }: { db: D1Database; log: Log },
): Promise<void> {
  const good: { message: Received; body: VisitMessage }[] = [];
  const bad: Received[] = [];
  let leftOut = 0;
  for (const message of received) {
    const read = readVisitMessage(message.body);
    if (read) good.push({ message, body: read.message });
    else bad.push(message);
    leftOut += read?.leftOut ?? 0;
  }
  if (leftOut > 0) log("error", "store visits", { leftOut });
  if (bad.length > 0) fail(bad, new TypeError("not a visit message"), log);
  if (good.length === 0) return;
  const messages = good.map(({ message }) => message);
  try {
    await addVisits(
      db,
      good.map(({ body }) => body),
    );
  } catch (error) {
    fail(messages, error, log);
    return;
  }
  for (const message of messages) message.ack();
}

function fail(messages: readonly Received[], cause: unknown, log: Log): void {
  const [{ attempts = 1 } = {}] = messages;
  log("error", "store visits", { messages: messages.length, attempts, cause });
  const dead = messages.filter(isLastTry).length;
  if (dead > 0) log("error", "dead letter", { queue: "visits", messages: dead });
  for (const message of messages) retry(message, MAX_DELAY);
}

const COUNTED = "SELECT id FROM visit_messages WHERE id IN (SELECT value FROM json_each(?1))";
const FIND_LINKS = `SELECT links.id AS linkId, links.organization_id AS organizationId, project_id AS projectId, retailer,
    coalesce(time_zone, 'UTC') AS timeZone
  FROM json_each(?1) AS wanted CROSS JOIN links ON links.id = wanted.value
    CROSS JOIN organizations ON organizations.id = links.organization_id`;
/** The identifier of each wanted code: as it arrived, else in another case. */
const codeWhere = (test: string): string => `(SELECT identifier FROM qr_codes
    WHERE link_id = wanted.value ->> 0 AND identifier = wanted.value ->> 1 ${test})`;
const FIND_CODES = `SELECT wanted.value ->> 0 AS linkId, wanted.value ->> 1 AS code,
    coalesce(${codeWhere("")}, ${codeWhere("COLLATE NOCASE ORDER BY identifier LIMIT 1")}) AS identifier
  FROM json_each(?1) AS wanted`;

/** Without ON CONFLICT: a duplicate id rolls back the whole transaction. */
const NOTE = "INSERT INTO visit_messages (id) SELECT value FROM json_each(?1)";

/** Data about the links of messages that counting needs. */
interface Known {
  links: ReadonlyMap<string, RowOwner & { zone: Zone }>;
  /** The identifier for each code that arrived, by `codeKey`. */
  codes: ReadonlyMap<string, string>;
}

const codeKey = (linkId: string, code: string): string => `${linkId} ${code}`;

/** The codes that a visit may count for, the best first: for the GTIN of a link, its own code or the link's first. */
const codesOf = (code: string): string[] => {
  if (code === "") return [];
  return code.startsWith(`${GTIN_CODE}-`) ? [code, GTIN_CODE] : [code];
};

/** Another consumer may count the same messages concurrently. The second attempt sees the result. */
const TRIES = 3;

/**
 * Adds the visits of `messages` to the counters, each message exactly once: counting it and recording its id are one
 * transaction. Visits of unknown links are not counted.
 */
export async function addVisits(db: D1Database, messages: readonly VisitMessage[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await addNew(db, messages);
    } catch (error) {
      if (tries >= TRIES || !isTaken(error, "visit_messages.id")) throw error;
    }
  }
}

async function addNew(db: D1Database, messages: readonly VisitMessage[]): Promise<void> {
  const once = new Map(messages.map((message) => [message.id, message]));
  const { known, counted } = await find(db, [...once.values()]);
  for (const id of counted) once.delete(id);
  if (once.size === 0) return;
  const rows = dayRowsOf([...once.values()], known);
  const note = db.prepare(NOTE).bind(JSON.stringify([...once.keys()]));
  const unknown = [...once.values()].flatMap((message) => message.unknown ?? []);
  const add = jsonRows(rows).flatMap((part) =>
    [ADD_DAYS, OPEN_DAYS].map((sql) => db.prepare(sql).bind(part)),
  );
  await runBatch(db, [note, ...add, ...addUnknownStatements(db, unknown)]);
}

async function find(
  db: D1Database,
  messages: readonly VisitMessage[],
): Promise<{ known: Known; counted: string[] }> {
  const linkIds = new Set<string>();
  const wanted = new Map<string, [string, string]>();
  for (const { counts, apart } of messages) {
    for (const [linkId] of [...counts, ...apart]) linkIds.add(linkId);
    for (const [linkId, code] of counts)
      for (const each of codesOf(code)) wanted.set(codeKey(linkId, each), [linkId, each]);
  }
  const [ids, links, codes] = await runBatch(db, [
    db.prepare(COUNTED).bind(JSON.stringify(messages.map(({ id }) => id))),
    db.prepare(FIND_LINKS).bind(JSON.stringify([...linkIds])),
    db.prepare(FIND_CODES).bind(JSON.stringify([...wanted.values()])),
  ]);
  // The columns of the statements above.
  const found = (links?.results ?? []) as (RowOwner & { timeZone: string })[];
  const known = (codes?.results ?? []) as { linkId: string; code: string; identifier: string | null }[];
  return {
    known: {
      links: new Map(found.map((link) => [link.linkId, { ...link, zone: zoneOf(link.timeZone) }])),
      codes: new Map(
        known.flatMap(({ linkId, code, identifier }) =>
          identifier === null ? [] : [[codeKey(linkId, code), identifier]],
        ),
      ),
    },
    counted: ((ids?.results ?? []) as { id: string }[]).map(({ id }) => id),
  };
}

/** The additions for these visits. An unknown QR code identifier counts as no code. */
function dayRowsOf(messages: readonly VisitMessage[], { links, codes }: Known): DayAddition[] {
  const sums = new DayAdditions();
  for (const { counts, apart } of messages) {
    for (const [linkId, qr, quarter, country, device, visitor, visits] of counts) {
      const link = links.get(linkId);
      if (!link) continue;
      const [code = ""] = codesOf(qr).flatMap((each) => codes.get(codeKey(linkId, each)) ?? []);
      const at = localHour(link.zone, quarter);
      sums.addVisits(link, { at, code, country, device, visitor, visits });
    }
    for (const [linkId, by, value, people, quarter, visits] of apart) {
      const link = links.get(linkId);
      if (link) sums.addApart(link, localHour(link.zone, quarter).day, by, { value, people, visits });
    }
  }
  return sums.rows();
}

/** The local hour that contains a quarter of an hour in UTC. */
const localHour = (zone: Zone, quarter: string): LocalHour => zone.hourOf(new Date(`${quarter}Z`));

const FORGET = `DELETE FROM visit_messages WHERE id IN (
  SELECT id FROM visit_messages WHERE id < ?1 ORDER BY id LIMIT ${IDS_PER_RUN})`;

/** Job: deletes the ids of messages that cannot come again. Ids begin with their time, so earlier ids are older. */
export async function forgetMessages({ db, due }: { db: D1Database; due: Date }): Promise<void> {
  const first = newId("vis", new Date(due.getTime() - IDS_KEPT_MS), (length) => new Uint8Array(length));
  await runStatement(db, FORGET, first);
}
