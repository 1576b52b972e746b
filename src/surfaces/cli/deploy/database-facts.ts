import * as z from "zod";
import { remoteDatabase } from "../cloudflare/deployed-database.ts";
import { minute } from "../command-line/output.ts";
import { type Fact, fact, orUnknown, unknown } from "./facts.ts";
import type { Survey } from "./survey.ts";

const Size = z.object({ file_size: z.number() });
const TROUBLE = `SELECT
  (SELECT count(*) FROM webhooks WHERE status = 'inactive' AND disabled_because IS NOT NULL) AS webhooks,
  (SELECT count(*) FROM mails WHERE next_attempt_at IS NULL AND sent_at IS NULL
    AND created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')) AS mails`;

/** The part of a database's limit from which its size needs attention. */
const NEARLY_FULL = 0.8;

/** From where on the database needs attention. */
export interface Limits {
  /** The maximum size of a database in the account's plan. */
  bytes: number;
  /** How old the last backup may be, in milliseconds; 0: any age. */
  backupMs: number;
}

/** The database's size, migrations and last backup, and what it says of webhooks and mails. */
export async function factsOfDatabase(
  { account, deployment, database, unread, migrations: { applied, pending } }: Survey,
  limits: Limits,
  now: Date,
): Promise<Fact[]> {
  const reason = unread.get("Database");
  if (reason !== undefined) return [unknown("Database", reason)];
  if (database === null) return [fact("Database", "none", true)];
  const size = async () => {
    const { file_size: bytes } = await account.call(`d1/database/${database}`, Size);
    const text = `${deployment.database.name}, ${(bytes / 1e6).toFixed(1)} of ${limits.bytes / 1e6} MB`;
    return [fact("Database", text, bytes > NEARLY_FULL * limits.bytes)];
  };
  const counted = remoteDatabase(account, database)
    .prepare(TROUBLE)
    .first<{ webhooks: number; mails: number }>();
  const trouble = await counted.catch(() => null);
  const todo = pending.length === 0 ? "" : `, ${pending.length} pending: run npm run deploy`;
  return [
    ...(await orUnknown("Database", size())),
    fact("Migrations", `${applied.length} applied${todo}`, pending.length > 0),
    await backupFact(remoteDatabase(account, database), limits.backupMs, now),
    ...(await oldVisitsFacts(remoteDatabase(account, database))),
    fact("Webhooks", `${trouble?.webhooks ?? "?"} switched off by the service`, trouble?.webhooks !== 0),
    fact("Mails", `${trouble?.mails ?? "?"} failed within a day`, trouble?.mails !== 0),
  ];
}

const OLD_VISITS = `SELECT count(DISTINCT organization_id || ' ' || project_id || ' ' || year || ' ' || part) AS objects,
  coalesce(sum(length), 0) AS bytes FROM visit_archive_blocks`;

/** What is stored in R2 only; none before the first is. */
async function oldVisitsFacts(db: D1Database): Promise<Fact[]> {
  const found = await db
    .prepare(OLD_VISITS)
    .first<{ objects: number; bytes: number }>()
    .catch(() => null);
  if (!found?.objects) return [];
  const text = `objects in R2 under visits/: ${found.objects}, ${(found.bytes / 1e6).toFixed(1)} MB, which are nowhere else`;
  return [fact("Old visits", text)];
}

const BACKUP = `SELECT (SELECT max(completed_at) FROM backups) AS last,
  (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', min(applied_at)) FROM d1_migrations) AS created`;

/** The age of the last backup. Before the first, that of the database: a new deployment has the same time for it. */
async function backupFact(db: D1Database, maxAge: number, now: Date): Promise<Fact> {
  const found = await db
    .prepare(BACKUP)
    .first<{ last: string | null; created: string | null }>()
    .catch(() => null);
  if (found === null) return fact("Backup", "?", maxAge > 0);
  const age = now.getTime() - Date.parse(found.last ?? found.created ?? "");
  const text =
    found.last === null ? "none yet" : `${minute(found.last)}, ${Math.floor(age / 3_600_000)} hours ago`;
  return fact("Backup", text, maxAge > 0 && !(age <= maxAge));
}
