import { GTIN_CODE } from "../../ground/core/gtin.ts";
import { type LocalHour, type Zone, zoneOf } from "../../ground/core/zone.ts";
import { isLastTry, type Received, retry } from "../../ground/platform/background.ts";
import { runBatch } from "../../ground/platform/d1.ts";
import { jsonRows } from "../../ground/platform/json-rows.ts";
import type { Log } from "../../ground/platform/log.ts";
import { COUNTED, type CountedRow, isCountedMeanwhile, newMessages } from "./counted-messages.ts";
import { ADD_DAYS } from "./counter-statements.ts";
import { type DayAddition, DayAdditions, type RowOwner } from "./day-rows.ts";
import { OPEN_DAYS } from "./sheet-periods.ts";
import { addUnknownStatements } from "./unknown-paths.ts";
import type { VisitMessage } from "./visit-counts.ts";
import { readVisitMessage } from "./visit-message.ts";

/** The longest delay between two attempts, in seconds. Ten attempts take less than three hours. */
const MAX_DELAY = 1_200;

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
 * Adds the visits of `messages` to the counters, each message exactly once: counting it and noting it are one
 * transaction. Visits of unknown links are not counted.
 */
export async function addVisits(db: D1Database, messages: readonly VisitMessage[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await addNew(db, messages);
    } catch (error) {
      if (tries >= TRIES || !isCountedMeanwhile(error)) throw error;
    }
  }
}

async function addNew(db: D1Database, messages: readonly VisitMessage[]): Promise<void> {
  const { known, counted } = await find(db, messages);
  const { messages: found, note } = newMessages(db, messages, counted);
  if (found.length === 0) return;
  const rows = dayRowsOf(found, known);
  const unknown = found.flatMap((message) => message.unknown ?? []);
  const add = jsonRows(rows).flatMap((part) =>
    [...ADD_DAYS, OPEN_DAYS].map((sql) => db.prepare(sql).bind(part)),
  );
  await runBatch(db, [note, ...add, ...addUnknownStatements(db, unknown)]);
}

async function find(
  db: D1Database,
  messages: readonly VisitMessage[],
): Promise<{ known: Known; counted: CountedRow[] }> {
  const linkIds = new Set<string>();
  const wanted = new Map<string, [string, string]>();
  for (const { counts, apart } of messages) {
    for (const [linkId] of [...counts, ...apart]) linkIds.add(linkId);
    for (const [linkId, code] of counts)
      for (const each of codesOf(code)) wanted.set(codeKey(linkId, each), [linkId, each]);
  }
  const [senders, links, codes] = await runBatch(db, [
    db.prepare(COUNTED).bind(JSON.stringify([...new Set(messages.map(({ sender }) => sender))])),
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
    counted: (senders?.results ?? []) as CountedRow[],
  };
}

/** The additions for these visits. An unknown QR code identifier counts as no code. */
function dayRowsOf(messages: readonly VisitMessage[], { links, codes }: Known): DayAddition[] {
  const sums = new DayAdditions();
  for (const { counts, apart } of messages) {
    for (const [linkId, qr, quarter, country, device, visitor, visits, visitors] of counts) {
      const link = links.get(linkId);
      if (!link) continue;
      const [code = ""] = codesOf(qr).flatMap((each) => codes.get(codeKey(linkId, each)) ?? []);
      const at = localHour(link.zone, quarter);
      sums.addVisits(link, { at, code, country, device, visitor, visits, visitors });
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
