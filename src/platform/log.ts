/** What happened, in a few fixed words, so that log lines can be counted by them. */
type Event = string;

/** The facts of one event. They hold no key, no header, no body and no address of a caller. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes one line. `error` is for what needs a person's attention; everything else is `info`. */
export type Log = (level: "info" | "error", event: Event, fields?: LogFields) => void;

/** One line of JSON for Cloudflare's logs: the event first, then its fields. An error under `cause` becomes its text. */
export const log: Log = (level, event, fields = {}) => {
  const { cause, ...rest } = fields;
  const line = JSON.stringify({ event, ...rest, ...(cause !== undefined && { cause: causeText(cause) }) });
  (level === "error" ? console.error : console.log)(line);
};

/** The text of what was thrown: the original error of a failed dependency where there is one, else the error itself. */
function causeText(cause: unknown): string {
  if (typeof cause === "string") return cause;
  if (cause instanceof Error && cause.cause !== undefined) return String(cause.cause);
  return String(cause);
}
