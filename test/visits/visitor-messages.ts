import type { Env } from "../../src/env.ts";
import { rollUpVisits } from "../../src/features/visits/counter-statements.ts";
import { moveMonths } from "../../src/features/visits/move-months.ts";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { visitorEntries, visitorOf } from "../../src/features/visits/visitor-hash.ts";
import { writeSheets } from "../../src/features/visits/write-sheets.ts";
import { openDependencies } from "../../src/wiring.ts";
import { messageOf } from "./visit-messages.ts";

/** A visit of a person; null: of somebody while the key of the day was missing. */
export interface PersonVisits {
  linkId: string;
  projectId: string;
  qr: string;
  /** An hour in UTC. */
  hour: string;
  person: string | null;
}

const keys = new Map<string, Promise<CryptoKey>>();
const keyOf = (day: string): Promise<CryptoKey> => {
  const bytes = new TextEncoder().encode(day);
  const key =
    keys.get(day) ??
    crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  keys.set(day, key);
  return key;
};

/** Messages with these visits of people of acme, as isolates with the key of each day send them. */
export async function peopleMessage(visits: readonly PersonVisits[]): Promise<VisitMessage[]> {
  const message = messageOf(visits);
  for (const [index, { linkId, projectId, hour, person }] of visits.entries()) {
    const count = message.counts[index];
    if (!count || person === null) continue;
    const link = { linkId, project: { organizationId: "acme", projectId } };
    count[7] = await visitorEntries(await keyOf(hour.slice(0, 10)), link, [visitorOf("192.0.2.1", person)]);
  }
  return [message];
}

/** Writes all sheets of days that have ended. */
export const endDays = (env: Env, now: Date, db = env.DB): Promise<void> =>
  writeSheets(
    openDependencies(
      env,
      () => {},
      () => now,
      db,
    ),
  );

/** Moves the months of all links but of the last year into R2, and returns into how many blocks. */
export async function moveAll(env: Env): Promise<number> {
  const now = () => new Date("2028-09-01T02:00:00Z");
  const bounds = { projects: 50, blocks: 100, bytes: 1_000_000, rows: 1 };
  await moveMonths(
    openDependencies(env, () => {}, now),
    bounds,
  );
  const blocks = env.DB.prepare("SELECT count(*) AS blocks FROM visit_archive_blocks");
  return (await blocks.first<number>("blocks")) ?? 0;
}

/** Moves all days into months. */
export async function rollUpAll({ DB: db }: Env): Promise<void> {
  await rollUpVisits({ db, now: () => new Date("2027-09-01T00:00:00Z") });
}
