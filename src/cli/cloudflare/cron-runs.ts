import * as z from "zod";
import type { Account } from "./account.ts";
import { CloudflareError } from "./api.ts";

const QUERY = `query ($account: string!, $script: string!, $since: Time!) {
  viewer { accounts(filter: { accountTag: $account }) {
    workersInvocationsScheduled(
      limit: 5, filter: { scriptName: $script, datetime_geq: $since }, orderBy: [datetime_DESC]
    ) { datetime status }
  } }
}`;

const Run = z.object({ datetime: z.string(), status: z.string() });
const Answer = z.object({
  viewer: z.object({ accounts: z.array(z.object({ workersInvocationsScheduled: z.array(Run) })) }),
});

/** One run of a cron, and how it ended: "success", or what went wrong. */
export type CronRun = z.infer<typeof Run>;

/** The last runs of a Worker's cron within the last hour, the newest first; null where the token may not see them. */
export async function lastCronRuns(
  { api, id }: Account,
  script: string,
  now: Date,
): Promise<CronRun[] | null> {
  const since = new Date(now.getTime() - 3_600_000).toISOString();
  try {
    const { viewer } = await api.ask(QUERY, { account: id, script, since }, Answer);
    return viewer.accounts.flatMap(({ workersInvocationsScheduled: runs }) => runs);
  } catch (error) {
    if (error instanceof CloudflareError) return null;
    throw error;
  }
}
