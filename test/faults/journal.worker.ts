import type { Env } from "../../src/env.ts";
import { DAY_LETTERS } from "../../src/features/visits/counter-forms.ts";
import { rollUpVisits } from "../../src/features/visits/counter-statements.ts";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import worker from "../../src/index.ts";
import { withBatch } from "../with-batch.ts";
import { JOURNAL, type Journal, KEEP, MONTHS, type Months } from "./journal.ts";

const visitsIn = ({ counts }: VisitMessage): number =>
  counts.reduce((sum, [, , , , , , visits]) => sum + visits, 0);

/** The queue itself, with a record in D1 of every accepted message, written before the sender gets the response. */
function noted(queue: Queue<VisitMessage>, db: D1Database): Queue<VisitMessage> {
  return new Proxy(queue, {
    get: (target, property) =>
      property === "send"
        ? async (message: VisitMessage) => {
            const answer = await target.send(message);
            await db.prepare("INSERT INTO acknowledged VALUES (?1)").bind(visitsIn(message)).run();
            return answer;
          }
        : Reflect.get(target, property, target),
  });
}

/** The database, whose response to batch number `steps` never arrives. */
function endless(db: D1Database, steps: number): D1Database {
  let batches = 0;
  const batch = (statements: D1PreparedStatement[]) => {
    const answer = db.batch(statements);
    return ++batches < steps ? answer : new Promise<never>(() => {});
  };
  return withBatch(db, batch);
}

async function journalOf(db: D1Database): Promise<Journal> {
  await db.exec("CREATE TABLE IF NOT EXISTS acknowledged (visits INTEGER NOT NULL)");
  const row = await db
    .prepare(
      `SELECT (SELECT coalesce(sum(visits), 0) FROM acknowledged) AS acknowledged,
         (SELECT coalesce(sum(scans + clicks + robots + previews), 0) FROM visit_days WHERE link_id <> '') AS counted`,
    )
    .first<Journal>();
  if (!row) throw new Error("a SELECT without FROM has one row");
  return row;
}

async function monthsOf(db: D1Database): Promise<Months> {
  const ofProjects = `SELECT sum(visits) FROM (
    SELECT clicks AS visits FROM visit_days WHERE link_id = ''
    UNION ALL SELECT max(CAST(substr(kind.value, instr(kind.value, day.value) + 1) AS INTEGER), 1)
      FROM visit_months, json_each(counts) AS code, json_each(code.value) AS kind, json_each('${JSON.stringify([...DAY_LETTERS])}') AS day
      WHERE link_id = '' AND instr(kind.value, day.value) > 0)`;
  const row = await db
    .prepare(
      `SELECT (SELECT count(*) FROM visit_days) AS days, (SELECT sum(visits) FROM visits) AS visits, (${ofProjects}) AS ofProjects`,
    )
    .first<Months>();
  if (!row) throw new Error("a SELECT without FROM has one row");
  return row;
}

/** The Worker itself, which keeps a journal of the visits that the queue has accepted. */
export default {
  ...worker,
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === JOURNAL) return Response.json(await journalOf(env.DB));
    if (pathname === MONTHS) return Response.json(await monthsOf(env.DB));
    if (pathname === KEEP) {
      const steps = Number(new URL(request.url).searchParams.get("steps") ?? Number.POSITIVE_INFINITY);
      await rollUpVisits({ db: endless(env.DB, steps), now: () => new Date() });
      return new Response();
    }
    return worker.fetch(request, { ...env, VISITS: noted(env.VISITS, env.DB) }, context);
  },
} satisfies ExportedHandler<Env>;
