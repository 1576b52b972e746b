/** What happened, as one of a few fixed texts, so that log lines can be counted. */
type Event = string;

/** The facts of an event, without keys, headers, bodies and client IPs. */
type LogFields = Readonly<Record<string, unknown>>;

/** Writes one line. `error` is for what needs a person's attention; everything else is `info`. */
export type Log = (level: "info" | "error", event: Event, fields?: LogFields) => void;

/** A line of JSON for Cloudflare's logs: the event first, then its fields. An error under `cause` becomes its text. */
export const log: Log = (level, event, fields) => {
  const entry: Record<string, unknown> = { event, ...fields };
  if (entry.cause !== undefined) entry.cause = causeText(entry.cause);
  const line = JSON.stringify(entry);
  (level === "error" ? console.error : console.log)(line);
};

/** The text of an error: of its cause, for a failed dependency, else its own. */
function causeText(cause: unknown): string {
  if (typeof cause === "string") return cause;
  if (cause instanceof Error && cause.cause !== undefined) return String(cause.cause);
  return String(cause);
}
