import type { Status } from "./status.ts";

/** How long a message may wait before it is a backlog: visits take less than a minute, an import's tries an hour. */
const BACKLOG_MS = 15 * 60_000;
/** How long the cron, which runs every minute, may be silent. */
const SILENCE_MS = 10 * 60_000;

/** What of a deployment needs a person now, each in a sentence; docs/operating.md says what to do. */
export function alarmsOf({ ready, database, queues, cron, versions, problems }: Status, now: Date): string[] {
  const age = (time: string) => now.getTime() - Date.parse(time);
  const [last] = cron ?? [];
  const isNew = versions.length === 1 && versions.every(({ since }) => age(since) < 60 * 60_000);
  const failed = cron?.filter(({ status }) => status !== "success").length ?? 0;
  return [
    ...(ready === "ok" ? [] : [`The service is not ready: ${ready ?? "no answer"}.`]),
    ...(database !== null && database.pending.length === 0 ? [] : ["The database lacks migrations."]),
    ...queues.flatMap(({ name, messages, oldest, dead }) => {
      if (dead) return messages > 0 ? [`${name} holds ${messages} dead letters.`] : [];
      return oldest !== null && age(oldest) > BACKLOG_MS
        ? [`${name} has a backlog: ${messages} messages, the oldest of ${oldest}.`]
        : [];
    }),
    ...(failed > 0 ? [`Jobs failed in ${failed} of the last ${cron?.length} runs of the cron.`] : []),
    // A new cron takes up to half an hour to begin.
    ...(cron !== null && !isNew && (!last || age(last.datetime) > SILENCE_MS)
      ? ["The cron does not run."]
      : []),
    ...problems,
  ];
}
