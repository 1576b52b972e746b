import { DurableObject } from "cloudflare:workers";
import { addVisits } from "../../src/features/visits/store-visits.ts";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { countedD1 } from "../links/counted-d1.ts";

/** What a batch of messages is counted with. */
export type Way = "bare" | "service" | "objects";

interface Bindings {
  DB: D1Database;
  COUNTERS: DurableObjectNamespace<Counters>;
}

/** The visits of a message that one object counts. */
type Part = [sender: string, number: number, counts: [linkId: string, day: string, visits: number][]];

/** Counters of the links whose ids have one hash, in SQLite of an object. Each message counts once. */
export class Counters extends DurableObject {
  constructor(context: DurableObjectState, env: unknown) {
    super(context, env as Bindings);
    context.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS days (link_id TEXT, day TEXT, visits INTEGER, PRIMARY KEY (link_id, day)) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS senders (id TEXT PRIMARY KEY, seen TEXT) WITHOUT ROWID`,
    );
  }

  /** Counts the new messages among `parts`. Returns the rows that it wrote. */
  add(parts: readonly Part[]): number {
    const { sql } = this.ctx.storage;
    let rows = 0;
    for (const [sender, number, counts] of parts) {
      const known = sql.exec<{ seen: string }>("SELECT seen FROM senders WHERE id = ?", sender).toArray();
      const seen: number[] = known[0] ? JSON.parse(known[0].seen) : [];
      if (seen.includes(number)) continue;
      const note = "INSERT INTO senders VALUES (?1, ?2) ON CONFLICT DO UPDATE SET seen = excluded.seen";
      rows += sql.exec(note, sender, JSON.stringify([...seen, number])).rowsWritten;
      for (const [linkId, day, visits] of counts)
        rows += sql.exec(
          "INSERT INTO days VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET visits = visits + excluded.visits",
          ...[linkId, day, visits],
        ).rowsWritten;
    }
    return rows;
  }
}

const OBJECTS = 256;

/** The number of the object that has a link. */
function objectOf(linkId: string): number {
  let hash = 0;
  for (let index = 0; index < linkId.length; index++)
    hash = (Math.imul(hash, 31) + linkId.charCodeAt(index)) | 0;
  return (hash >>> 0) % OBJECTS;
}

async function addToObjects({ COUNTERS }: Bindings, messages: readonly VisitMessage[]): Promise<number> {
  const parts = new Map<number, Part[]>();
  for (const { sender, number, counts } of messages) {
    const own = Map.groupBy(counts, ([linkId]) => objectOf(linkId));
    for (const [object, of] of own)
      parts.set(object, [
        ...(parts.get(object) ?? []),
        [
          sender,
          number,
          of.map(([linkId, , quarter, , , , visits]) => [linkId, quarter.slice(0, 10), visits]),
        ],
      ]);
  }
  const rows = await Promise.all(
    Array.from(parts, ([object, of]) => COUNTERS.get(COUNTERS.idFromName(String(object))).add(of)),
  );
  return rows.reduce((sum, each) => sum + each, 0);
}

const BARE_TABLE =
  "CREATE TABLE IF NOT EXISTS bare (link_id TEXT, day TEXT, visits INTEGER, PRIMARY KEY (link_id, day)) WITHOUT ROWID";
const BARE = `INSERT INTO bare SELECT value ->> 0, substr(value ->> 2, 1, 10), sum(value ->> 6) FROM json_each(?1)
  WHERE TRUE GROUP BY 1, 2 ON CONFLICT DO UPDATE SET visits = visits + excluded.visits`;

/** The least that D1 has to do: a number for each link and day, without noting the messages. */
async function addBare({ DB }: Bindings, messages: readonly VisitMessage[]): Promise<number> {
  await DB.prepare(BARE_TABLE).run();
  const counts = messages.flatMap((message) => message.counts);
  const [result] = await DB.batch([DB.prepare(BARE).bind(JSON.stringify(counts))]);
  return result?.meta.rows_written ?? 0;
}

async function addToService({ DB }: Bindings, messages: readonly VisitMessage[]): Promise<number> {
  const { db, taken } = countedD1(DB);
  await addVisits(db, messages);
  return taken().written;
}

const WAYS = { bare: addBare, service: addToService, objects: addToObjects } as const satisfies Record<
  Way,
  (env: Bindings, messages: readonly VisitMessage[]) => Promise<number>
>;

/** Counts the batch of messages in the body in the way that the path names, and responds with the number of rows written. */
export default {
  async fetch(request, env) {
    const way = new URL(request.url).pathname.slice(1) as Way;
    return Response.json({ rows: await WAYS[way](env, await request.json<VisitMessage[]>()) });
  },
} satisfies ExportedHandler<Bindings>;
